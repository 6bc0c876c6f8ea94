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
