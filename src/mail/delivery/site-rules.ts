/** Where a large provider gives codes and words another meaning than the registry. */
import type { MailClass } from '../mail-fact.ts';
import type { Refusal } from './refusal.ts';

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

export function classAtSite({ site, enhanced, text }: Refusal): MailClass | undefined {
  const detail = enhanced.slice(2);
  return rules.find(
    (rule) =>
      rule.sites.includes(site) &&
      (rule.detail?.test(detail) ?? true) &&
      (rule.words?.test(text) ?? true),
  )?.class;
}
