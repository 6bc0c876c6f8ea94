/** The API keys of an account, each for one product. */
import { type ApiKey, hashApiKey, makeApiKey, prefixOf } from '#accounts/api-key.ts';
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
      return give({ keys: keys.map(tellKey).toReversed() });
    }),
    handle(define.createKey, (call) => createKey(call, ports)),
    handle(define.changeKey, async (call) => {
      const { accountId, params, body } = call;
      const author = authorOf(call, clock);
      const isChanged = await accounts.labelKey(accountId, params.id, body.label, author);
      return isChanged ? give(undefined) : refuse('nothing is there');
    }),
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
  return give({ key: tellKey(key), clear });
}

function tellKey({ bases, ...key }: ApiKey): Reply<typeof define.createKey>['key'] {
  return { ...key, products: [...bases] };
}
