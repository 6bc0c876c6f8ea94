/**
 * What a client hears of a refusal: its code, its HTTP status and its sentence in both languages.
 * `{name}` is filled in from the problem's details. Where the interface has no code for a matter, the
 * code is the HTTP status.
 */
export type ErrorReply = {
  readonly code: number;
  readonly status: number;
  readonly en: string;
  readonly fr: string;
  /** What to do about it: the documentation says it beside the sentence. */
  readonly fix: { readonly en: string; readonly fr: string };
};
