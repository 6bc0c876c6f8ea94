/**
 * What a process holds in memory and pages of others show: how its binds and trunks do. Each process
 * tells its own again every few seconds; what was not told for a while belongs to nobody.
 */

export type ProcessNote = {
  /** What it is about: `sms/3/0` for a bind, `trunk/2` for a trunk. */
  readonly subject: string;
  /** JSON. */
  readonly value: string;
};

export type StoredNote = ProcessNote & { readonly processId: number };
