/** `ledger list`, `ledger spending`: what moved an account's money. */
import { z } from 'zod';
import type { AccountStore } from '#accounts/account-store.ts';
import { must } from '#core/assert.ts';
import type { Clock } from '#core/clock.ts';
import { fromInput, lineInput as textInput } from '#core/common-inputs.ts';
import { instantText } from '#core/instant-text.ts';
import { formatExact } from '#core/money.ts';
import { operation } from '#core/operation.ts';
import { keyModes } from '#model/key-mode.ts';
import { findLines } from './ledger-find.ts';
import { ledgerLineView, lineId, lineInput, viewLine } from './ledger-view.ts';

export type LedgerPorts = {
  readonly accounts: Pick<AccountStore, 'findAccount' | 'listLedger' | 'listSpentHours'>;
  readonly clock: Pick<Clock, 'nowMs'>;
};

const hourMs = 3_600_000;
const linesMax = 500;

export const purse = z.enum(keyModes).default('live');

/** What messages cost in an hour is of the time in which the hour ends. */
export const filterShape = {
  /** Part of the kind, of who moved it, or of what it was for. */
  find: textInput(0, 100).optional(),
  from: fromInput.optional(),
  /** Exclusive. */
  until: fromInput.optional(),
};

export const listLedger = operation({
  name: 'ledger list',
  does: 'reads',
  needs: 'read balance',
  input: z.strictObject({
    after: lineInput.optional(),
    limit: z.int().min(1).max(linesMax).default(50),
    purse,
    ...filterShape,
  }),
  output: z.object({
    currency: z.string(),
    lines: z.array(ledgerLineView),
    /** Behind which the next page begins; null: there are no more. */
    next: z.string().nullable(),
  }),
  async run({ accounts, clock }: LedgerPorts, { after, limit, purse: of, ...wish }, { accountId }) {
    const nowMs = clock.nowMs();
    const page = { accountId, purse: of, before: after, limit };
    const { lines: found, last } = await findLines(accounts, page, wish);
    const lines = found.map((line) => viewLine(line, nowMs));
    const next = last === undefined ? null : lineId(last);
    return { currency: await currencyOf(accountId, accounts), lines, next };
  },
});

export const listSpending = operation({
  name: 'ledger spending',
  does: 'reads',
  needs: 'read balance',
  input: z.strictObject({ purse, days: z.int().min(1).max(92).default(31) }),
  output: z.object({
    currency: z.string(),
    hours: z.array(
      z.object({
        startsAt: z.iso.datetime(),
        product: z.enum(['sms', 'email']),
        cost: z.string(),
        parts: z.int(),
      }),
    ),
  }),
  async run({ accounts, clock }: LedgerPorts, { purse: of, days }, { accountId }) {
    const nowMs = clock.nowMs();
    const untilMs = nowMs - (nowMs % hourMs) + hourMs;
    const fromMs = untilMs - days * 24 * hourMs;
    const hours = await accounts.listSpentHours({ accountId, purse: of, fromMs, untilMs });
    return {
      currency: await currencyOf(accountId, accounts),
      hours: hours.map(({ startsAtMs, product, cost, parts }) => ({
        startsAt: instantText(startsAtMs),
        product,
        cost: formatExact(cost),
        parts,
      })),
    };
  },
});

export async function currencyOf(
  accountId: number,
  accounts: Pick<AccountStore, 'findAccount'>,
): Promise<string> {
  return must(await accounts.findAccount(accountId), 'account of a role').currency;
}
