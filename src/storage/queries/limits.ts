/** Policies, exceptions from limits, windows that are counted, and what is held. */
import { type Selectable, sql } from 'kysely';
import type { StoredWindow, WindowDelta } from '#accounts/limits/counters.ts';
import type { HeldMessages, LimitKey, LimitStore } from '#accounts/limits/limit-store.ts';
import type { AccountPolicy, OpenCountries } from '#accounts/limits/policy.ts';
import type { RuleName } from '#accounts/limits/rules.ts';
import { auditStep } from './audit.ts';
import { type Database, writeChange } from './database.ts';
import { type FieldRow, fields, rowMaker } from './fields.ts';
import { releaseExpired } from './lanes.ts';
import { settingsChanged } from './settings.ts';
import type { Tables } from './tables.ts';

/** Rows of one statement. */
const rowsMax = 500;
const generationSetting = 'limits.generation';
/** Lanes of what is held: no engine looks there. */
const heldLanes = ['held/', 'held0'] as const;

export function limitStore(database: Database): LimitStore {
  return {
    ...policies(database),
    ...exceptions(database),
    ...windows(database),
    ...held(database),
  };
}

const exceptionFields = fields('limit_exception', 'account_id key_id rule max action');
const windowFields = fields('limit_window', 'rule subject starts_at:windowStartMs amount');
const windowRow = rowMaker(
  'limit_window',
  'rule subject starts_at:windowStartMs ends_at:windowEndMs amount',
);

function policies(database: Database) {
  const { build } = database;
  return {
    async listPolicies() {
      const rows = await database.read(build.selectFrom('account_policy').select(policyFields));
      return rows.map((row) => toPolicy(row));
    },
    async savePolicy(policy, author) {
      const { account_id, ...row } = policyRow(policy);
      const upsert = build
        .insertInto('account_policy')
        .values({ account_id, ...row })
        .onConflict((standing) => standing.column('account_id').doUpdateSet(row));
      const standing = build
        .selectFrom('account_policy')
        .selectAll()
        .where('account_id', '=', account_id);
      const [before] = await database.read(standing);
      const details = { ...row, before: before && policyFacts(before) };
      const audited = { action: 'policy.set', target: `${account_id}`, details };
      const audit = auditStep(database, author, { ...audited, accountId: account_id });
      await database.write([upsert, audit, settingsChanged(database)]);
    },
  } satisfies Partial<LimitStore>;
}

function exceptions(database: Database) {
  const { build } = database;
  return {
    async listExceptions() {
      const rows = await database.read(build.selectFrom('limit_exception').select(exceptionFields));
      return rows.map(({ max, action, ...place }) => ({ ...place, limit: { max, action } }));
    },
    async setException({ accountId, keyId, rule, limit }, author) {
      const upsert = build
        .insertInto('limit_exception')
        .values({ account_id: accountId, key_id: keyId, rule, ...limit })
        .onConflict((standing) =>
          standing.columns(['account_id', 'key_id', 'rule']).doUpdateSet({ ...limit }),
        );
      const standing = build
        .selectFrom('limit_exception')
        .select(['max', 'action'])
        .where('account_id', '=', accountId)
        .where('key_id', '=', keyId)
        .where('rule', '=', rule);
      const [before] = await database.read(standing);
      const audited = { action: 'limit.set', target: nameOf({ accountId, keyId, rule }) };
      const details = { ...limit, before };
      const audit = auditStep(database, author, { ...audited, accountId, details });
      await database.write([upsert, audit, settingsChanged(database)]);
    },
    removeException(place, author) {
      const { accountId, keyId, rule } = place;
      const remove = build
        .deleteFrom('limit_exception')
        .where('account_id', '=', accountId)
        .where('key_id', '=', keyId)
        .where('rule', '=', rule);
      const audited = { action: 'limit.removed', target: nameOf(place), accountId, details: {} };
      const audit = auditStep(database, author, audited);
      return writeChange(database, remove, audit, settingsChanged(database));
    },
  } satisfies Partial<LimitStore>;
}

function windows(database: Database) {
  const { build } = database;
  return {
    async addToWindows(deltas) {
      const steps = inSlices(merged(deltas)).map((slice) => adding(database, slice));
      if (steps.length === 0) return [];
      const written = (await database.write(steps)) ?? [];
      return written.flatMap(({ rows }) => rows as StoredWindow[]);
    },
    async openWindows(nowMs, max) {
      const query = build
        .selectFrom('limit_window')
        .select(windowFields)
        .where('ends_at', '>', nowMs)
        .orderBy('ends_at')
        .limit(max);
      return database.read(query);
    },
    async busiestHours(sinceMs) {
      const rule: RuleName = 'country-hour';
      const query = build
        .selectFrom('limit_window')
        .select(['subject', sql<number>`cast(max(amount) as bigint)`.as('amount')])
        .where('rule', '=', rule)
        .where('starts_at', '>=', sinceMs)
        .groupBy('subject');
      const rows = await database.read(query);
      return new Map(rows.map(({ subject, amount }) => [subject, amount]));
    },
    async resetWindows(accountId, author) {
      const remove = build
        .deleteFrom('limit_window')
        .where((row) =>
          row.or([row('subject', '=', `${accountId}`), row('subject', 'like', `${accountId}/%`)]),
        );
      const turn = build
        .insertInto('setting')
        .values({ name: generationSetting, value: '1' })
        .onConflict((standing) =>
          standing
            .column('name')
            .doUpdateSet({ value: sql<string>`cast(cast(setting.value as bigint) + 1 as text)` }),
        );
      const audited = { action: 'limit.reset', target: `${accountId}`, accountId, details: {} };
      const audit = auditStep(database, author, audited);
      await database.write([remove, turn, audit, settingsChanged(database)]);
    },
    async windowsGeneration() {
      const query = build
        .selectFrom('setting')
        .select('value')
        .where('name', '=', generationSetting);
      const [row] = await database.read(query);
      return Number(row?.value ?? 0);
    },
    async forgetWindows(endedBeforeMs, limit) {
      const old = build
        .selectFrom('limit_window')
        .select('ends_at')
        .where('ends_at', '<', endedBeforeMs)
        .orderBy('ends_at')
        .limit(limit);
      const query = build.deleteFrom('limit_window').where('ends_at', 'in', old);
      const [written] = (await database.write([query])) ?? [];
      return written?.changes ?? 0;
    },
  } satisfies Partial<LimitStore>;
}

