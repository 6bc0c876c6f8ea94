/** Forgetting emails with their mails, and then what nothing names any more: contents and blobs. */

import { sql } from 'kysely';
import { mailSlots } from '#model/ids.ts';
import { waitingStates } from '#model/mail-state.ts';
import type { Age } from '#queue/retention.ts';
import type { Database, WriteStep } from './database.ts';
import { marksOf, noteIds } from './ids.ts';
import { RetentionTurn } from './retention-turn.ts';

/** Mails of one commit: some 10 ms of the writer. An email has 500 at most, so one always fits. */
const mailsMax = 512;
/** As many emails as have mails with ids that are whole numbers. */
const idsMax = 2 ** 44;
/** Contents, and blobs of 5 MB, of one commit. */
const slotsMax = 256;
const blobsMax = 16;
/** What a request has written is named by its commit within this, or never. */
const unnamedMs = 3_600_000;

/** Those whose time was over by then, and of which nothing is owed. */
export async function* forgetEmails(database: Database, age: Age): AsyncGenerator<number> {
  await noteIds(database, age.nowMs);
  const { email: mark } = await marksOf(database, age);
  const turn = await RetentionTurn.take(database, 'email');
  let after = 0;
  for (;;) {
    const rows = await database.read(
      database.build
        .selectFrom('mail')
        .innerJoin('email', (join) =>
          join.on('email.id', '=', sql<number>`mail.id / ${sql.lit(mailSlots)}`),
        )
        .select(['email.id', 'email.valid_until'])
        .where('mail.id', '>=', (after + 1) * mailSlots)
        .where('mail.id', '<', Math.min(mark, idsMax) * mailSlots)
        .orderBy('mail.id')
        .limit(mailsMax),
    );
    const last = rows.at(-1)?.id;
    if (last === undefined) return;
    const to = rows.length < mailsMax || last === rows[0]?.id ? last : last - 1;
    const hasOld = rows.some((row) => row.id <= to && row.valid_until < age.beforeMs);
    const steps = forgetting(database, { after, to, beforeMs: age.beforeMs });
    const forgotten = hasOld ? await turn.commit(steps) : 0;
    if (forgotten === undefined) return;
    yield forgotten;
    after = to;
  }
}

type Range = {
  /** Exclusive. */
  readonly after: number;
  /** Inclusive. */
  readonly to: number;
  readonly beforeMs: number;
};

function forgetting({ build }: Database, { after, to, beforeMs }: Range): readonly WriteStep[] {
  const owed = build
    .selectFrom('mail')
    .select(sql<number>`mail.id / ${sql.lit(mailSlots)}`.as('id'))
    .where('mail.id', '>=', (after + 1) * mailSlots)
    .where('mail.id', '<', (to + 1) * mailSlots)
    .where('mail.state', 'in', waitingStates);
  const old = build
    .selectFrom('email')
    .select('email.id')
    .where('email.id', '>', after)
    .where('email.id', '<=', to)
    .where('email.valid_until', '<', beforeMs)
    .where('email.id', 'not in', owed);
  const from = (after + 1) * mailSlots;
  const until = (to + 1) * mailSlots;
  const facts = build
    .deleteFrom('mail_fact')
    .where('mail_id', '>=', from)
    .where('mail_id', '<', until)
    .where(emailOf('mail_id'), 'in', old);
  const attempts = build
    .deleteFrom('mail_attempt')
    .where('mail_id', '>=', from)
    .where('mail_id', '<', until)
    .where(emailOf('mail_id'), 'in', old);
  // The emails last: whether they are old is asked of them and their mails by each step.
  const emails = build.deleteFrom('email').where('id', 'in', old);
  const kept = build
    .selectFrom('email')
    .select('email.id')
    .where('email.id', '>', after)
    .where('email.id', '<=', to);
  const mails = build
    .deleteFrom('mail')
    .where('id', '>=', from)
    .where('id', '<', until)
    .where(emailOf('id'), 'not in', kept);
  return [facts, attempts, emails, mails].map((query) => query);
}

function emailOf(column: string) {
  return sql<number>`${sql.ref(column)} / ${sql.lit(mailSlots)}`;
}

/** Of no email any more; with its attachments, and then the octets that no attachment names. */
export async function* forgetContents(
  database: Database,
  { nowMs }: Pick<Age, 'nowMs'>,
): AsyncGenerator<number> {
  yield* forgetUnnamedContents(database, nowMs - unnamedMs);
  yield* forgetUnnamedBlobs(database, nowMs - unnamedMs);
}

async function* forgetUnnamedContents(database: Database, beforeMs: number) {
  const { build } = database;
  const unnamed = build
    .selectFrom('email_content')
    .select('email_content.hash')
    .where('email_content.created_at', '<', beforeMs)
    .where((is) =>
      is.not(
        is.exists(
          build
            .selectFrom('email')
            .select('email.id')
            .where('email.content', '=', sql.ref<string>('email_content.hash')),
        ),
      ),
    );
  for (let after = ''; ; ) {
    const next = unnamed.where('email_content.hash', '>', after);
    const rows = await database.read(next.orderBy('email_content.hash').limit(slotsMax));
    const last = rows.at(-1)?.hash;
    if (last === undefined) return;
    // Asked once more: a request may have named one of them since.
    const still = next.where('email_content.hash', '<=', last);
    const written = await database.write([
      build.deleteFrom('email_attachment').where('content', 'in', still),
      build.deleteFrom('email_content').where('hash', 'in', still),
    ]);
    yield written?.[1]?.changes ?? 0;
    after = last;
  }
}

async function* forgetUnnamedBlobs(database: Database, beforeMs: number): AsyncGenerator<number> {
  const { build } = database;
  const unnamed = build
    .selectFrom('blob')
    .select('blob.hash')
    .where('blob.created_at', '<', beforeMs)
    .where((is) =>
      is.not(
        is.exists(
          build
            .selectFrom('email_attachment')
            .select('email_attachment.content')
            .where('email_attachment.blob', '=', sql.ref<string>('blob.hash')),
        ),
      ),
    );
  for (let after = ''; ; ) {
    const next = unnamed.where('blob.hash', '>', after);
    const rows = await database.read(next.orderBy('blob.hash').limit(blobsMax));
    const last = rows.at(-1)?.hash;
    if (last === undefined) return;
    const still = next.where('blob.hash', '<=', last);
    const written = await database.write([
      build.deleteFrom('blob_piece').where('hash', 'in', still),
      build.deleteFrom('blob').where('hash', 'in', still),
    ]);
    yield written?.[1]?.changes ?? 0;
    after = last;
  }
}
