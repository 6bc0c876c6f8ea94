/** Groups and their contacts. */
import { type Selectable, sql } from 'kysely';
import type {
  Addition,
  AddressBookStore,
  ChangeResult,
} from '#accounts/address-book/address-book-store.ts';
import type {
  Contact,
  ContactChange,
  ContactDetails,
  ContactPage,
  NewContact,
} from '#accounts/address-book/contact.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import { type Database, type WriteStep, writeChange, writeRow } from './database.ts';
import { fields } from './fields.ts';
import { reserveId, reserveIds } from './ids.ts';
import type { Tables } from './tables.ts';

const groupFields = fields('contact_group', 'id account_id name created_at');

type ContactRow = Selectable<Tables['contact']>;

/** Contacts deleted in one commit: some milliseconds. */
const sliceRows = 1_000;

export function addressBookStore(database: Database): AddressBookStore {
  return { ...groups(database), ...contacts(database), ...reading(database) };
}

function groups(database: Database) {
  const { build } = database;
  return {
    async createGroup({ accountId, name, createdAtMs }, groupsMax) {
      const id = await reserveId(database, 'contact group');
      const standing = build
        .selectFrom('contact_group')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('account_id', '=', accountId);
      const insert = build
        .insertInto('contact_group')
        .columns(['id', 'account_id', 'name', 'created_at'])
        .expression((eb) =>
          eb
            .selectFrom('account')
            .select([
              eb.val(id).as('id'),
              'account.id as account_id',
              eb.val(name).as('name'),
              eb.val(createdAtMs).as('created_at'),
            ])
            .where('account.id', '=', accountId)
            .where(standing, '<', groupsMax),
        )
        .returning(groupFields);
      return writeRow(database, insert);
    },
    async listGroups(accountId) {
      const query = groupsOf(database, accountId).orderBy('id');
      return database.read(query);
    },
    async findGroup(accountId, groupId) {
      const [row] = await database.read(groupsOf(database, accountId).where('id', '=', groupId));
      return row;
    },
    renameGroup(accountId, groupId, name) {
      const update = build
        .updateTable('contact_group')
        .set({ name })
        .where('id', '=', groupId)
        .where('account_id', '=', accountId);
      return writeChange(database, update);
    },
    async removeGroup(accountId, groupId) {
      const [group] = await database.read(groupsOf(database, accountId).where('id', '=', groupId));
      if (group === undefined) return false;
      const slice = build
        .selectFrom('contact')
        .select('id')
        .where('group_id', '=', groupId)
        .limit(sliceRows);
      const deleteSlice = build.deleteFrom('contact').where('id', 'in', slice);
      while (await writeChange(database, deleteSlice));
      // What somebody has added since the last slice goes with it.
      const rest = build.deleteFrom('contact').where('group_id', '=', groupId);
      const query = build.deleteFrom('contact_group').where('id', '=', groupId);
      await database.write([rest, query]);
      return true;
    },
  } satisfies Partial<AddressBookStore>;
}

function groupsOf({ build }: Database, accountId: number) {
  return build.selectFrom('contact_group').select(groupFields).where('account_id', '=', accountId);
}

function contacts(database: Database) {
  const { build } = database;
  return {
    async addContacts(addition) {
      if (addition.contacts.length === 0) return [];
      const firstId = await reserveIds(database, 'contact', addition.contacts.length);
      const steps = addition.contacts.map((contact, index) =>
        insertContact(database, addition, { id: firstId + index, contact }),
      );
      const written = (await database.write(steps)) ?? [];
      return written.map(({ rows }) => (rows[0] as { readonly id: number } | undefined)?.id);
    },
    changeContact: (accountId, contactId, change) =>
      changeContact(database, { accountId, contactId, change }),
    removeContact(accountId, contactId) {
      const query = build
        .deleteFrom('contact')
        .where('id', '=', contactId)
        .where('group_id', 'in', groupIdsOf(database, accountId));
      return writeChange(database, query);
    },
  } satisfies Partial<AddressBookStore>;
}

function groupIdsOf({ build }: Database, accountId: number) {
  return build.selectFrom('contact_group').select('id').where('account_id', '=', accountId);
}

