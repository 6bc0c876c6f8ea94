/**
 * Erasing a person: each place where something of the person is kept, page by page, and the lists of who
 * wants nothing, where a hash stays. Facts, costs and states stay as they are: the ledger adds them up.
 */
import type { ErasureScope, ErasureStore } from '#accounts/erasure-store.ts';
import { must } from '#core/assert.ts';
import { type ErasurePart, erasureParts } from '#core/erased.ts';
import { auditStep } from './audit.ts';
import type { Database, WriteStep } from './database.ts';
import { emailParts, emailTraces, emailUnderWay } from './erasures/email-parts.ts';
import { events } from './erasures/event-part.ts';
import type { KeptPart } from './erasures/kept-part.ts';
import { phoneParts, phoneTraces, phoneUnderWay } from './erasures/phone-parts.ts';
import { noteChange } from './stops.ts';

const keyName = 'erasure.key';

export function erasureStore(database: Database): ErasureStore {
  const { build } = database;
  return {
    async keepKey(sealed) {
      const keep = build
        .insertInto('setting')
        .values({ name: keyName, value: sealed })
        .onConflict((standing) => standing.doNothing());
      await database.write([keep]);
      const query = build.selectFrom('setting').select('value').where('name', '=', keyName);
      return must((await database.read(query))[0], 'key of erasures').value;
    },
    async *find(scope) {
      for (const { part, pages } of partsOf(scope)) {
        for await (const rows of pages(database, scope)) yield { part, rows };
      }
    },
    countUnderWay: (scope) => countUnderWay(database, scope),
    async erase(scope, author) {
      const counts = Object.fromEntries(erasureParts.map((part) => [part, 0])) as Record<
        ErasurePart,
        number
      >;
      for (const { part, pages, steps } of partsOf(scope)) {
        for await (const rows of pages(database, scope)) {
          await database.write(steps(database, rows, scope));
          counts[part] += rows.length;
        }
      }
      const hashed = await hashLists(database, scope);
      const { subject, accountId } = scope;
      const details = { kind: subject.kind, ...counts, hashed };
      const audited = { action: 'erasure.done', target: subject.pseudonym, accountId, details };
      const traces = (subject.kind === 'phone' ? phoneTraces : emailTraces)(database, scope);
      await database.write([...traces, auditStep(database, author, audited)]);
      return { counts, hashed, underWay: await countUnderWay(database, scope) };
    },
  };
}

/** Events first: they are found by what the others no longer say. */
function partsOf({ subject }: ErasureScope): readonly KeptPart[] {
  return [events, ...(subject.kind === 'phone' ? phoneParts : emailParts)];
}

function countUnderWay(database: Database, scope: ErasureScope): Promise<number> {
  return scope.subject.kind === 'phone'
    ? phoneUnderWay(database, scope)
    : emailUnderWay(database, scope);
}

/** A person who wanted nothing still gets nothing. */
function hashLists(database: Database, scope: ErasureScope): Promise<number> {
  return scope.subject.kind === 'phone'
    ? hashStops(database, scope)
    : hashSuppressions(database, scope);
}

async function hashStops(database: Database, { subject, accountId }: ErasureScope) {
  if (subject.kind !== 'phone') return 0;
  const { build } = database;
  const { phone, pseudonym } = subject;
  let query = build.selectFrom('stop_entry').selectAll().where('phone', '=', phone);
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  const entries = await database.read(query);
  for (const { id, account_id, source, created_at } of entries) {
    const put = build
      .insertInto('stop_entry')
      .values({ account_id, phone: pseudonym, source, created_at })
      .onConflict((standing) => standing.columns(['account_id', 'phone']).doNothing());
    const drop = build.deleteFrom('stop_entry').where('id', '=', id);
    const accountOf = { accountId: account_id };
    await database.write([
      // The hash is there before the phone is gone, for those who follow.
      put,
      ...noteChange(database, { ...accountOf, phone: pseudonym, stopped: true }),
      drop,
      ...noteChange(database, { ...accountOf, phone, stopped: false }),
    ]);
  }
  return entries.length;
}

async function hashSuppressions(database: Database, { subject, accountId }: ErasureScope) {
  if (subject.kind !== 'email') return 0;
  const { build } = database;
  const { address, pseudonym } = subject;
  let query = build.selectFrom('mail_suppression').selectAll().where('address', '=', address);
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  const entries = await database.read(query);
  const steps = entries.flatMap(({ id, account_id, stream, reason }): readonly WriteStep[] => {
    const standing = build
      .deleteFrom('mail_suppression')
      .where('account_id', '=', account_id)
      .where('stream', '=', stream)
      .where('reason', '=', reason)
      .where('address', '=', pseudonym);
    const hash = build
      .updateTable('mail_suppression')
      .set({ address: pseudonym })
      .where('id', '=', id);
    return [standing, hash];
  });
  const changes = build.deleteFrom('suppression_change').where('address', '=', address);
  await database.write([...steps, changes]);
  return entries.length;
}
