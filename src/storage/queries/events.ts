/** Events as their accounts read them: by the ids of each stream. */

import { sql } from 'kysely';
import { eventIdOf, streamOf } from '#model/event-ids.ts';
import { testColumnOf } from '#model/key-mode.ts';
import type { EventStore } from '#webhooks/pull/event-store.ts';
import type { Database } from './database.ts';
import { putEvents } from './owed-events.ts';

export function eventStore(database: Database): EventStore {
  const { build } = database;
  return {
    async addEvents(events) {
      await database.write([...putEvents(database, events)]);
    },
    listStreams: () => listStreams(database),
    async listForgotten() {
      const rows = await database.read(
        build.selectFrom('forgotten_event').select(['stream', 'last_id']).orderBy('stream'),
      );
      return rows.map(({ stream, last_id: lastId }) => ({ stream, lastId }));
    },
    async findEvents({ accountId, mode, after, before, limit }) {
      const query = build
        .selectFrom('webhook_event')
        .select(['id', 'kind', 'created_at', 'test', 'order_key as orderKey'])
        .select(sql<number>`length(body)`.as('octets'))
        .where('account_id', '=', accountId)
        .where('id', '>', after)
        .where('id', '<', before)
        .orderBy('id')
        .limit(limit);
      const rows = await database.read(
        mode === undefined ? query : query.where('test', '=', testColumnOf({ mode })),
      );
      return rows.map(({ created_at: createdAtMs, test, octets: bodyBytes, ...head }) => {
        return { ...head, createdAtMs, test: test === 1, bodyBytes };
      });
    },
    async findBodies(eventIds) {
      if (eventIds.length === 0) return new Map();
      const rows = await database.read(
        build.selectFrom('webhook_event').select(['id', 'body']).where('id', 'in', eventIds),
      );
      return new Map(rows.map(({ id, body }) => [id, body]));
    },
    async findAccounts({ after, before, limit }) {
      const rows = await database.read(
        build
          .selectFrom('webhook_event')
          .select('account_id')
          .where('id', '>', after)
          .where('id', '<', before)
          .orderBy('id')
          .limit(limit),
      );
      return rows.map(({ account_id: accountId }) => accountId);
    },
  };
}

/** Numbers of a stream are reserved before its first event is stored. */
async function listStreams(database: Database) {
  const { build } = database;
  const blocks = await database.read(
    build
      .selectFrom('id_block')
      .select('name')
      .where((eb) => eb.or([eb('name', '=', 'event'), eb('name', 'like', 'event %')])),
  );
  const streams = blocks.map(({ name }) => Number(name.slice('event '.length)));
  const [first, ...others] = streams.map((stream) =>
    build
      .selectFrom('webhook_event')
      .select((eb) => eb.fn.max<number | null>('id').as('id'))
      .where('id', '>=', eventIdOf(stream, 0))
      .where('id', '<', eventIdOf(stream + 1, 0)),
  );
  if (first === undefined) return [];
  const heads = others.reduce((all, one) => all.unionAll(one), first);
  const found = await database.read(heads);
  const ids = found.map(({ id }) => id).filter((id) => id !== null);
  const lastIds = new Map(ids.map((id) => [streamOf(id), id]));
  return streams.map((stream) => ({ stream, lastId: lastIds.get(stream) ?? 0 }));
}
