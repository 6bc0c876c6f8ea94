/** Which samples an endpoint may be sent: of what it is for. */
import type { Answer, InputOf } from '../../api/operate.ts';

export type SampleKind = NonNullable<InputOf<'endpoint test'>['kind']>;

type Source = Answer<'endpoint list'>['endpoints'][number]['source'];

export const replyKinds: readonly SampleKind[] = [
  'reply.short',
  'reply.long',
  'reply.pieces',
  'stop',
  'dlr',
];

export const reportKinds: readonly SampleKind[] = ['dlr'];

export const mailKinds: readonly SampleKind[] = [
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
];

export function kindsOf(source: Source): readonly SampleKind[] {
  const own = { reply: replyKinds, report: reportKinds, email: mailKinds };
  return source in own
    ? own[source as keyof typeof own]
    : [...reportKinds, ...replyKinds.filter((kind) => kind !== 'dlr'), ...mailKinds];
}
