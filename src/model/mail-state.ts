/**
 * What happens to a mail, one recipient's copy of an email: facts that are only ever added. The last one
 * is its state.
 *
 * ```
 *   scheduled ─► queued ─► deferred ─► sent ─► complained, and a late bounced
 *                  │  ▲        ├─────► caught     live mail that went no further than our catcher
 *                  │  │        ├─────► bounced    their refusal
 *                  ▼  │        ├─────► failed     our giving up
 *                 held         └─────► suppressed, cancelled
 * ```
 */

export const mailFactKinds = [
  'scheduled',
  'queued',
  'deferred',
  'held',
  'sent',
  'caught',
  'bounced',
  'failed',
  'suppressed',
  'cancelled',
  'complained',
] as const;

export type MailFactKind = (typeof mailFactKinds)[number];

/** A server took it: that of its recipient, a relay, or our catcher. */
export const takenStates = ['sent', 'caught'] as const satisfies readonly MailFactKind[];

export function isTaken(kind: string | undefined): kind is (typeof takenStates)[number] {
  return takenStates.some((state) => state === kind);
}

/** It still has somewhere to go. */
export const waitingStates = ['scheduled', 'queued', 'deferred', 'held'] as const;

export function isWaiting(kind: MailFactKind): boolean {
  return waitingStates.some((state) => state === kind);
}
