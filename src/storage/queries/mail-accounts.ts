/** Prices of mails, how those of accounts are received, and what is held. */
import { sql } from 'kysely';
import type { MailAccountStore, MailPrice, Reception } from '#mail/sending/mail-account-store.ts';
import { auditStep } from './audit.ts';
import { type Database, writeChange } from './database.ts';
import { releaseExpired } from './lanes.ts';
import { priceName } from './price-name.ts';
import { settingSteps, settingsChanged } from './settings.ts';

/** Lanes of what is held, and what they are called once they are not. */
const heldLanes = ['mail-held/', 'mail-held0'] as const;
const lane = sql<string>`'mail' || substr(lane, 10)`;

export function mailAccountStore(database: Database): MailAccountStore {
  return { ...prices(database), ...standing(database), ...held(database) };
}

function prices(database: Database) {
  const { build } = database;
  return {
    listMailPrices: (): Promise<readonly MailPrice[]> =>
      database.read(
        build
          .selectFrom('mail_price')
          .select(['account_id as accountId', 'from_at as fromMs', 'price'])
          .orderBy('account_id')
          .orderBy('from_at'),
      ),
    async setMailPrice({ price, ...place }, author) {
      const { accountId, fromMs } = place;
      const query = build
        .insertInto('mail_price')
        .values({ account_id: accountId, from_at: fromMs, price })
        .onConflict((one) => one.columns(['account_id', 'from_at']).doUpdateSet({ price }));
      const audited = { action: 'mail-price.set', target: priceName('', place) };
      const audit = auditStep(database, author, { ...audited, details: { price } });
      await database.write([query, audit, settingsChanged(database)]);
    },
    removeMailPrice(place, author) {
      const { accountId, fromMs } = place;
      const query = build
        .deleteFrom('mail_price')
        .where('account_id', '=', accountId)
        .where('from_at', '=', fromMs);
      const audited = { action: 'mail-price.removed', target: priceName('', place) };
      const audit = auditStep(database, author, { ...audited, details: {} });
      return writeChange(database, query, audit, settingsChanged(database));
    },
  } satisfies Partial<MailAccountStore>;
}

function standing(database: Database) {
  const { build } = database;
  return {
    async findStanding(accountId) {
      const query = build
        .selectFrom('mail_standing')
        .selectAll()
        .where('account_id', '=', accountId);
      const [row] = await database.read(query);
      return {
        heldBecause: row?.held === 1 ? row.reason : undefined,
        countsFromMs: row?.counts_from ?? 0,
      };
    },
    async findReception(accountId, { sinceMs, mailsMax, hardClasses }): Promise<Reception> {
      const last = build
        .selectFrom('mail')
        .select(['state', 'class'])
        .where('account_id', '=', accountId)
        // As a literal, else the partial index does not serve.
        .where((eb) => eb('tells', '=', eb.lit(1)))
        .where('changed_at', '>=', sinceMs)
        .orderBy('changed_at', 'desc')
        .limit(mailsMax)
        .as('last');
      const hard = sql`state = 'bounced' AND class IN (${sql.join(hardClasses)})`;
      const query = build
        .selectFrom(last)
        .select([
          sql<number>`count(*)`.as('mails'),
          sql<number>`cast(coalesce(sum(CASE WHEN ${hard} THEN 1 ELSE 0 END), 0) as bigint)`.as(
            'hardBounces',
          ),
          sql<number>`cast(coalesce(sum(CASE WHEN state = 'complained' THEN 1 ELSE 0 END), 0) as bigint)`.as(
            'complaints',
          ),
        ]);
      const [row] = await database.read(query);
      return row === undefined ? { mails: 0, hardBounces: 0, complaints: 0 } : { ...row };
    },
    holdMail(accountId, reason, atMs) {
      const row = { held: 1, reason, changed_at: atMs };
      const query = build
        .insertInto('mail_standing')
        .values({ account_id: accountId, ...row, counts_from: 0 })
        .onConflict((one) =>
          one.column('account_id').doUpdateSet(row).where('mail_standing.held', '=', 0),
        );
      const author = { actor: 'system', atMs };
      const audited = { action: 'mail.held', target: `${accountId}`, accountId };
      const audit = auditStep(database, author, { ...audited, details: { reason } });
      return writeChange(database, query, audit, settingsChanged(database));
    },
  } satisfies Partial<MailAccountStore>;
}

function held(database: Database) {
  const { build } = database;
  const [first, end] = heldLanes;
  return {
    async listHeldMails() {
      const jobs = build
        .selectFrom('job')
        .select(['lane', sql<number>`count(*)`.as('mails')])
        .where('lane', '>=', first)
        .where('lane', '<', end)
        .groupBy('lane');
      const counted = new Map<number, number>();
      for (const row of await database.read(jobs)) {
        const accountId = Number(row.lane.slice(row.lane.lastIndexOf('/') + 1));
        counted.set(accountId, (counted.get(accountId) ?? 0) + row.mails);
      }
      const accounts = build
        .selectFrom('mail_standing')
        .select(['account_id', 'reason'])
        .where('held', '=', 1);
      const reasons = new Map(
        (await database.read(accounts)).map((row) => [row.account_id, row.reason]),
      );
      const ids = [...new Set([...counted.keys(), ...reasons.keys()])].toSorted((a, b) => a - b);
      return ids.map((accountId) => ({
        accountId,
        mails: counted.get(accountId) ?? 0,
        reason: reasons.get(accountId) ?? '',
      }));
    },
    async releaseMails(accountId, how, { author, limit }) {
      const forgive = { held: 0, reason: '', changed_at: author.atMs, counts_from: author.atMs };
      const standingAgain = build
        .insertInto('mail_standing')
        .values({ account_id: accountId, ...forgive })
        .onConflict((one) => one.column('account_id').doUpdateSet(forgive));
      const chosen = build
        .selectFrom('job')
        .select(['id', 'subject'])
        .where('lane', '>=', first)
        .where('lane', '<', end)
        .where('lane', 'like', `%/${accountId}`)
        .orderBy('id')
        .limit(limit);
      const jobs = await database.read(chosen);
      const ids = jobs.map(({ id }) => id);
      const subjects = jobs.map(({ subject }) => subject);
      const go = build
        .updateTable('job')
        .set({ lane, ...(how === 'expire' && { expires_at: author.atMs }) })
        .where('id', 'in', ids);
      const queue = build
        .updateTable('mail')
        .set({ state: 'queued', changed_at: author.atMs })
        .where('id', 'in', subjects)
        .where('state', '=', 'held');
      const audited = { action: 'mail.released', target: `${accountId}`, accountId };
      const details = { how, mails: ids.length };
      const written = await database.write([
        standingAgain,
        ...(ids.length === 0 ? [] : [queue, go]),
        ...settingSteps(database, author, { ...audited, details }),
      ]);
      return ids.length === 0 ? 0 : (written?.[2]?.changes ?? 0);
    },
    expireHeldMails: (nowMs) => releaseExpired(database, { held: heldLanes, lane }, nowMs),
  } satisfies Partial<MailAccountStore>;
}
