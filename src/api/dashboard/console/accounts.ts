/** Accounts: made with their first keys, credited, suspended, and let send again. */

import type { Account } from '#accounts/account.ts';
import type { LedgerSums } from '#accounts/account-store.ts';
import { type ApiBase, unbounded } from '#accounts/api-key.ts';
import { mintKey } from '#accounts/key-minting.ts';
import { authorOf } from '#api/dashboard/author.ts';
import type { Reply } from '#api/dashboard/definition.ts';
import {
  type DashboardCall,
  give,
  type Handled,
  type Handler,
  handle,
} from '#api/dashboard/handler.ts';
import { pageMax } from '#api/dashboard/schemas.ts';
import { refuse } from '#api/reply.ts';
import { must } from '#core/assert.ts';
import type { Author } from '#core/author.ts';
import { formatBalance, formatExact, type Millionths, parseMoney } from '#core/money.ts';
import { countryCode, currencyCode } from '#core/value-kind.ts';
import type { KeyMode } from '#model/key-mode.ts';
import * as definitions from './definitions.ts';
import type { ConsolePorts } from './ports.ts';

const nothingThere = refuse('nothing is there');
/** 100 units: enough to try some thousand messages. */
const testBalance = 100_000_000 as Millionths;

/** Each product has its own live key. */
const firstKeys: readonly {
  readonly mode: KeyMode;
  readonly bases: readonly ApiBase[];
  readonly label: string;
}[] = [
  { mode: 'live', bases: ['sms'], label: 'SMS' },
  { mode: 'live', bases: ['email'], label: 'Email' },
  { mode: 'test', bases: ['sms', 'email'], label: 'Test' },
];

export function consoleAccountHandlers(ports: ConsolePorts): readonly Handler[] {
  const { accounts, clock } = ports;
  return [
    handle(definitions.listAccounts, async ({ query }) => {
      const { after = 0, limit = pageMax } = query;
      const found = await accounts.listAccounts(after, limit);
      return give({
        accounts: found.map(toAccountJson),
        after: found.length < limit ? null : (found.at(-1)?.id ?? null),
      });
    }),
    handle(definitions.createAccount, (call) => createAccount(call, ports)),
    handle(definitions.findAccount, async ({ params: { id } }) => {
      const account = await accounts.findAccount(id);
      if (account === undefined) return nothingThere;
      const live = await accounts.ledgerSums(id, 'live');
      const test = await accounts.ledgerSums(id, 'test');
      const ledger = { live: toSumsJson(live), test: toSumsJson(test) };
      return give({ account: toAccountJson(account), ledger });
    }),
    handle(definitions.changeAccount, async (call) => {
      const author = authorOf(call, clock);
      const account = await accounts.changeAccount(call.params.id, call.body, author);
      return account === undefined ? nothingThere : give({ account: toAccountJson(account) });
    }),
    handle(
      definitions.viewAccount,
      async ({ who, params: { id: accountId }, body: { reason } }) => {
        const view = await ports.views.begin(who, { accountId, reason });
        return view === undefined ? nothingThere : give({ endsAtMs: view.endsAtMs });
      },
    ),
    handle(definitions.endView, async ({ who }) =>
      (await ports.views.end(who)) ? give(undefined) : nothingThere,
    ),
    handle(definitions.creditAccount, async (call) => {
      const { amount: written, purse } = call.body;
      const amount = must(parseMoney(written), 'amount');
      if (amount === 0) return refuse('credit is not an amount', { field: 'amount' });
      const kind = amount > 0 ? 'top-up' : 'correction';
      const movement = { accountId: call.params.id, purse, amount, kind } as const;
      const account = await accounts.move({ ...movement, ...authorOf(call, clock) });
      return account === undefined ? nothingThere : give({ account: toAccountJson(account) });
    }),
  ];
}

async function createAccount(
  call: DashboardCall<typeof definitions.createAccount>,
  ports: ConsolePorts,
): Promise<Handled<Reply<typeof definitions.createAccount>>> {
  const { name, email, currency: writtenCurrency, country, balance } = call.body;
  const currency = currencyCode.read(writtenCurrency ?? ports.currency);
  if (currency === undefined) return refuseCode('currency', currencyCode.form);
  const homeCountry = countryCode.read(country ?? ports.homeCountry);
  if (homeCountry === undefined) return refuseCode('country', countryCode.form);
  const author = authorOf(call, ports.clock);
  const account = await ports.accounts.createAccount(
    {
      name,
      email,
      currency,
      homeCountry,
      balance: must(parseMoney(balance), 'amount'),
      testBalance,
      createdAtMs: author.atMs,
    },
    author.actor,
  );
  const keys = [];
  for (const wish of firstKeys) {
    // Keys keep the order in which they are shown.
    const clear = await makeKey({ accountId: account.id, ...wish }, author, ports);
    keys.push({ label: wish.label, clear });
  }
  return give({ account: toAccountJson(account), keys });
}

/** The key in clear: only its hash is kept. */
async function makeKey(
  wish: (typeof firstKeys)[number] & { readonly accountId: number },
  { actor, atMs: createdAtMs }: Author,
  { accounts }: ConsolePorts,
): Promise<string> {
  const { accountId, ...named } = wish;
  const { clear, key } = mintKey({ ...unbounded, ...named });
  await accounts.createKey({ ...key, accountId, createdAtMs }, actor);
  return clear;
}

function refuseCode(field: string, reason: string) {
  return refuse('field has a wrong value', { field, details: { reason: `must be ${reason}` } });
}

function toAccountJson(account: Account): Reply<typeof definitions.changeAccount>['account'] {
  const { balance, testBalance: test, ...rest } = account;
  return { ...rest, live: formatBalance(balance), test: formatBalance(test) };
}

function toSumsJson({ balance, movements, costs }: LedgerSums) {
  return {
    adds: balance === movements - costs,
    balance: formatExact(balance),
    movements: formatExact(movements),
    costs: formatExact(costs),
  };
}
