/** Words by which servers say what their codes do not, in the order in which they decide. */
import type { MailClass } from '../mail-fact.ts';
import type { Refusal } from './refusal.ts';

type Rule = { readonly class: MailClass; readonly words: RegExp };

const rules: readonly Rule[] = [
  { class: 'greylisted', words: /\bgr[ea]y-?\s?list/i },
  {
    class: 'mailbox-full',
    words:
      /\b(?:over|out of|exceed\w*)[\s-]?(?:\w+\s)?quota|quota (?:is )?exceeded|(?:mail)?box (?:is )?full|full mailbox|insufficient (?:system )?storage/i,
  },
  {
    class: 'too-big',
    words: /\b(?:message|mail|size)\b.{0,30}\b(?:too (?:big|large)|exceeds)|exceeds.{0,30}\bsize/i,
  },
  {
    class: 'our-authentication',
    words:
      /\b(?:spf|dkim|dmarc)\b|unauthenticated (?:e?-?mail|sender)|sender (?:domain )?(?:could|can) ?not be (?:verified|authenticated)/i,
  },
  {
    class: 'our-reputation',
    words:
      /\b(?:block|black|deny)[\s-]?list|\b(?:dnsbl|rbl|spamhaus|spamcop|barracuda|sorbs|uceprotect)\b|reputation|\b(?:ip|host|client|address|network|server)\b.{0,40}\b(?:blocked|banned|listed)\b|\b(?:reverse dns|rdns|ptr)\b|blocked using/i,
  },
  {
    class: 'throttled',
    words:
      /rate[\s-]?limit|too many (?:connection|message|mail|concurrent|error|recipient|request|session|invalid)|throttl|too (?:fast|quickly)|(?:rate|limit)\b.{0,30}exceeded|exceeded.{0,40}\b(?:rate|limit)\b|temporarily deferred|slow down|unusual rate|unexpected volume/i,
  },
  {
    class: 'mailbox-disabled',
    words:
      /\b(?:account|mailbox|user|recipient|address)\b.{0,40}\b(?:disabled|inactive|suspended|deactivated|locked|discontinued|no longer)|disabled (?:account|mailbox|user|recipient)/i,
  },
  {
    class: 'mailbox-unknown',
    words:
      /\b(?:user|mailbox|recipient|account|addressee?)\b.{0,60}\b(?:unknown|not found|not exist|invalid|unavailable|undeliverable)|no such (?:user|mailbox|recipient|address|account|person)|(?:unknown|invalid|non-?existent) (?:user|recipient|mailbox|local|address|account)|no mailbox (?:here|by that)|doesn.t have (?:an?|this) .{0,20}account|does not exist/i,
  },
  {
    class: 'content',
    words:
      /\b(?:spam|virus|malware|phish\w*|unsolicited|junk)\b|message content|content (?:rejected|policy|filter)|suspicious (?:content|message|link|attachment)/i,
  },
  {
    class: 'policy',
    words:
      /\bpolicy\b|relay(?:ing)?\b.{0,30}(?:denied|not permitted|not allowed|prohibited)|access denied|not (?:authori[sz]ed|permitted|allowed)|administrative(?:ly)? prohibit|must use TLS|encryption (?:required|needed)/i,
  },
];

export function classOfWords({ text, enhanced }: Refusal): MailClass | undefined {
  const found = rules.find(({ words }) => words.test(text))?.class;
  if (found !== undefined) return found;
  // RFC 3463 §3.8: security or policy, and nothing that we can read.
  return enhanced.startsWith('5.7.') ? 'policy' : undefined;
}
