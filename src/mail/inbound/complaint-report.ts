/** Complaints as mailbox providers report them (RFC 5965, the Abuse Reporting Format). */
import { readFieldGroups, withoutType } from './report-fields.ts';

export type ComplaintReport = {
  /** RFC 5965 §7.3: `abuse`, `fraud`, `virus`, `not-spam`, `other`… */
  readonly type: string;
  readonly recipient: string;
  /** Who reports: `SomeProvider/1.0`. */
  readonly by: string;
};

/** Undefined for what does not read. `not-spam` says the opposite of a complaint. */
export function readComplaint(text: string): ComplaintReport | undefined {
  const [fields] = readFieldGroups(text);
  const type = fields?.get('feedback-type')?.toLowerCase();
  if (fields === undefined || type === undefined || type === '') return undefined;
  return {
    type: type.slice(0, 64),
    recipient: withoutType(fields.get('original-rcpt-to')).replace(/^<|>$/g, ''),
    by: (fields.get('user-agent') ?? fields.get('reporting-mta') ?? '').slice(0, 255),
  };
}
