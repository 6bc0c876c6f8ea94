/** The API keys of an account, each for one product. */
import type { ApiKey, ListedKey } from '#accounts/api-key.ts';
import { boundsOf, mintKey } from '#accounts/key-minting.ts';
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
import type { Author } from '#core/author.ts';
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
      return give({ keys: keys.map((key) => toKeyJson(key, budgets)).toReversed() });
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
  ports: AccountPagePorts,
): Promise<Handled<Reply<typeof define.createKey>>> {
  const { accounts, clock } = ports;
  const { accountId, body } = call;
  if ((await accounts.listKeys(accountId)).length >= keysMax) {
    return refuse('too many keys', { details: { max: keysMax } });
  }
  const { product, dailyBudget, mode, label } = body;
  const { clear, key: made } = mintKey({ mode, label, bases: [product], ...boundsOf(body) });
  const author = authorOf(call, clock);
  const wish = { ...made, accountId, createdAtMs: author.atMs };
  const key = await accounts.createKey(wish, author.actor);
  await setBudget(key, dailyBudget, author, ports);
  return give({ key: toKeyJson(key, await budgetsOf(accountId, ports)), clear });
}

async function changeKey(
  call: DashboardCall<typeof define.changeKey>,
  ports: AccountPagePorts,
): Promise<Handled<undefined>> {
  const { accountId, params, body } = call;
  const { dailyBudget, ...change } = body;
  const { accounts } = ports;
  const key = (await accounts.listKeys(accountId)).find(({ id }) => id === params.id);
  if (key === undefined || key.revokedAtMs !== null) return refuse('nothing is there');
  const author = authorOf(call, ports.clock);
  if (Object.values(change).some((value) => value !== undefined)) {
    const isChanged = await accounts.changeKey(accountId, key.id, change, author);
    if (!isChanged) return refuse('nothing is there');
  }
  await setBudget(key, dailyBudget, author, ports);
  return give(undefined);
}

/** Undefined leaves it as it is; null takes it away. */
async function setBudget(
  { accountId, id: keyId }: ApiKey,
  dailyBudget: string | null | undefined,
  author: Author,
  { limits }: AccountPagePorts,
): Promise<void> {
  if (dailyBudget === undefined) return;
  const place = { accountId, keyId, rule: budgetRule } as const;
  if (dailyBudget === null) {
    await limits.removeException(place, author);
    return;
  }
  const max = must(parseMoney(dailyBudget), 'amount of a budget');
  await limits.setException({ ...place, limit: { max, action: 'block' } }, author);
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

function toKeyJson(
  { bases, addresses, scopes, ...key }: ApiKey | ListedKey,
  budgets: ReadonlyMap<number, number>,
): Reply<typeof define.createKey>['key'] {
  const budget = budgets.get(key.id);
  const dailyBudget = budget === undefined ? null : formatExact(budget as Millionths);
  const lists = { products: [...bases], addresses: [...addresses], scopes: [...scopes] };
  return { usedAtMs: null, ...key, ...lists, dailyBudget };
}
