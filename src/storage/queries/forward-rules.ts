/** What calls to virtual numbers do, and where accounts may have them led. */

import { sql } from 'kysely';
import type { Author } from '#core/author.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { CallStore, RiskyRange } from '#numbers/calls/call-record.ts';
import type { ForwardRule, RuleChange } from '#numbers/forwarding/forward-rule.ts';
import type { VirtualNumberStore } from '#numbers/virtual-number-store.ts';
import { auditStep, targetOf } from './audit.ts';
import { type Database, writeChange } from './database.ts';
import { fields } from './fields.ts';
import { prepareOne } from './prepared.ts';
import { rememberIfKeyed } from './remembered-replies.ts';
import { settingSteps } from './settings.ts';

export function forwardRules(database: Database) {
  // Asked for each call: compiled once.
  const ruleOf = prepareOne(({ numberId }: { readonly numberId: number }) =>
    rules(database).where('number_id', '=', numberId),
  );
  const optionsOf = prepareOne(({ numberId }: { readonly numberId: number }) =>
    optionQuery(database).where('number_id', '=', numberId),
  );
  return {
    async findRule(numberId) {
      const [row] = await database.read(ruleOf({ numberId }));
      return row && { rule: toRule(row), version: row.version };
    },
    async findRuleOf(phone) {
      const query = rules(database)
        .innerJoin('number', 'number.id', 'forward_rule.number_id')
        .where('number.number', '=', phone);
      const [row] = await database.read(query);
      return row && toRule(row);
    },
    /** The number's row is held first: it cannot be given back, nor its rule be set by another, meanwhile. */
    async changeRule(change, author) {
      const { numberId, accountId, rule, label, once } = change;
      const hold = database.build
        .updateTable('number')
        .set((eb) => ({ label: label === undefined ? eb.ref('label') : eb.val(label) }))
        .where('id', '=', numberId)
        .where('account_id', '=', accountId)
        .where('state', '=', 'active')
        .where('can_forward', '=', 1);
      const details = { rule: rule ?? 'off', label };
      const target = targetOf('number', numberId);
      const audited = { action: 'number.forward', target, accountId, details };
      const written = await database.write([
        ...rememberIfKeyed(database, once, { accountId, atMs: author.atMs }),
        { query: hold, mustChange: true },
        { query: ruleQuery(database, change, author), mustChange: true },
        auditStep(database, author, audited),
      ]);
      return written !== undefined;
    },
    async findOptions(numberId) {
      const [row] = await database.read(optionsOf({ numberId }));
      return row;
    },
    async saveOptions(numberId, options, author) {
      const row = {
        ring_ms: options.ringMs,
        unanswered: options.unanswered,
        fallback_email: options.fallbackEmail,
        missed_call_email: options.missedCallEmail,
        missed_call_text: options.missedCallText,
        language: options.language,
      };
      const upsert = database.build
        .insertInto('forward_option')
        .values({ number_id: numberId, ...row })
        .onConflict((standing) => standing.column('number_id').doUpdateSet(row));
      const target = targetOf('number', numberId);
      const audited = { action: 'number.options', target, details: row };
      await database.write([upsert, auditStep(database, author, audited)]);
    },
  } satisfies Partial<VirtualNumberStore>;
}

function rules({ build }: Database) {
  return build
    .selectFrom('forward_rule')
    .select(['forward_rule.kind', 'forward_rule.target', 'forward_rule.version']);
}

type RuleRow = { readonly kind: ForwardRule['kind']; readonly target: string };

export function toRule({ kind, target }: RuleRow): ForwardRule {
  return kind === 'forward' ? { kind, target: target as PhoneNumber } : { kind, target };
}

function ruleQuery({ build }: Database, change: RuleChange, { actor, atMs }: Author) {
  const { numberId, seen, rule } = change;
  if (rule === undefined) {
    return build
      .deleteFrom('forward_rule')
      .where('number_id', '=', numberId)
      .where('version', '=', seen ?? 0);
  }
  // Of the clock, so that a rule that was removed and made again is not taken for the one that was seen.
  const row = {
    ...rule,
    version: Math.max(atMs, (seen ?? 0) + 1),
    changed_at: atMs,
    changed_by: actor,
  };
  return seen === undefined
    ? build
        .insertInto('forward_rule')
        .values({ number_id: numberId, ...row })
        .onConflict((standing) => standing.doNothing())
    : build
        .updateTable('forward_rule')
        .set(row)
        .where('number_id', '=', numberId)
        .where('version', '=', seen);
}

export const optionWords =
  'ring_ms:ringMs unanswered fallback_email missed_call_email missed_call_text language';
const optionFields = fields('forward_option', optionWords);

function optionQuery({ build }: Database) {
  return build.selectFrom('forward_option').select(optionFields);
}

export function callCountries(database: Database) {
  const { build } = database;
  const countriesOf = prepareOne(({ accountId }: { readonly accountId: number }) =>
    build
      .selectFrom('call_country')
      .select('country')
      .where('account_id', '=', accountId)
      .orderBy('country'),
  );
  return {
    async listCallCountries(accountId) {
      return (await database.read(countriesOf({ accountId }))).map(({ country }) => country);
    },
    async setCallCountries(accountId, countries, author) {
      const clear = build.deleteFrom('call_country').where('account_id', '=', accountId);
      const rows = countries.map((country) => ({ account_id: accountId, country }));
      const insert = build.insertInto('call_country').values(rows);
      const audited = { action: 'call.countries', target: `${accountId}`, accountId };
      await database.write([
        clear,
        ...(rows.length === 0 ? [] : [insert]),
        auditStep(database, author, { ...audited, details: { countries } }),
      ]);
    },
    ...riskyRanges(database),
  } satisfies Partial<CallStore>;
}

function riskyRanges(database: Database) {
  const { build } = database;
  // Read for each call: making the query again cost 0.14 ms of it.
  const all = prepareOne(() =>
    build
      .selectFrom('risky_range')
      .select(['prefix', 'reason', 'listed_at as listedAtMs'])
      .orderBy('prefix'),
  );
  return {
    listRiskyRanges: (): Promise<readonly RiskyRange[]> => database.read(all({})),
    saveRiskyRange({ prefix, reason, listedAtMs }, author, max) {
      const others = build
        .selectFrom('risky_range')
        .select(sql<number>`count(*)`.as('count'))
        .where('prefix', '<>', prefix);
      const upsert = build
        .insertInto('risky_range')
        .columns(['prefix', 'reason', 'listed_at'])
        .expression(
          build
            .selectFrom('settings_version')
            .select((row) => [
              row.cast<string>(row.val(prefix), 'text').as('prefix'),
              row.cast<string>(row.val(reason), 'text').as('reason'),
              sql<number>`cast(${listedAtMs} as bigint)`.as('listed_at'),
            ])
            .where(others, '<', max),
        )
        .onConflict((standing) => standing.column('prefix').doUpdateSet({ reason }));
      const audited = { action: 'call.risky', target: prefix, details: { reason } };
      return writeChange(database, upsert, ...settingSteps(database, author, audited));
    },
    removeRiskyRange(prefix, author) {
      const remove = build.deleteFrom('risky_range').where('prefix', '=', prefix);
      const audited = { action: 'call.not_risky', target: prefix, details: {} };
      return writeChange(database, remove, ...settingSteps(database, author, audited));
    },
  } satisfies Partial<CallStore>;
}
