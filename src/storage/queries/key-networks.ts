/** The networks that keys were used from. */
import { sql } from 'kysely';
import type { KeyNetwork, KeyNetworkStore } from '#accounts/key-network-store.ts';
import type { Database, WriteStep } from './database.ts';

/** Of one key. What is used from more networks than these is at home everywhere. */
const networksMax = 1_000;
/** In one commit. */
const together = 200;
/** In one mail. */
const toldMax = 20;

export function keyNetworkStore(database: Database): KeyNetworkStore {
  return {
    async noteKeyNetworks(seen, atMs) {
      const news: KeyNetwork[] = [];
      for (let at = 0; at < seen.length; at += together) {
        const some = seen.slice(at, at + together);
        const written = await database.write(some.map((one) => note(database, one, atMs)));
        news.push(...some.filter((_, place) => isNews(written?.[place]?.rows[0])));
      }
      return news;
    },
    async listNewNetworks(toldBeforeMs, limit) {
      const { build } = database;
      const keys = await database.read(
        build
          .selectFrom('api_key')
          .innerJoin('account', 'account.id', 'api_key.account_id')
          .select(['api_key.id', 'api_key.label', 'api_key.prefix'])
          .select(['account.id as accountId', 'account.name', 'account.email', 'account.currency'])
          .where('api_key.id', 'in', untold(build).select('key_id'))
          .where((is) =>
            is.not(
              is.exists(
                is
                  .selectFrom('key_network')
                  .select('key_id')
                  .whereRef('key_network.key_id', '=', 'api_key.id')
                  .where('told_at', '>=', toldBeforeMs),
              ),
            ),
          )
          .orderBy('api_key.id')
          .limit(limit),
      );
      return Promise.all(
        keys.map(async ({ id, label, prefix, accountId, ...account }) => {
          const query = untold(build)
            .select('network')
            .where('key_id', '=', id)
            .orderBy('seen_at')
            .orderBy('network')
            .limit(toldMax);
          const networks = (await database.read(query)).map(({ network }) => network);
          return { key: { id, label, prefix }, account: { id: accountId, ...account }, networks };
        }),
      );
    },
    async noteToldNetworks(keyId, networks, atMs) {
      const query = database.build
        .updateTable('key_network')
        .set({ told_at: atMs })
        .where('key_id', '=', keyId)
        .where('network', 'in', networks)
        .where('told_at', 'is', null);
      await database.write([query]);
    },
  };
}

/** The first network of a key is no news: somebody begins to use it. Test keys move as they like. */
function note({ build }: Database, { keyId, network }: KeyNetwork, atMs: number): WriteStep {
  const known = build
    .selectFrom('key_network as known')
    .select(sql<number>`cast(count(*) as bigint)`.as('count'))
    .where('known.key_id', '=', keyId);
  return build
    .insertInto('key_network')
    .columns(['key_id', 'network', 'seen_at', 'news'])
    .expression(
      build
        .selectFrom('api_key')
        .select(['id', sql<string>`cast(${network} as text)`.as('network')])
        .select(sql<number>`cast(${atMs} as bigint)`.as('seen_at'))
        .select(sql<0 | 1>`CASE WHEN mode = 'live' AND ${known} > 0 THEN 1 ELSE 0 END`.as('news'))
        .where('id', '=', keyId)
        .where(known, '<', networksMax),
    )
    .onConflict((standing) => standing.columns(['key_id', 'network']).doNothing())
    .returning('news');
}

function isNews(row: unknown): boolean {
  return (row as { readonly news: number } | undefined)?.news === 1;
}

/** As the index has it. */
function untold(build: Database['build']) {
  return build.selectFrom('key_network').where(sql<boolean>`news = 1 AND told_at IS NULL`);
}