/** Nothing where the group has gone meanwhile, or has the phone. */
function insertContact(
  { build }: Database,
  { accountId, groupId, createdAtMs }: Addition,
  { id, contact }: { readonly id: number; readonly contact: NewContact },
): WriteStep {
  const { phone, details } = contact;
  return build
    .insertInto('contact')
    .columns(['id', 'group_id', 'phone', 'details', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('contact_group')
        .select([
          eb.val(id).as('id'),
          'contact_group.id as group_id',
          eb.val(phone).as('phone'),
          eb.val(JSON.stringify(details)).as('details'),
          eb.val(createdAtMs).as('created_at'),
        ])
        .where('contact_group.id', '=', groupId)
        .where('contact_group.account_id', '=', accountId),
    )
    .onConflict((standing) => standing.columns(['group_id', 'phone']).doNothing())
    .returning('id');
}

type WantedChange = {
  readonly accountId: number;
  readonly contactId: number;
  readonly change: ContactChange;
};

async function changeContact(database: Database, wanted: WantedChange): Promise<ChangeResult> {
  const { accountId, contactId, change } = wanted;
  const { build } = database;
  const standing = await findContact(database, accountId, contactId);
  if (standing === undefined) return 'contact is unknown';
  const phone = change.phone ?? standing.phone;
  const others = build
    .selectFrom('contact as other')
    .select('other.id')
    .where('other.group_id', '=', standing.groupId)
    .where('other.phone', '=', phone)
    .where('other.id', '<>', contactId);
  const update = build
    .updateTable('contact')
    .set({ phone, details: JSON.stringify({ ...standing.details, ...change.details }) })
    .where('id', '=', contactId)
    .where((eb) => eb.not(eb.exists(others)));
  if (await writeChange(database, update)) return 'changed';
  const still = await findContact(database, accountId, contactId);
  return still === undefined ? 'contact is unknown' : 'number is in the group';
}

async function findContact(database: Database, accountId: number, contactId: number) {
  const query = database.build
    .selectFrom('contact')
    .selectAll()
    .where('id', '=', contactId)
    .where('group_id', 'in', groupIdsOf(database, accountId));
  const [row] = await database.read(query);
  return row === undefined ? undefined : toContact(row);
}

function reading(database: Database) {
  const { build } = database;
  return {
    countContacts: (groupId) => countContacts(database, groupId),
    findContact: (accountId, contactId) => findContact(database, accountId, contactId),
    async countByGroup(accountId) {
      const query = build
        .selectFrom('contact')
        .select(['group_id', countOfRows])
        .where('group_id', 'in', groupIdsOf(database, accountId))
        .groupBy('group_id');
      const rows = await database.readAside(query);
      return new Map(rows.map(({ group_id, count }) => [group_id, count]));
    },
    async listContacts(groupId, { page, pageSize, begins }): Promise<ContactPage> {
      const query = contactsOf(database, groupId, begins)
        .selectAll()
        .orderBy('id')
        .limit(pageSize)
        .offset((page - 1) * pageSize);
      const rows = await database.read(query);
      const total = await countContacts(database, groupId, begins);
      return { contacts: rows.map((row) => toContact(row)), total };
    },
    async contactsBetween({ groupId, afterId, throughId }, limit) {
      const query = contactsOf(database, groupId)
        .selectAll()
        .where('id', '>', afterId)
        .where('id', '<=', throughId)
        .orderBy('id')
        .limit(limit);
      return (await database.read(query)).map((row) => toContact(row));
    },
    async lastContactId(groupId) {
      const query = contactsOf(database, groupId).select('id').orderBy('id', 'desc').limit(1);
      return (await database.read(query))[0]?.id ?? 0;
    },
    async standingPhones(groupId, phones) {
      if (phones.length === 0) return [];
      const query = contactsOf(database, groupId).select('phone').where('phone', 'in', phones);
      return (await database.read(query)).map(({ phone }) => phone);
    },
    async listPhones(groupId, max) {
      const query = build
        .selectFrom('contact')
        .select('phone')
        .where('group_id', '=', groupId)
        .orderBy('id')
        .limit(max);
      return (await database.read(query)).map(({ phone }) => phone);
    },
  } satisfies Partial<AddressBookStore>;
}

const countOfRows = sql<number>`cast(count(*) as bigint)`.as('count');

/** A range of the index by group and phone. */
function contactsOf({ build }: Database, groupId: number, begins = '') {
  const ofGroup = build.selectFrom('contact').where('group_id', '=', groupId);
  return begins === ''
    ? ofGroup
    : ofGroup
        .where('phone', '>=', begins as PhoneNumber)
        // Behind all digits.
        .where('phone', '<', `${begins}:` as PhoneNumber);
}

async function countContacts(database: Database, groupId: number, begins?: string) {
  const [row] = await database.read(contactsOf(database, groupId, begins).select(countOfRows));
  return row?.count ?? 0;
}

function toContact(row: ContactRow): Contact {
  return {
    id: row.id,
    groupId: row.group_id,
    phone: row.phone,
    details: JSON.parse(row.details) as ContactDetails,
    createdAtMs: row.created_at,
  };
}
