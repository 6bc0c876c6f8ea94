/** RFC 3463 §3 and the IANA registry "SMTP Enhanced Status Codes", subject and detail, as we read them. */
import type { MailClass } from '../mail-fact.ts';
import type { Refusal } from './refusal.ts';

/** Codes whose meaning does not depend on their text. */
const classes: Readonly<Record<string, MailClass>> = {
  '1.1': 'mailbox-unknown',
  '1.2': 'domain-unknown',
  '1.3': 'mailbox-unknown',
  '1.6': 'mailbox-unknown',
  // Of the sender: its domain does not resolve, or takes no mail.
  '1.7': 'our-authentication',
  '1.8': 'our-authentication',
  // RFC 7505: the recipient's domain takes no mail.
  '1.10': 'domain-unknown',
  '2.1': 'mailbox-disabled',
  '2.2': 'mailbox-full',
  '2.3': 'too-big',
  '3.4': 'too-big',
  '4.4': 'domain-unknown',
  '5.3': 'throttled',
  // RFC 6531 §3.5.
  '6.7': 'smtputf8',
  '6.9': 'smtputf8',
  '6.10': 'smtputf8',
  '7.8': 'relay-auth',
  '7.9': 'relay-auth',
  '7.13': 'mailbox-disabled',
  // RFC 7293: the address has another owner by now.
  '7.17': 'mailbox-unknown',
  '7.18': 'domain-unknown',
  // RFC 7372: DKIM, SPF, and several checks together.
  '7.20': 'our-authentication',
  '7.21': 'our-authentication',
  '7.22': 'our-authentication',
  '7.23': 'our-authentication',
  '7.24': 'our-authentication',
  '7.25': 'our-reputation',
  '7.26': 'our-authentication',
  // RFC 7505 §4.2: the sender's domain takes no mail, so nobody could answer it.
  '7.27': 'our-authentication',
  '7.28': 'throttled',
  '7.29': 'our-authentication',
  '7.30': 'policy',
};

/** Subjects whose details say less than the text does. */
const protocolSubject = '5';

export function classOfEnhanced({ enhanced, code }: Refusal): MailClass | undefined {
  if (enhanced === '') return undefined;
  const [, subject = '', detail = ''] = enhanced.split('.');
  const found = classes[`${subject}.${detail}`];
  if (found !== undefined) return found;
  // RFC 3463 §3.6, where the code is of no other mind.
  const isAboutUs = subject === protocolSubject && code !== 550 && code !== 554;
  return isAboutUs ? 'protocol' : undefined;
}