function held(database: Database) {
  const { build } = database;
  const [first, end] = heldLanes;
  /** The same lane of the engine that sends. */
  const lane = sql<string>`'sms' || substr(lane, 5)`;
  return {
    async listHeld() {
      const query = build
        .selectFrom('job')
        .select((job) => [
          'lane',
          sql<number>`cast(count(*) as bigint)`.as('parts'),
          job.fn.min('subject').as('firstPartId'),
          job.fn.min('expires_at').as('endsAtMs'),
        ])
        .where('lane', '>=', first)
        .where('lane', '<', end)
        .groupBy('lane');
      const byAccount = new Map<number, HeldMessages>();
      for (const { lane: name, ...row } of await database.read(query)) {
        const accountId = Number(name.slice(name.lastIndexOf('/') + 1));
        byAccount.set(accountId, joined({ accountId, ...row }, byAccount.get(accountId)));
      }
      return [...byAccount.values()];
    },
    async releaseHeld(accountId, how, author) {
      const expires = how === 'expire' ? { expires_at: author.atMs } : {};
      const query = build
        .updateTable('job')
        .set({ lane, ...expires })
        .where('lane', '>=', first)
        .where('lane', '<', end)
        .where('lane', 'like', `%/${accountId}`);
      const details = { how };
      const audited = { action: 'held.released', target: `${accountId}`, accountId, details };
      const written = await database.write([query, auditStep(database, author, audited)]);
      return written?.[0]?.changes ?? 0;
    },
    expireHeld: (nowMs) => releaseExpired(database, { held: heldLanes, lane }, nowMs),
  } satisfies Partial<LimitStore>;
}

/** What two lanes of an account hold. */
function joined(one: HeldMessages, other: HeldMessages = { ...one, parts: 0 }): HeldMessages {
  return {
    accountId: one.accountId,
    parts: one.parts + other.parts,
    firstPartId: Math.min(one.firstPartId, other.firstPartId),
    endsAtMs: Math.min(one.endsAtMs, other.endsAtMs),
  };
}

function adding({ build }: Database, deltas: readonly WindowDelta[]) {
  return build
    .insertInto('limit_window')
    .values(deltas.map((delta) => windowRow(delta)))
    .onConflict((standing) =>
      standing.columns(['rule', 'subject', 'starts_at']).doUpdateSet((row) => ({
        amount: row('limit_window.amount', '+', row.ref('excluded.amount')),
      })),
    )
    .returning(windowFields);
}

/** One row for each window: a statement may not touch the same row twice. */
function merged(deltas: readonly WindowDelta[]): readonly WindowDelta[] {
  const byWindow = new Map<string, WindowDelta>();
  for (const delta of deltas) {
    const name = `${delta.rule} ${delta.subject} ${delta.windowStartMs}`;
    const before = byWindow.get(name)?.amount ?? 0;
    byWindow.set(name, { ...delta, amount: before + delta.amount });
  }
  return [...byWindow.values()];
}

function inSlices(deltas: readonly WindowDelta[]): readonly (readonly WindowDelta[])[] {
  const slices: (readonly WindowDelta[])[] = [];
  for (let start = 0; start < deltas.length; start += rowsMax) {
    slices.push(deltas.slice(start, start + rowsMax));
  }
  return slices;
}

function nameOf({ accountId, keyId, rule }: LimitKey): string {
  return keyId === 0 ? `${accountId} ${rule}` : `${accountId}/${keyId} ${rule}`;
}

const policyNames =
  'account_id trust countries costly_numbers quiet:quietHours marketing refund_undelivered';
const policyFields = fields('account_policy', policyNames);
const savedRow = rowMaker('account_policy', policyNames);

function policyRow(policy: AccountPolicy) {
  return savedRow({ ...policy, countries: countriesText(policy.countries) });
}

/** What the audit says of what was. */
function policyFacts(row: Selectable<Tables['account_policy']>) {
  const { trust, countries, costly_numbers, quiet, marketing, refund_undelivered } = row;
  return { trust, countries, costly_numbers, quiet, marketing, refund_undelivered };
}

function toPolicy(row: FieldRow<'account_policy', typeof policyFields>): AccountPolicy {
  const { countries } = row;
  const listed = new Set(countries.split(' '));
  return {
    ...row,
    countries: countries === 'home' || countries === 'all' ? countries : listed,
    costlyNumbers: row.costlyNumbers === 1,
    marketing: row.marketing === 1,
    refundUndelivered: row.refundUndelivered === 1,
  };
}

function countriesText(countries: OpenCountries): string {
  return typeof countries === 'string' ? countries : [...countries].toSorted().join(' ');
}
