/** Why a reader is warned: nothing was done for a while, or the session has lived as long as one may. */

export type SessionWarning = 'idle' | 'longest';

/** WCAG 2.2.1 asks for twenty seconds at least. */
const warnBeforeMs = 120_000;

type Session = {
  readonly nowMs: number;
  readonly lastActiveAtMs: number;
  readonly idleMs: number;
  /** Whatever is done until then. */
  readonly endsAtMs: number;
};

/** Undefined: there is time. What cannot be put off is said first. */
export function warningOf(session: Session): SessionWarning | undefined {
  const { nowMs, lastActiveAtMs, idleMs, endsAtMs } = session;
  if (nowMs > endsAtMs - warnBeforeMs) return 'longest';
  return nowMs > lastActiveAtMs + idleMs - warnBeforeMs ? 'idle' : undefined;
}
