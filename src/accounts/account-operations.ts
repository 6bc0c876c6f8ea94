/** `account list`, `show`, `create`, `set`, `topup`: who may send, and what they have left. */
import { z } from 'zod';
import { accountInput, amountInput, lineInput } from '#core/common-inputs.ts';
import { inspectorUrl } from '#core/inspector-url.ts';
import { formatExact, zero } from '#core/money.ts';
import { operation, Refusal, refuse } from '#core/operation.ts';
import { type AccountChange, testMoney } from './account.ts';
import {
  changeShape,
  newAccountShape,
  policyShape,
  policyView,
  viewPolicy,
} from './account-input.ts';
import type { AccountStore, LedgerSums } from './account-store.ts';
import {
  readUrls,
  saveUrls,
  secretsView,
  type UrlPorts,
  urlsView,
  viewUrls,
} from './account-urls.ts';
import { accountView, viewAccount } from './account-view.ts';
import { keyView, viewKey, viewKeys } from './keys/key-view.ts';
import { createKey } from './keys/new-key.ts';
import type { LimitStore } from './limits/limit-store.ts';
import { findPolicy } from './limits/policy.ts';
import { type ShortNumberPorts, setShortNumber, shortNumberRefusals } from './own-short-number.ts';

type AccountPorts = UrlPorts &
  ShortNumberPorts & {
    readonly accounts: Pick<
      AccountStore,
      | 'findAccount'
      | 'listAccounts'
      | 'createAccount'
      | 'changeAccount'
      | 'createKey'
      | 'listKeys'
      | 'move'
      | 'ledgerSums'
      | 'listSubAccounts'
    > &
      Pick<LimitStore, 'listPolicies' | 'savePolicy' | 'listExceptions'>;
    readonly currency: string;
    readonly homeCountry: string;
  };

const listMax = 1_000;
const changes = ['account list', 'account show'];
const account = accountInput;

const ledgerView = z.object({
  /** What must be true of money: what came in, without what was spent, is what is there. */
  adds: z.boolean(),
  balance: z.string(),
  movements: z.string(),
  costs: z.string(),
});

export const listAccounts = operation({
  name: 'account list',
  does: 'reads',
  needs: 'administrator',
  input: z.strictObject({
    after: account.optional(),
    limit: z.int().min(1).max(listMax).default(listMax),
    /** Part of a name or an address; sub-accounts of a parent are not filtered. */
    find: lineInput(0, 200).optional(),
    parent: account.optional(),
  }),
  output: z.object({
    accounts: z.array(accountView),
    /** Behind which the next page begins; null: there are no more, or they are sub-accounts. */
    next: z.int().nullable(),
    /** How many sub-accounts there are. */
    all: z.int().nullable(),
  }),
  refusals: ['account is not there', 'pages are of all accounts'],
  async run({ accounts }: AccountPorts, { after = 0, limit, find, parent }) {
    if (parent !== undefined) {
      if (after > 0) return refuse('pages are of all accounts', { field: 'after' });
      if ((await accounts.findAccount(parent)) === undefined) return notThere(parent);
      const page = await accounts.listSubAccounts(parent, 1, limit);
      return { accounts: page.accounts.map(viewAccount), next: null, all: page.total };
    }
    // One more than is shown tells whether there are more.
    const found = await accounts.listAccounts(after, limit + 1, find);
    const shown = found.slice(0, limit);
    const next = found.length > limit ? (shown.at(-1)?.id ?? null) : null;
    return { accounts: shown.map(viewAccount), next, all: null };
  },
});

export const showAccount = operation({
  name: 'account show',
  does: 'reads',
  needs: 'administrator',
  positional: ['account'],
  input: z.strictObject({ account }),
  output: z.object({
    account: accountView,
    policy: policyView,
    keys: z.array(keyView),
    endpoints: urlsView,
    ledger: z.object({ live: ledgerView, test: ledgerView }),
  }),
  refusals: ['account is not there'],
  async run(ports: AccountPorts, { account: id }) {
    const found = await ports.accounts.findAccount(id);
    if (found === undefined) return notThere(id);
    const live = viewLedger(await ports.accounts.ledgerSums(id, 'live'));
    const test = viewLedger(await ports.accounts.ledgerSums(id, 'test'));
    return {
      account: viewAccount(found),
      policy: viewPolicy(await findPolicy(id, ports.accounts)),
      keys: await viewKeys(id, ports),
      endpoints: await viewUrls(id, ports),
      ledger: { live, test },
    };
  },
});

/** Each base address has its own live key, as in the dashboards of the two products. */
const firstKeys = [
  { mode: 'live', bases: ['sms'], label: 'SMS' },
  { mode: 'live', bases: ['email'], label: 'Email' },
  { mode: 'test', bases: ['sms', 'email'], label: 'Test' },
] as const;

