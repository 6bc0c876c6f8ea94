/** Which samples an endpoint may be sent: of what it is for. */
import type { Answered, BodyOf } from '../../api/call.ts';

export type SampleKind = BodyOf<'POST /api/accounts/{account}/endpoints/{id}/test'>['kind'];

type Source = Answered<'GET /api/accounts/{account}/endpoints'>['endpoints'][number]['source'];

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
