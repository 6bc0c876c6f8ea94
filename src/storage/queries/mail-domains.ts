import { must } from '#core/assert.ts';
import type { Author } from '#core/author.ts';
import type { DomainStore, NewDomain } from '#mail/domains/domain-store.ts';
import type { DomainKey, MailDomain, MailSender } from '#mail/domains/mail-domain.ts';
import { auditStep, targetOf } from './audit.ts';
import { type Database, writeChange, writeRow } from './database.ts';
import { type FieldRow, fields } from './fields.ts';
import { settingSteps, settingsChanged } from './settings.ts';

const senderFields = fields('mail_sender', 'account_id address name is_default created_at');
type MailSenderRow = FieldRow<'mail_sender', typeof senderFields>;

const domainFields = fields(
  'mail_domain',
  'id account_id name keys rotation created_at verified_at return_path_at proof_checked_at',
  'proof_missing_at stays_here',
);
type MailDomainRow = FieldRow<'mail_domain', typeof domainFields>;

export function domainStore(database: Database): DomainStore {
  return { ...domains(database), ...proofs(database), ...senders(database) };
}

function domains(database: Database) {
  const { build } = database;
  const changed = settingsChanged(database);
  const all = build.selectFrom('mail_domain').select(domainFields).orderBy('name').orderBy('id');
  return {
    createDomain: (domain, author) => createDomain(database, domain, author),
    async keepKeysForCaught(domain, atMs) {
      const query = build
        .insertInto('mail_domain')
        .values({ ...newRow(domain, atMs), caught_only: 1 })
        .onConflict((standing) => standing.columns(['account_id', 'name']).doNothing());
      await database.write([query, changed]);
    },
    async listDomains(accountId) {
      const added = all.where('caught_only', '=', 0);
      const query = accountId === undefined ? added : added.where('account_id', '=', accountId);
      return (await database.read(query)).map(toDomain);
    },
    listSigningDomains: async () => (await database.read(all)).map(toDomain),
    keepHere({ id, name, accountId }, staysHere, author) {
      const update = build
        .updateTable('mail_domain')
        .set({ stays_here: staysHere ? 1 : 0 })
        .where('id', '=', id)
        .where('stays_here', '=', staysHere ? 0 : 1);
      const action = staysHere ? 'domain.keep' : 'domain.let_go';
      const audit = auditStep(database, author, { action, target: name, accountId, details: {} });
      return writeChange(database, update, audit, changed);
    },
    rotateKeys({ id, rotation }, keys, author) {
      const update = build
        .updateTable('mail_domain')
        .set({ keys: JSON.stringify(keys), rotation: rotation + 1 })
        .where('id', '=', id)
        .where('rotation', '=', rotation);
      const audit = auditStep(database, author, {
        action: 'domain.rotate',
        target: targetOf('mail_domain', id),
        details: { selectors: keys.map(({ selector }) => selector) },
      });
      return writeChange(database, update, audit, changed);
    },
    removeDomain(accountId, name, author) {
      const remove = build
        .deleteFrom('mail_domain')
        .where('account_id', '=', accountId)
        .where('name', '=', name);
      // Its proof went with it. A domain has no sign that means something in a pattern.
      const unproved = build
        .deleteFrom('mail_sender')
        .where('account_id', '=', accountId)
        .where('address', 'like', `%@${name}` as never);
      const audited = { action: 'domain.remove', target: name, accountId, details: {} };
      const audit = auditStep(database, author, audited);
      return writeChange(database, remove, unproved, audit, changed);
    },
  } satisfies Partial<DomainStore>;
}

async function createDomain(database: Database, domain: NewDomain, author: Author) {
  const insert = database.build
    .insertInto('mail_domain')
    .values(newRow(domain, author.atMs))
    .onConflict((standing) =>
      standing
        .columns(['account_id', 'name'])
        .doUpdateSet({ caught_only: 0, created_at: author.atMs })
        .where('mail_domain.caught_only', '=', 1),
    )
    .returning(domainFields);
  const { accountId, name: target, keys } = domain;
  const details = { selectors: keys.map(({ selector }) => selector) };
  const audited = { action: 'domain.add', target, accountId, details };
  const row = await writeRow(database, insert, ...settingSteps(database, author, audited));
  return row === undefined ? undefined : toDomain(row);
}

