/**
 * What an SMTP refusal means (hard bounce, deferral, greylisting): site rules first, then the enhanced code (RFC 3463 and the IANA registry of it),
 * then words of the text, then the code by the stage at which it came. `fixtures/smtp-replies.json` holds
 * examples. What is about us (address, authentication, rate) is never taken for a fault of the recipient.
 */
import type { MailClass } from '../mail-fact.ts';
import { classOfEnhanced } from './enhanced-codes.ts';
import type { Refusal } from './refusal.ts';
import { classOfWords } from './reply-words.ts';
import { classAtSite } from './site-rules.ts';

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
