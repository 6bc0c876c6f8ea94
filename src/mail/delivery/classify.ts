/**
 * What an SMTP refusal means (hard bounce, deferral, greylisting): site rules first, then the enhanced code (RFC 3463 and the IANA registry of it),
 * then words of the text, then the code by the stage at which it came. `fixtures/smtp-replies.json` holds
 * examples. What is about us (address, authentication, rate) is never taken for a fault of the recipient.
 */
import type { MailClass } from '../mail-fact.ts';
import type { Refusal } from './refusal.ts';
import { classOfWords } from './reply-words.ts';

export function classify(refusal: Refusal): MailClass {
  const { stage, code } = refusal;
  if (stage === 'auth' || code === 530 || code === 535) return 'relay-auth';
  const found = classAtSite(refusal) ?? classOfEnhanced(refusal) ?? classOfWords(refusal);
  return code >= 500 ? (found ?? classOfCode(refusal)) : passing(found, refusal);
}

/** Classes that a 4xx may have; with any other one the server says that it does not know yet. */
const passingClasses: ReadonlySet<MailClass> = new Set<MailClass>([
  'mailbox-full',
  'greylisted',
  'throttled',
  'our-reputation',
  'our-authentication',
]);

function passing(found: MailClass | undefined, { code }: Refusal): MailClass {
  if (found !== undefined && passingClasses.has(found)) return found;
  if (code === 421) return 'throttled';
  // RFC 5321 §4.2.3: insufficient storage.
  return code === 452 && found === undefined ? 'mailbox-full' : 'temporary';
}

/** RFC 5321 §4.2.3, for a 5xx without enhanced code and words that are known. */
function classOfCode({ stage, code }: Refusal): MailClass {
  if (stage === 'greeting' || (stage === 'ehlo' && code === 550)) return 'our-reputation';
  if ([500, 501, 502, 503, 504, 555].includes(code)) return 'protocol';
  if (code === 552) return stage === 'rcpt' ? 'mailbox-full' : 'too-big';
  if (code === 551 && stage === 'rcpt') return 'mailbox-unknown';
  if (code === 554 && (stage === 'body' || stage === 'data')) return 'content';
  return code === 550 && stage === 'mail' ? 'policy' : 'refused';
}

/** Where a large provider gives codes and words another meaning than the registry. */
type SiteRule = {
  readonly sites: readonly string[];
  /** The enhanced code without its class; any where it is not named. */
  readonly detail?: RegExp;
  readonly words?: RegExp;
  readonly class: MailClass;
};

const microsoft = ['outlook', 'office365'];

const rules: readonly SiteRule[] = [
  // The registry says null MX and ARC; here they say SPF and TLS.
  { sites: ['google'], detail: /^7\.27$/, class: 'our-authentication' },
  { sites: ['google'], detail: /^7\.29$/, class: 'policy' },
  {
    sites: ['google'],
    detail: /^7\.1$/,
    words: /unsolicited|reputation/i,
    class: 'our-reputation',
  },
  { sites: ['google'], detail: /^2\.1$/, words: /rate|quickly/i, class: 'throttled' },
  { sites: ['google'], detail: /^4\.5$/, class: 'throttled' },
  { sites: microsoft, detail: /^1\.10$/, class: 'mailbox-unknown' },
  // Directory-based blocking at the edge.
  { sites: microsoft, detail: /^4\.1$/, class: 'mailbox-unknown' },
  { sites: microsoft, detail: /^7\.(?:509|515)$/, class: 'our-authentication' },
  { sites: microsoft, detail: /^7\.(?:511|6\d\d|70[58]|750)$/, class: 'our-reputation' },
  { sites: microsoft, words: /\bS(?:3140|3150|2017|2019|2020)\b/, class: 'our-reputation' },
  { sites: ['yahoo'], words: /\[TSS\d+\]|\[TS0[1-4]\]/, class: 'throttled' },
  { sites: ['yahoo'], words: /\[BL\d+\]/, class: 'our-reputation' },
  { sites: ['apple'], words: /\[CS01\]/, class: 'content' },
  { sites: ['orange'], words: /\bO?FR_?(?:104|105|108)\b/, class: 'throttled' },
];

function classAtSite({ site, enhanced, text }: Refusal): MailClass | undefined {
  const detail = enhanced.slice(2);
  return rules.find(
    (rule) =>
      rule.sites.includes(site) &&
      (rule.detail?.test(detail) ?? true) &&
      (rule.words?.test(text) ?? true),
  )?.class;
}

// RFC 3463 §3 and the IANA registry "SMTP Enhanced Status Codes", subject and detail, as we read them.

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

function classOfEnhanced({ enhanced, code }: Refusal): MailClass | undefined {
  if (enhanced === '') return undefined;
  const [, subject = '', detail = ''] = enhanced.split('.');
  const found = classes[`${subject}.${detail}`];
  if (found !== undefined) return found;
  // RFC 3463 §3.6, where the code is of no other mind.
  const isAboutUs = subject === protocolSubject && code !== 550 && code !== 554;
  return isAboutUs ? 'protocol' : undefined;
}
