/** What `parley account set` says of where and when an account may send. */
import {
  type AccountPolicy,
  findPolicy,
  type OpenCountries,
  quietHoursWords,
} from '#accounts/limits/policy.ts';
import { trusts } from '#accounts/limits/rules.ts';
import type { Author } from '#core/author.ts';
import { countryCode, oneOf, type ValueKind } from '#core/value-kind.ts';
import type { Installation } from './installation.ts';
import { maybe, type Values } from './option.ts';

const countries: ValueKind<OpenCountries> = {
  form: 'home, all, or country codes with commas between them, such as FR,BE',
  read(text) {
    if (text === 'home' || text === 'all') return text;
    const codes = text.split(',').map((code) => countryCode.read(code.trim()));
    return codes.every((code) => code !== undefined) ? new Set(codes) : undefined;
  },
};

const onOff = oneOf('on', 'off');

export const policyOptions = {
  countries: maybe(countries, 'CODES', 'Where it may send: home, all, or codes such as FR,BE.'),
  costlyNumbers: maybe(
    onOff,
    'STATE',
    'on or off: premium rate, shared cost, satellite and listed high-risk numbers.',
  ),
  trust: maybe(oneOf(...trusts), 'TRUST', 'new or trusted: which limits it has by default.'),
  quietHours: maybe(
    oneOf(...quietHoursWords),
    'STATE',
    'on, off or country (where the account’s own has such a rule): its marketing waits for the recipient’s day.',
  ),
  marketing: maybe(onOff, 'STATE', 'on or off: all that it sends is marketing.'),
  refundUndelivered: maybe(
    onOff,
    'STATE',
    'on or off: what is reported as not delivered is paid back. Default: off.',
  ),
};

/** The policy with what was said changed; stored only if something was. */
export async function changePolicy(
  accountId: number,
  values: Values<typeof policyOptions>,
  { installation, author }: { readonly installation: Installation; readonly author: Author },
): Promise<AccountPolicy> {
  const standing = await findPolicy(accountId, installation.storage.limits);
  const names = Object.keys(policyOptions) as (keyof typeof policyOptions)[];
  if (names.every((name) => values[name] === undefined)) return standing;
  const policy: AccountPolicy = {
    accountId,
    trust: values.trust ?? standing.trust,
    countries: values.countries ?? standing.countries,
    costlyNumbers: isOn(values.costlyNumbers) ?? standing.costlyNumbers,
    quietHours: values.quietHours ?? standing.quietHours,
    marketing: isOn(values.marketing) ?? standing.marketing,
    refundUndelivered: isOn(values.refundUndelivered) ?? standing.refundUndelivered,
  };
  await installation.storage.limits.savePolicy(policy, author);
  return policy;
}

export function policyJson(policy: AccountPolicy): object {
  const { trust, countries: open, costlyNumbers, quietHours, marketing } = policy;
  const { refundUndelivered } = policy;
  return {
    trust,
    countries: typeof open === 'string' ? open : [...open].toSorted(),
    costlyNumbers,
    quietHours,
    marketing,
    refundUndelivered,
  };
}

export function policyFields(policy: AccountPolicy): [string, string][] {
  const { trust, countries: open, costlyNumbers, quietHours, marketing } = policy;
  return [
    ['trust', trust],
    ['sends to', typeof open === 'string' ? open : [...open].toSorted().join(', ')],
    ['costly numbers', costlyNumbers ? 'open' : 'closed'],
    ['quiet hours', quietHours === 'country' ? 'as its country has them' : quietHours],
    ['marketing', marketing ? 'all that it sends' : 'what says so'],
    ['not delivered', policy.refundUndelivered ? 'is paid back' : 'is paid all the same'],
  ];
}

function isOn(state: 'on' | 'off' | undefined): boolean | undefined {
  return state === undefined ? undefined : state === 'on';
}
