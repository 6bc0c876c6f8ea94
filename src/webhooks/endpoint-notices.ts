/** Somewhere to tell an account's people what they should know of an endpoint. */
export interface EndpointNotices {
  say(notice: EndpointNotice): Promise<void>;
}

export type EndpointNotice = {
  readonly endpointId: number;
  readonly accountId: number;
  /** Its URL without path and query. */
  readonly origin: string;
  /**
   * `failing`: nothing gets through, and at `givenUpAtMs` it will be disabled. `forbidden`: its address
   * may not be contacted. `disabled`: nothing is sent any more.
   */
  readonly what: 'failing' | 'forbidden' | 'disabled';
  /** In words. */
  readonly reason: string;
  readonly failingSinceMs: number;
  /** Null: it will not be. */
  readonly givenUpAtMs: number | null;
  readonly atMs: number;
};
