/** Whether the operator never took a message: it said no, or the message was not brought to it. */
import type { SmsReportFact } from '#sms/report-maker.ts';

const untaken: readonly string[] = [
  'expired_in_queue',
  'cancelled',
  'cancelled_in_queue',
  'stopped',
  'sender_refused',
];

export function neverTaken({ status, word }: Pick<SmsReportFact, 'status' | 'word'>): boolean {
  return status === 'not delivered' && (word.startsWith('refused_') || untaken.includes(word));
}
