/** How a trunk does in one process, for people who look. */

export type TrunkStanding = {
  readonly trunkId: number;
  /** `unasked`: calls do not go to it, or it was not asked yet. */
  readonly state: 'up' | 'down' | 'resting' | 'unasked';
  /** Calls that it carries now. */
  readonly calls: number;
  /** It has asked us to leave it alone until then; null: it has not. */
  readonly restsUntilMs: number | null;
  /** The last OPTIONS; null: none was sent. */
  readonly asked: {
    readonly atMs: number;
    /** What it answered; null: nothing. */
    readonly status: number | null;
    /** Why nothing could be sent there, such as ECONNREFUSED; left out where it was. */
    readonly why?: string | undefined;
    readonly durationMs: number;
  } | null;
  /** OPTIONS in a row that were not answered. */
  readonly misses: number;
  /** Why its registrar does not hold us: a status, or what befell the request. Null: it does, or this process does not ask it. */
  readonly unregistered: string | null;
};

/** With the process that tells it. */
export type HeldStanding = TrunkStanding & { readonly processId: number; readonly host: string };
