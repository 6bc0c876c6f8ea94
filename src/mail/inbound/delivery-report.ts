/** Delivery status notifications (RFC 3464, and RFC 6533 for addresses of any alphabet). */
import { classify } from '../delivery/classify.ts';
import type { MailClass, MailReason } from '../mail-fact.ts';
import { type ReportFields, readFieldGroups, withoutType } from './report-fields.ts';

export type DeliveryReport = {
  /** What has become of the recipient; the others of RFC 3464 §2.3.3 change nothing. */
  readonly outcome: 'failed' | 'delayed' | 'other';
  /** As the report writes it; empty where it does not say. */
  readonly recipient: string;
  readonly reason: MailReason;
};

const textMax = 500;

/** Classes that pass by themselves, said by a server that has given up. */
const passing: ReadonlySet<MailClass> = new Set(['greylisted', 'temporary', 'throttled']);

/** One for each recipient that the status part names; none where it does not read. */
export function readDeliveryStatus(text: string): readonly DeliveryReport[] {
  const [first, ...others] = readFieldGroups(text);
  if (first === undefined) return [];
  // RFC 3464 §2.1: the first group is about the message; some servers write but one.
  const groups = others.length === 0 ? [first] : others;
  const reporter = withoutType(first.get('reporting-mta'));
  return groups
    .filter((fields) => fields.has('action') || fields.has('status'))
    .map((fields) => readRecipient(fields, reporter));
}

/** RFC 3464 §2.3.5: without a Remote-MTA the server that reports has refused it itself. */
function readRecipient(fields: ReportFields, reporter: string): DeliveryReport {
  const action = (fields.get('action') ?? '').toLowerCase();
  const diagnostic = withoutType(fields.get('diagnostic-code'));
  const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(fields.get('status') ?? '')?.[0] ?? '';
  const recipient = fields.get('original-recipient') ?? fields.get('final-recipient');
  const isFailed = action === 'failed' || (action === '' && status.startsWith('5'));
  return {
    outcome: isFailed ? 'failed' : action === 'delayed' ? 'delayed' : 'other',
    recipient: withoutType(recipient),
    reason: reasonOf({
      status,
      diagnostic,
      host: withoutType(fields.get('remote-mta')) || reporter,
    }),
  };
}

export function reasonOf({
  status,
  diagnostic,
  host,
}: {
  /** RFC 3463; empty where there is none. */
  readonly status: string;
  /** What the refusing server has said. */
  readonly diagnostic: string;
  readonly host: string;
}): MailReason {
  const said = /^(?<code>[245]\d\d)?[ -]?(?<enhanced>[245]\.\d{1,3}\.\d{1,3})?/.exec(diagnostic);
  const { code: writtenCode, enhanced: writtenStatus = '' } = said?.groups ?? {};
  // Status is often a general 5.0.0 where the server itself has said more.
  const enhanced = /\.0\.0$|^$/.test(status) && writtenStatus !== '' ? writtenStatus : status;
  const code = Number(writtenCode ?? (enhanced.startsWith('4') ? 450 : 550));
  const stage = /^\d\.[12]\./.test(enhanced) ? 'rcpt' : 'body';
  const found = classify({ stage, code, enhanced, text: diagnostic, site: '' });
  return {
    class: passing.has(found) ? 'expired' : found,
    code: writtenCode === undefined ? 0 : code,
    enhanced,
    text: diagnostic.replace(/\p{Cc}/gu, ' ').slice(0, textMax),
    host: host.slice(0, 255),
  };
}