export const createAccount = operation({
  name: 'account create',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes,
  input: z.strictObject(newAccountShape),
  output: z.object({
    account: accountView,
    keys: z.array(keyView.extend({ key: z.string() })),
    endpoints: urlsView,
    secrets: secretsView,
  }),
  refusals: ['URL cannot be used'],
  async run(ports: AccountPorts, { name, email, balance = zero, ...wish }, author) {
    const urls = readUrls(wish, administrators(ports));
    if (urls instanceof Refusal) return urls;
    const { currency = ports.currency, country: homeCountry = ports.homeCountry } = wish;
    const place = { name, email, currency, homeCountry };
    const money = { balance, testBalance: testMoney, createdAtMs: author.atMs };
    const made = await ports.accounts.createAccount({ ...place, ...money }, author.actor);
    const { id: accountId } = made;
    const keys = [];
    for (const one of firstKeys) {
      // Keys keep the order in which they are shown.
      const { key, clear } = await createKey({ ...one, accountId }, ports, author);
      keys.push({ ...viewKey(key), key: clear });
    }
    const secrets = await saveUrls(accountId, urls, { urls: ports.accountUrls, author });
    const { webhooksAtOnce } = wish;
    if (webhooksAtOnce !== undefined) {
      await ports.accountUrls.limit(accountId, webhooksAtOnce, author);
    }
    const endpoints = await viewUrls(accountId, ports);
    return { account: viewAccount(made), keys, endpoints, secrets };
  },
});

export const setAccount = operation({
  name: 'account set',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes: [...changes, 'limit list', 'balance show'],
  positional: ['account'],
  input: z.strictObject({ account, ...changeShape }),
  output: z.object({
    account: accountView,
    policy: policyView,
    endpoints: urlsView,
    secrets: secretsView,
  }),
  refusals: [
    'account is not there',
    'account would not change',
    'URL cannot be used',
    ...shortNumberRefusals,
  ],
  async run(ports: AccountPorts, { account: id, ...given }, author) {
    if (Object.keys(given).length === 0) return refuse('account would not change');
    const urls = readUrls(given, administrators(ports));
    if (urls instanceof Refusal) return urls;
    if ((await ports.accounts.findAccount(id)) === undefined) return notThere(id);
    const refusal = await setShortNumber(id, given, { ports, author });
    if (refusal !== undefined) return refusal;
    await changeAccount(id, given, { ports, author });
    await changePolicy(id, given, { ports, author });
    const secrets = await saveUrls(id, urls, { urls: ports.accountUrls, author });
    if (given.webhooksAtOnce !== undefined) {
      await ports.accountUrls.limit(id, given.webhooksAtOnce, author);
    }
    const changed = await ports.accounts.findAccount(id);
    if (changed === undefined) return notThere(id);
    return {
      account: viewAccount(changed),
      policy: viewPolicy(await findPolicy(id, ports.accounts)),
      endpoints: await viewUrls(id, ports),
      secrets,
    };
  },
});

export const topUpAccount = operation({
  name: 'account topup',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes: [...changes, 'balance show', 'ledger list'],
  positional: ['account', 'amount'],
  input: z.strictObject({ account, amount: amountInput, test: z.boolean().default(false) }),
  output: z.object({ account: accountView, test: z.boolean() }),
  refusals: ['account is not there'],
  async run({ accounts }: AccountPorts, { account: accountId, amount, test }, { actor, atMs }) {
    const purse = test ? 'test' : 'live';
    const kind = amount > 0 ? 'top-up' : 'correction';
    const moved = await accounts.move({ accountId, purse, amount, kind, actor, atMs });
    return moved === undefined ? notThere(accountId) : { account: viewAccount(moved), test };
  },
});

/** An administrator may name the program's own inspector; a client's request may not. */
function administrators({ checkUrl }: UrlPorts): Pick<UrlPorts, 'checkUrl'> {
  return {
    checkUrl: (text) =>
      text === inspectorUrl ? { ok: true, url: { href: text } } : checkUrl(text),
  };
}

function notThere(accountId: number): Refusal<'account is not there'> {
  return refuse('account is not there', { field: 'account', params: { account: accountId } });
}

type Given = z.output<z.ZodObject<typeof changeShape>>;
type Changing = {
  readonly ports: AccountPorts;
  readonly author: Parameters<typeof setShortNumber>[2]['author'];
};

async function changeAccount(id: number, given: Given, { ports, author }: Changing): Promise<void> {
  const { name, email, state, country: homeCountry, transliterate } = given;
  const { keyPlaces, xmlForm, alertLevel, timeZone } = given;
  const person = { name, email, state, homeCountry, alertLevel, timeZone };
  const change: AccountChange = { ...person, transliterate, keyPlaces, xmlForm };
  if (Object.values(change).some((value) => value !== undefined)) {
    await ports.accounts.changeAccount(id, change, author);
  }
}

const policyFields: readonly string[] = Object.keys(policyShape);

async function changePolicy(id: number, given: Given, { ports, author }: Changing): Promise<void> {
  const said = Object.entries(given).filter(([field]) => policyFields.includes(field));
  if (said.length === 0) return;
  const standing = await findPolicy(id, ports.accounts);
  await ports.accounts.savePolicy({ ...standing, ...Object.fromEntries(said) }, author);
}

function viewLedger(sums: LedgerSums): z.input<typeof ledgerView> {
  return {
    adds: sums.balance === sums.movements - sums.costs,
    balance: formatExact(sums.balance),
    movements: formatExact(sums.movements),
    costs: formatExact(sums.costs),
  };
}
