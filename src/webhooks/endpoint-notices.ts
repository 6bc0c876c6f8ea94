/** Somewhere to tell an account's people what they should know of an endpoint. */
export interface EndpointNotices {
  /** Answers when it is kept; throws where it could not be. Said again it is the same notice. */
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
  /** Of its kind and endpoint, which one: the same words are the same trouble. */
  readonly trouble: string;
  /** In words. */
  readonly reason: string;
  readonly failingSinceMs: number;
  /** Null: it will not be. */
  readonly givenUpAtMs: number | null;
  readonly atMs: number;
};
