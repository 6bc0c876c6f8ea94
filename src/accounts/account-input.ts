/** What people say of an account, at each door. */
import { z } from 'zod';
import { costInput, emailInput, lineInput } from '#core/common-inputs.ts';
import { textOf } from '#core/input-form.ts';
import { countryCode, currencyCode, namedTimeZone } from '#core/value-kind.ts';
import { readOwnDigits } from '#model/short-number.ts';
import { accountStates, keyPlaces, transliterations, xmlForms } from './account.ts';
import { type AccountPolicy, type OpenCountries, quietHoursWords } from './limits/policy.ts';
import { trusts } from './limits/rules.ts';
import { accountForms } from './words.ts';

const country = textOf(countryCode, accountForms.country);

/** Checked by the guard; empty removes it. */
const url = textOf({ read: (text) => text.trim() }, accountForms.url);

const urlsShape = { replyUrl: url.optional(), dlrUrl: url.optional(), eventUrl: url.optional() };

const webhooksAtOnce = z.int().min(1).max(64).optional();

export const newAccountShape = {
  name: lineInput(1, 100),
  email: emailInput(),
  currency: textOf(currencyCode, accountForms.currency).optional(),
  country: country.optional(),
  balance: costInput.optional(),
  ...urlsShape,
  webhooksAtOnce,
};

/** What its people set, too. */
export const ownSettingsShape = z
  .object({
    transliterate: z.enum(transliterations),
    keyPlaces: z.enum(keyPlaces),
    timeZone: textOf(namedTimeZone, accountForms.timeZone),
    xmlForm: z.enum(xmlForms),
    replyUrl: url,
    dlrUrl: url,
    eventUrl: url,
  })
  .partial().shape;

const countries = textOf<OpenCountries>(
  {
    read(text) {
      if (text === 'home' || text === 'all') return text;
      const codes = text.split(',').map((code) => countryCode.read(code.trim()));
      return codes.every((code) => code !== undefined) ? new Set(codes) : undefined;
    },
  },
  accountForms.countries,
);

export const policyShape = z
  .object({
    countries,
    costlyNumbers: z.boolean(),
    trust: z.enum(trusts),
    quietHours: z.enum(quietHoursWords),
    marketing: z.boolean(),
    refundUndelivered: z.boolean(),
  })
  .partial().shape;

const shortNumber = textOf({ read: readOwnDigits }, accountForms.shortNumber, { orNone: true });

/** Compared in capitals with the first word of a message. */
const keyword = textOf(
  { read: (text) => (/^[\p{L}\p{N}]{1,20}$/u.test(text) ? text.toUpperCase() : undefined) },
  accountForms.keyword,
);

export const changeShape = {
  name: lineInput(1, 100).optional(),
  email: emailInput().optional(),
  state: z.enum(accountStates).optional(),
  country: country.optional(),
  ...ownSettingsShape,
  alertLevel: costInput.nullable().optional(),
  webhooksAtOnce,
  shortNumber: shortNumber.optional(),
  keyword: keyword.optional(),
  ...policyShape,
};

export const policyView = z.object({
  /** Which limits it has by default. */
  trust: z.enum(trusts),
  /** Where it may send; `home`: its own country alone. */
  countries: z.union([z.enum(['home', 'all']), z.array(z.string())]),
  /** Premium, shared-cost and satellite numbers. */
  costlyNumbers: z.boolean(),
  /** Whether marketing waits for the recipient’s day; `country`: where the account’s own has such a rule. */
  quietHours: z.enum(quietHoursWords),
  /** All that it sends is marketing. */
  marketing: z.boolean(),
  /** What is reported as not delivered is paid back. */
  refundUndelivered: z.boolean(),
});

export type PolicyView = z.output<typeof policyView>;

export function viewPolicy({ countries: open, ...policy }: AccountPolicy): PolicyView {
  return { ...policy, countries: typeof open === 'string' ? open : [...open].toSorted() };
}
