/** The samples that people may have posted to an endpoint. */

/** The first words of events about emails. */
export const mailFamilies = ['email', 'suppression'] as const;

/** Whether it is about emails, which is all that a key of the email base hears of. */
export function isMailKind(kind: string): boolean {
  return mailFamilies.some((family) => kind === family || kind.startsWith(`${family}.`));
}

/** What happens to emails, each as its event is named. */
export const mailSampleKinds = [
  'email.queued',
  'email.sent',
  'email.caught',
  'email.deferred',
  'email.bounced',
  'email.failed',
  'email.suppressed',
  'email.held',
  'email.cancelled',
  'email.complained',
  'email.opened',
  'email.clicked',
  'email.unsubscribed',
  'suppression.added',
  'suppression.removed',
] as const;

export type MailSampleKind = (typeof mailSampleKinds)[number];

/** `reply.pieces`: a reply that is too long for one webhook, and comes as two. `email`: one that was sent. */
export const sampleKinds = [
  'dlr',
  'reply.short',
  'stop',
  'reply.long',
  'reply.pieces',
  'email',
  ...mailSampleKinds,
] as const;

export type SampleKind = (typeof sampleKinds)[number];
