/** What mailboxes of the simulator send back: a delivery status notification, or a complaint. */
import { readHeader } from './mail-headers.ts';

export type ReturnedMail = {
  /** The return path of the mail that it is about. */
  readonly to: string;
  readonly octets: Uint8Array;
};

type Returned = {
  readonly sender: string;
  readonly recipient: string;
  readonly octets: Uint8Array;
  readonly atMs: number;
};

const host = 'catcher.parley.test';
const boundary = 'returned-by-the-simulator';

export function returnMail(kind: 'bounce' | 'complaint', mail: Returned): ReturnedMail {
  const lines = kind === 'bounce' ? bounceLines(mail) : complaintLines(mail);
  return { to: mail.sender, octets: Buffer.from(`${lines.join('\r\n')}\r\n`) };
}

/** RFC 3464. */
function bounceLines({ sender, recipient, octets, atMs }: Returned): readonly string[] {
  return [
    ...headLines({ to: sender, subject: 'Undelivered Mail Returned to Sender', atMs }),
    `Content-Type: multipart/report; report-type=delivery-status; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    `Your mail to ${recipient} was taken and could not be delivered.`,
    '',
    `--${boundary}`,
    'Content-Type: message/delivery-status',
    '',
    `Reporting-MTA: dns; ${host}`,
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    'Action: failed',
    'Status: 5.1.1',
    `Remote-MTA: dns; ${host}`,
    `Diagnostic-Code: smtp; 550 5.1.1 <${recipient}>: user unknown`,
    '',
    `--${boundary}`,
    'Content-Type: text/rfc822-headers',
    '',
    ...returnedHeader(octets),
    '',
    `--${boundary}--`,
  ];
}

/** RFC 5965. */
function complaintLines({ sender, recipient, octets, atMs }: Returned): readonly string[] {
  return [
    ...headLines({ to: sender, subject: 'Somebody says that this is spam', atMs }),
    `Content-Type: multipart/report; report-type=feedback-report; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    `${recipient} says that this mail is spam.`,
    '',
    `--${boundary}`,
    'Content-Type: message/feedback-report',
    '',
    'Feedback-Type: abuse',
    'User-Agent: Parley-Simulator/1.0',
    'Version: 1',
    `Original-Mail-From: <${sender}>`,
    `Original-Rcpt-To: <${recipient}>`,
    '',
    `--${boundary}`,
    'Content-Type: text/rfc822-headers',
    '',
    ...returnedHeader(octets),
    '',
    `--${boundary}--`,
  ];
}

function headLines({ to, subject, atMs }: { to: string; subject: string; atMs: number }): string[] {
  return [
    `Date: ${new Date(atMs).toUTCString().replace('GMT', '+0000')}`,
    `From: MAILER-DAEMON@${host}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
  ];
}

function returnedHeader(octets: Uint8Array): readonly string[] {
  return readHeader(octets).map(({ name, value }) => `${name}: ${value}`);
}
