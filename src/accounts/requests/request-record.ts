/** A request of the HTTP interface as it is kept for the people of its account: everything in it is masked. */

/** Refused ones too. */
export type RequestRecord = {
  readonly accountId: number;
  readonly atMs: number;
  /** Ours, as the reply told it. */
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  /** Of HTTP. */
  readonly status: number;
  /** Of the interface; null where another gateway's was answered. */
  readonly code: number | null;
  /** Why it was refused, in the word of the program; null: it was not. */
  readonly refusal: string | null;
  readonly durationMs: number;
  /** Null: no key came along, as with other gateways' clients. */
  readonly keyId: number | null;
  readonly network: string;
  /** Of its body. */
  readonly octets: number;
  /** JSON of query and body together. */
  readonly parameters: string;
  /** JSON; empty where the answer went on as a stream or was a file. */
  readonly answer: string;
  /** Requests of the same second that were counted and not kept. */
  readonly skipped: number;
};

export type KeptRequest = RequestRecord & { readonly id: number };

/** What a list of requests shows of one. */
export type ListedRequest = Omit<KeptRequest, 'accountId' | 'parameters' | 'answer'>;

/** What of an account's requests is asked for; all that is undefined fits. */
export type RequestFilter = {
  /** The hundreds: 4 stands for 400 to 499. */
  readonly statusClass?: number | undefined;
  readonly method?: string | undefined;
  /** A part of it. */
  readonly path?: string | undefined;
  readonly keyId?: number | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  /** Stands in the path, the parameters, the answer or the id of the request. */
  readonly text?: string | undefined;
};

/** Of an account: what is beyond either goes, the oldest first. */
export type RequestBounds = { readonly rowsMax: number; readonly octetsMax: number };