/** That a domain is the account's, and that its bounces come back. */
function proofs(database: Database) {
  const { build } = database;
  const changed = settingsChanged(database);
  return {
    async whoProved(name) {
      const query = build
        .selectFrom('mail_domain')
        .select('account_id')
        .where('name', '=', name)
        .where('verified_at', 'is not', null);
      return (await database.read(query))[0]?.account_id;
    },
    verifyDomain: (domainId, author) => verifyDomain(database, domainId, author),
    async noteReturnPath(domainId, comesBack, author) {
      const update = build
        .updateTable('mail_domain')
        .set({ return_path_at: comesBack ? author.atMs : null })
        .where('id', '=', domainId)
        .where('return_path_at', comesBack ? 'is' : 'is not', null);
      const audit = auditStep(database, author, {
        action: 'domain.return-path',
        target: targetOf('mail_domain', domainId),
        details: { comesBack },
      });
      await writeChange(database, update, audit, changed);
    },
    async noteProof(domainId, isMissing, atMs) {
      const query = build
        .updateTable('mail_domain')
        .set((row) => ({
          proof_checked_at: atMs,
          proof_missing_at: isMissing
            ? row.fn.coalesce('proof_missing_at', row.cast<number>(row.val(atMs), 'bigint'))
            : null,
        }))
        .where('id', '=', domainId)
        .where('verified_at', 'is not', null);
      await database.write([query]);
    },
    loseProof(domainId, author) {
      const update = build
        .updateTable('mail_domain')
        .set({ verified_at: null })
        .where('id', '=', domainId)
        .where('verified_at', 'is not', null);
      const audit = auditStep(database, author, {
        action: 'domain.lose-proof',
        target: targetOf('mail_domain', domainId),
        details: {},
      });
      return writeChange(database, update, audit, changed);
    },
  } satisfies Partial<DomainStore>;
}

function verifyDomain(database: Database, domainId: number, author: Author) {
  const { build } = database;
  // The index of proved names decides between two that prove one at the same moment.
  const proved = build
    .selectFrom('mail_domain as other')
    .innerJoin('mail_domain as this', 'this.name', 'other.name')
    .select('other.id')
    .where('this.id', '=', domainId)
    .where('other.verified_at', 'is not', null);
  const update = build
    .updateTable('mail_domain')
    .set({ verified_at: author.atMs, proof_checked_at: author.atMs, proof_missing_at: null })
    .where('id', '=', domainId)
    .where((eb) => eb.not(eb.exists(proved)));
  const target = targetOf('mail_domain', domainId);
  const audited = { action: 'domain.verify', target, details: {} };
  return writeChange(database, update, ...settingSteps(database, author, audited));
}

function senders(database: Database) {
  const { build } = database;
  const changed = settingsChanged(database);
  return {
    async saveSender({ accountId, address, name }, author) {
      const insert = build
        .insertInto('mail_sender')
        .values({ account_id: accountId, address, name, is_default: 0, created_at: author.atMs })
        .onConflict((standing) => standing.columns(['account_id', 'address']).doUpdateSet({ name }))
        .returning(senderFields);
      const standing = build
        .selectFrom('mail_sender as other')
        .select('other.address')
        .where('other.account_id', '=', accountId)
        .where('other.is_default', '=', 1);
      const makeDefault = build
        .updateTable('mail_sender')
        .set({ is_default: 1 })
        .where('account_id', '=', accountId)
        .where('address', '=', address)
        .where((eb) => eb.not(eb.exists(standing)))
        .returning(senderFields);
      const audited = { action: 'sender.save', target: address, accountId, details: { name } };
      const audit = auditStep(database, author, audited);
      const written = await database.write([insert, makeDefault, audit, changed]);
      const [inserted, asDefault] = written ?? [];
      const row = must(asDefault?.rows[0] ?? inserted?.rows[0], 'sender');
      return toSender(row as MailSenderRow);
    },
    async listSenders(accountId) {
      const all = build.selectFrom('mail_sender').select(senderFields).orderBy('address');
      const query = accountId === undefined ? all : all.where('account_id', '=', accountId);
      return (await database.read(query.orderBy('account_id'))).map(toSender);
    },
    async setDefaultSender(accountId, address, author) {
      const ofAccount = build.updateTable('mail_sender').where('account_id', '=', accountId);
      const audited = { action: 'sender.default', target: address, accountId, details: {} };
      const written = await database.write([
        ofAccount.set({ is_default: 0 }).where('is_default', '=', 1),
        {
          query: ofAccount.set({ is_default: 1 }).where('address', '=', address as never),
          mustChange: true,
        },
        ...settingSteps(database, author, audited),
      ]);
      return written !== undefined;
    },
    removeSender(accountId, address, author) {
      const remove = build
        .deleteFrom('mail_sender')
        .where('account_id', '=', accountId)
        .where('address', '=', address as never);
      const audited = { action: 'sender.remove', target: address, accountId, details: {} };
      return writeChange(database, remove, ...settingSteps(database, author, audited));
    },
  } satisfies Partial<DomainStore>;
}

function newRow({ accountId, name, keys }: NewDomain, createdAtMs: number) {
  return {
    account_id: accountId,
    name,
    keys: JSON.stringify(keys),
    rotation: 0,
    created_at: createdAtMs,
    verified_at: null,
    return_path_at: null,
    proof_checked_at: 0,
    proof_missing_at: null,
  };
}

function toDomain(row: MailDomainRow): MailDomain {
  return { ...row, keys: JSON.parse(row.keys) as DomainKey[], staysHere: row.staysHere === 1 };
}

function toSender(row: MailSenderRow): MailSender {
  return { ...row, isDefault: row.isDefault === 1 };
}
