/** An account as people see it. */
import { z } from 'zod';
import { instantText } from '#core/instant-text.ts';
import { formatExact } from '#core/money.ts';
import { type Account, accountStates, keyPlaces, transliterations, xmlForms } from './account.ts';

const instant = z.iso.datetime();

/** Amounts are exact, in units of its currency. */
export const accountView = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  state: z.enum(accountStates),
  homeCountry: z.string(),
  transliterate: z.enum(transliterations),
  keyPlaces: z.enum(keyPlaces),
  xmlForm: z.enum(xmlForms),
  timeZone: z.string(),
  currency: z.string(),
  balance: z.string(),
  alertLevel: z.string().nullable(),
  testBalance: z.string(),
  /** The account that it stands under. */
  parentId: z.int().nullable(),
  removedAt: instant.nullable(),
  createdAt: instant,
});

export type AccountView = z.output<typeof accountView>;

export function viewAccount(account: Account): AccountView {
  const { balance, testBalance, alertLevel, removedAtMs, createdAtMs, ...rest } = account;
  return {
    ...rest,
    balance: formatExact(balance),
    alertLevel: alertLevel === null ? null : formatExact(alertLevel),
    testBalance: formatExact(testBalance),
    removedAt: removedAtMs === null ? null : instantText(removedAtMs),
    createdAt: instantText(createdAtMs),
  };
}
