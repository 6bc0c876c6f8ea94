/** What the built-in operator and its phones do: orders of the command line, what it owes its clients, calls. */

import { sql } from 'kysely';
import type { PhoneEvent, PhoneWish } from '#simulator/phones/phone-call.ts';
import type { SimulatorStore } from '#simulator/simulator-store.ts';
import { type Database, writeChange, writeRow } from './database.ts';
import { fields } from './fields.ts';

export function simulatorOrderStore(database: Database) {
  const { build } = database;
  return {
    async addOrder(body, atMs) {
      const query = build.insertInto('simulator_order').values({ body, created_at: atMs });
      await database.write([query]);
    },
    async takeOrders(limit) {
      const oldest = build.selectFrom('simulator_order').selectAll().orderBy('id').limit(limit);
      const rows = await database.read(oldest);
      const last = rows.at(-1)?.id;
      if (last === undefined) return [];
      const query = build.deleteFrom('simulator_order').where('id', '<=', last);
      await database.write([query]);
      return rows.map(({ body }) => body);
    },
  } satisfies Partial<SimulatorStore>;
}

const deliveryFields = fields('simulator_delivery', 'id system_id due_at pdu');

export function keptDeliveryStore(database: Database) {
  const { build } = database;
  return {
    async keepDeliveries(deliveries) {
      const rows = deliveries.map(({ id, systemId, dueAtMs, pdu }) => ({
        id,
        system_id: systemId,
        due_at: Math.round(dueAtMs),
        pdu,
      }));
      await database.write([build.insertInto('simulator_delivery').values(rows)]);
    },
    async forgetDeliveries(ids) {
      const query = build.deleteFrom('simulator_delivery').where('id', 'in', ids);
      // Nobody waits for it: a start that finds them delivers them once more.
      await database.write([query], { isPatient: true });
    },
    async listDeliveries(afterId, limit) {
      const query = build
        .selectFrom('simulator_delivery')
        .select(deliveryFields)
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(limit);
      return database.read(query);
    },
    async hastenDeliveries(byMs) {
      const query = build
        .updateTable('simulator_delivery')
        .set((row) => ({ due_at: row('due_at', '-', Math.round(byMs)) }));
      await database.write([query]);
    },
  } satisfies Partial<SimulatorStore>;
}

const noSound = Buffer.alloc(0);

export function phoneCallStore(database: Database) {
  const { build } = database;
  return {
    async orderPhoneCall({ wish, sound, atMs }, keptMax) {
      const insert = build
        .insertInto('simulator_call')
        .values({
          state: 'ordered',
          ordered_at: atMs,
          seen_at: atMs,
          wish: JSON.stringify(wish),
          events: '[]',
          sound,
          heard: noSound,
        })
        .returning('id');
      const row = await writeRow(database, insert);
      const id = row?.id ?? 0;
      const old = build.deleteFrom('simulator_call').where('id', '<=', id - keptMax);
      await database.write([old]);
      return id;
    },
    takePhoneCalls: takePhoneCalls(database),
    async notePhoneCall(id, { state, events, atMs, heard }) {
      const query = build
        .updateTable('simulator_call')
        .set((row) => ({
          state,
          seen_at: atMs,
          events: JSON.stringify(events),
          heard: heard ?? row.ref('heard'),
        }))
        .where('id', '=', id)
        // What is told late changes no end.
        .where('state', '!=', 'over');
      await database.write([query]);
    },
    async findPhoneCall(id) {
      const query = build
        .selectFrom('simulator_call')
        .select(['id', 'state', 'events', 'seen_at'])
        .where('id', '=', id);
      const [row] = await database.read(query);
      if (row === undefined) return undefined;
      const events = JSON.parse(row.events) as readonly PhoneEvent[];
      return { id, state: row.state, events, seenAtMs: row.seen_at };
    },
    async readHeard(id) {
      const query = build.selectFrom('simulator_call').select('heard').where('id', '=', id);
      const [row] = await database.read(query);
      return row?.heard;
    },
    async forgetPhoneCall(id) {
      await database.write([build.deleteFrom('simulator_call').where('id', '=', id)]);
    },
  } satisfies Partial<SimulatorStore>;
}

function takePhoneCalls(database: Database): SimulatorStore['takePhoneCalls'] {
  const { build } = database;
  return async (limit, sinceMs, nowMs) => {
    const query = build
      .selectFrom('simulator_call')
      .select(['id', 'wish', 'sound'])
      .where('state', '=', 'ordered')
      .where('ordered_at', '>=', sinceMs)
      .orderBy('id')
      .limit(limit);
    const rows = await database.read(query);
    const taken = await Promise.all(
      rows.map(async (row) => {
        const take = build
          .updateTable('simulator_call')
          .set({ state: 'under way', seen_at: nowMs, sound: noSound })
          .where('id', '=', row.id)
          .where('state', '=', 'ordered');
        return (await writeChange(database, take)) ? [row] : [];
      }),
    );
    return taken.flat().map(({ id, wish, sound }) => {
      return { id, wish: JSON.parse(wish) as PhoneWish, sound };
    });
  };
}

/** What the inspector of webhooks has received. */
const requestFields = fields('inspected_request', 'id at head body answer');

export function inspectedRequestStore(database: Database) {
  const { build } = database;
  return {
    async keepRequests(requests, keptMax) {
      const rows = requests.map(({ atMs: at, head, answer, body }) => ({ at, head, answer, body }));
      const bound = sql<number>`(select max(id) - ${keptMax} from inspected_request)`;
      await database.write([
        build.insertInto('inspected_request').values(rows),
        build.deleteFrom('inspected_request').where('id', '<=', bound),
      ]);
    },
    async listRequests({ beforeId, afterId, limit, fromMs, untilMs }) {
      const query = build
        .selectFrom('inspected_request')
        .select(requestFields)
        .where('id', '<', beforeId)
        .where('id', '>', afterId ?? 0)
        .where('at', '>=', fromMs ?? 0)
        .where('at', '<', untilMs ?? Number.MAX_SAFE_INTEGER)
        .orderBy('id', afterId === undefined ? 'desc' : 'asc')
        .limit(limit);
      return database.read(query);
    },
    async findRequest(id) {
      const query = build
        .selectFrom('inspected_request')
        .select(requestFields)
        .where('id', '=', id);
      const [row] = await database.read(query);
      return row;
    },
    async clearRequests() {
      const query = build.deleteFrom('inspected_request');
      const [cleared] = (await database.write([query])) ?? [];
      return cleared?.changes ?? 0;
    },
  } satisfies Partial<SimulatorStore>;
}
