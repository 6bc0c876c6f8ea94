/**
 * What pages are told of besides stored events: that something was taken, left or was tried. Moments are
 * told once, after their commit, to pages open at that time; what is stored stays the truth.
 */

export const momentKinds = [
  'message.accepted',
  'message.submitted',
  'webhook.attempted',
  'email.accepted',
  'email.attempted',
  'call.began',
  'call.ended',
  'request.kept',
] as const;

export type MomentKind = (typeof momentKinds)[number];

export type Moment = {
  readonly accountId: number;
  readonly kind: MomentKind;
  readonly atMs: number;
  /** `307/33639980001`: written like that of an event. */
  readonly about: string;
  /** Undefined where it is not known. */
  readonly test?: boolean | undefined;
  /** Its facts, for who may read contents. Most moments of a busy second are counted and never told. */
  readonly tell: () => Readonly<Record<string, unknown>>;
};

export interface MomentSource {
  /** Until it is disposed of; it hears in the middle of other work, and must be quick. */
  listen(accountId: number, hear: (moment: Moment) => void): Disposable;
}
