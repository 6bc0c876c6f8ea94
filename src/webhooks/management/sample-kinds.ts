/** The samples that people may have posted to an endpoint. */

/** What happens to emails, each as its event is named. */
export const mailSampleKinds = [
  'email.queued',
  'email.sent',
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
