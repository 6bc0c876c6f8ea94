/** What the inspector has received, and where it is kept. */

export type NewInspectedRequest = {
  readonly atMs: number;
  /** The request line and the fields, as they came, a line each. */
  readonly head: string;
  readonly body: Uint8Array;
  /** What it was answered, in words. */
  readonly answer: string;
};

export type InspectedRequest = NewInspectedRequest & { readonly id: number };

export interface InspectedRequestStore {
  /** Keeps them in one commit, and forgets all but the newest `keptMax`. */
  keepRequests(requests: readonly NewInspectedRequest[], keptMax: number): Promise<void>;
  /** The newest first, below an id. */
  listRequests(beforeId: number, limit: number): Promise<readonly InspectedRequest[]>;
  findRequest(id: number): Promise<InspectedRequest | undefined>;
  /** How many went. */
  clearRequests(): Promise<number>;
}
