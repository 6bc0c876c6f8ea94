/** The API keys of an account, each for one product. */
import {
  type ApiKey,
  hashApiKey,
  type ListedKey,
  makeApiKey,
  prefixOf,
} from '#accounts/api-key.ts';
import { authorOf } from '#api/dashboard/author.ts';
import type { Reply } from '#api/dashboard/definition.ts';
import {
  type DashboardCall,
  give,
  type Handled,
  type Handler,
  handle,
} from '#api/dashboard/handler.ts';
import { refuse } from '#api/reply.ts';
import { must } from '#core/assert.ts';
import { formatExact, type Millionths, parseMoney } from '#core/money.ts';
import * as define from './definitions.ts';
import type { AccountPagePorts } from './ports.ts';

/** Revoked ones count, since they stay in the list. */
const keysMax = 1_000;

export function keyHandlers(ports: AccountPagePorts): readonly Handler[] {
  const { accounts, clock } = ports;
  return [
    handle(define.listKeys, async ({ accountId, query: { product } }) => {
      const all = await accounts.listKeys(accountId);
      const keys = all.filter(({ bases }) => product === undefined || bases.includes(product));
      const budgets = await budgetsOf(accountId, ports);
      return give({ keys: keys.map((key) => tellKey(key, budgets)).toReversed() });
    }),
    handle(define.createKey, (call) => createKey(call, ports)),
    handle(define.changeKey, (call) => changeKey(call, ports)),
    handle(define.revokeKey, async (call) => {
      const author = authorOf(call, clock);
      const isRevoked = await accounts.revokeKey(call.accountId, call.params.id, author);
      return isRevoked ? give(undefined) : refuse('nothing is there');
    }),
  ];
}

async function createKey(
  call: DashboardCall<typeof define.createKey>,
  { accounts, clock }: AccountPagePorts,
): Promise<Handled<Reply<typeof define.createKey>>> {
  const { accountId, body } = call;
  if ((await accounts.listKeys(accountId)).length >= keysMax) {
    return refuse('too many keys', { details: { max: keysMax } });
  }
  const { mode, product, label } = body;
  const clear = makeApiKey(mode);
  const hash = must(hashApiKey(clear), 'hash of a key just made');
  const { actor, atMs } = authorOf(call, clock);
  const wish = { accountId, bases: [product], mode, prefix: prefixOf(clear), label, hash };
  const key = await accounts.createKey({ ...wish, createdAtMs: atMs }, actor);
  return give({ key: tellKey(key, new Map()), clear });
}

async function changeKey(
  call: DashboardCall<typeof define.changeKey>,
  { accounts, limits, clock }: AccountPagePorts,
): Promise<Handled<undefined>> {
  const { accountId, params, body } = call;
  const key = (await accounts.listKeys(accountId)).find(({ id }) => id === params.id);
  if (key === undefined) return refuse('nothing is there');
  const author = authorOf(call, clock);
  const { label, dailyBudget } = body;
  if (label !== undefined) await accounts.labelKey(accountId, key.id, label, author);
  const place = { accountId, keyId: key.id, rule: budgetRule } as const;
  if (dailyBudget === null) await limits.removeException(place, author);
  else if (dailyBudget !== undefined) {
    const max = must(parseMoney(dailyBudget), 'amount of a budget');
    await limits.setException({ ...place, limit: { max, action: 'block' } }, author);
  }
  return give(undefined);
}

/** The limit of a single key that people know as its budget; `parley limit` sets the same. */
const budgetRule = 'spend-day';

/** In millionths, by the ids of keys. */
async function budgetsOf(
  accountId: number,
  { limits }: AccountPagePorts,
): Promise<ReadonlyMap<number, number>> {
  const own = (await limits.listExceptions()).filter(
    ({ accountId: whose, keyId, rule, limit }) =>
      whose === accountId && keyId !== 0 && rule === budgetRule && limit.action === 'block',
  );
  return new Map(own.map(({ keyId, limit }) => [keyId, limit.max]));
}

function tellKey(
  { bases, ...key }: ApiKey | ListedKey,
  budgets: ReadonlyMap<number, number>,
): Reply<typeof define.createKey>['key'] {
  const budget = budgets.get(key.id);
  const dailyBudget = budget === undefined ? null : formatExact(budget as Millionths);
  return { usedAtMs: null, ...key, products: [...bases], dailyBudget };
}
