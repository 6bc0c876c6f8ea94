/** Erasing a person: nothing of the person is left anywhere, and nothing of anybody else is touched. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ErasureScope } from '#accounts/erasure-store.ts';
import { erasedPhone, Pseudonyms } from '#core/erased.ts';
import { aCaughtMail } from '#test/harness/caught-mail-records.ts';
import { atMs, money, phone } from '#test/harness/records.ts';
import { anAuthor } from '#test/harness/routes.ts';
import type { Storage } from '../storage.ts';

const pseudonyms = new Pseudonyms(Buffer.alloc(32, 7));
const person = phone('33612345678');
const other = phone('33698765432');
const address = 'ann@example.com';
const otherAddress = 'bob@example.com';

const anAccount = {
  name: 'Acme',
  email: 'ops@acme.example',
  currency: 'EUR',
  homeCountry: 'FR',
  balance: money(0),
  testBalance: money(0),
  createdAtMs: 0,
};

const byPhone: ErasureScope = {
  subject: { kind: 'phone', phone: person, pseudonym: pseudonyms.ofPhone(person) },
  accountId: undefined,
};
const byEmail: ErasureScope = {
  subject: { kind: 'email', address, pseudonym: pseudonyms.ofAddress(address) },
  accountId: undefined,
};

/** Whatever may hold a person. */
const tables = [
  'message',
  'recipient',
  'submitted_part',
  'message_pdu',
  'trunk_message',
  'unmatched_receipt',
  'inbound_message',
  'last_sent',
  'contact',
  'webhook_event',
  'webhook_attempt',
  'webhook_replay',
  'idempotent_request',
  'voicemail',
  'missed_call',
  'text_back',
  'call',
  'stop_entry',
  'mail',
  'mail_fact',
  'mail_attempt',
  'email',
  'email_content',
  'mail_suppression',
  'suppression_change',
  'caught_mail',
  'mail_letter',
  'audit',
] as const;

/** All that is stored, as one text. */
async function everything({ database }: Storage): Promise<string> {
  const texts: string[] = [];
  for (const table of tables) {
    for (const row of await database.read(database.build.selectFrom(table).selectAll())) {
      const values = Object.values(row as Record<string, unknown>);
      const shown = values.map((value) =>
        value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value),
      );
      texts.push(`${table}: ${shown.join('|')}`);
    }
  }
  return texts.join('\n');
}

async function run({ database }: Storage, ...queries: readonly unknown[]): Promise<void> {
  await database.write(queries.map((query) => ({ query: query as never })));
}

type State = 'delivered' | 'waiting';

/** A message of its own to each phone: `id` for the first, `id + 1` for the second. */
async function putMessages(storage: Storage, id: number, state: State, accountId = 1) {
  const { build } = storage.database;
  for (const [place, to] of [person, other].entries()) {
    const messageId = id + place;
    await run(
      storage,
      build.insertInto('message').values({
        id: messageId,
        account_id: accountId,
        key_id: 1,
        accepted_at: atMs,
        sender: 'Acme',
        text: `Dear ${to}`,
        tag: '',
        class: 'normal',
        valid_until: atMs,
        scheduled_at: null,
        report_url: `https://a.example/?to=${to}`,
        report_endpoint_id: null,
        cost: money(38_000),
        currency: 'EUR',
        test: 0,
        request_id: 'r',
        submission: null,
      } as never),
      build.insertInto('recipient').values({
        id: messageId * 512,
        phone: to,
        operator_id: 1,
        parts: 1,
        concat_reference: 0,
        cost: money(38_000),
        state,
        changed_at: atMs,
      } as never),
      build.insertInto('submitted_part').values({
        id: messageId,
        operator_id: 1,
        remote_id: `remote ${messageId}`,
        part_id: messageId * 512 * 16,
        phone: to,
        submitted_at: atMs,
        awaited: state === 'waiting' ? 1 : 0,
      }),
    );
  }
}

async function putEvents(storage: Storage) {
  const { build } = storage.database;
  const event = { account_id: 1, created_at: atMs, test: 0 };
  for (const [place, to] of [person, other].entries()) {
    await run(
      storage,
      build.insertInto('webhook_event').values({
        ...event,
        id: 10 + place,
        kind: 'dlr',
        order_key: `1/${to}`,
        url: `https://a.example/?to=${to}`,
        body: Buffer.from(`{"status":"delivered","phone":"+${to}"}`),
      }),
      build.insertInto('webhook_event').values({
        ...event,
        id: 20 + place,
        kind: 'reply',
        order_key: `38080/${to}`,
        url: null,
        body: Buffer.from(`{"type":"response","phone_number":"+${to}","text":"I am ${to}, Ann"}`),
      }),
      build.insertInto('inbound_message').values({
        id: 1 + place,
        operator_id: 1,
        sender: to,
        receiver: '38080',
        kind: 'reply',
        account_id: 1,
        text: `I am ${to}`,
        octets: Buffer.from(`I am ${to}`),
        data_coding: 0,
        received_at: atMs,
        parts_received: 1,
        parts_total: 1,
        answers_message_id: 0,
        test: 0,
      } as never),
    );
  }
}

/** Calls, what callers have left, and traces of all kinds. */
async function putCalls(storage: Storage) {
  const { build } = storage.database;
  for (const [place, to] of [person, other].entries()) {
    const id = 1 + place;
    const call = { id, account_id: null, number: '33700000001', caller: `+${to}` };
    await run(
      storage,
      build.insertInto('call').values({
        ...call,
        payer_id: null,
        target: to,
        kind: 'forward',
        trunk_in: 'in',
        trunk_out: 'out',
        process_id: 1,
        started_at: atMs,
        ended_at: atMs,
        per_minute: 0,
        reserved: 0,
        billed_s: 60,
        cost: money(1_000),
        cause: '',
        sip_status: 200,
        rule: `forward ${to}`,
      } as never),
      build.insertInto('last_sent').values({
        number: '38080',
        phone: to,
        test: 0,
        account_id: 1,
        message_id: 1,
        at: atMs,
      }),
      build.insertInto('idempotent_request').values({
        account_id: 1,
        key: `key ${place}`,
        fingerprint: '',
        reply: `{"stopped":["${to}"]}`,
        created_at: atMs,
      }),
      build.insertInto('unmatched_receipt').values({
        operator_id: 1,
        remote_id: `unknown ${place}`,
        phone: to,
        outcome: 'delivered',
        word: '',
        error: '',
        received_at: atMs,
      } as never),
    );
  }
}

/** Of an account that there is. */
async function putVoicemails(storage: Storage, accountId: number) {
  const { build } = storage.database;
  for (const [place, to] of [person, other].entries()) {
    const id = 1 + place;
    const from = {
      account_id: accountId,
      number: '33700000001',
      caller: to,
      caller_name: `N ${to}`,
    };
    await run(
      storage,
      build.insertInto('voicemail').values({
        ...from,
        id,
        number_id: 1,
        started_at: atMs,
        duration_ms: 1,
        law: 'pcma',
        ended_by: 'caller',
        mail_to: address,
        mail_state: 'sent',
        language: 'en',
        simulated: 0,
      } as never),
      build.insertInto('voicemail_audio').values({ id, g711: Buffer.from('sound') }),
      build.insertInto('missed_call').values({
        ...from,
        id,
        at: atMs,
        cause: '',
        tell_to: 'owner@example.com',
        language: 'en',
        simulated: 0,
        told_at: atMs,
      } as never),
      build.insertInto('text_back').values({
        id,
        account_id: accountId,
        number: from.number,
        caller: to,
        at: atMs,
        text: 'We call back.',
        simulated: 0,
        state: 'sent',
        message_id: id,
      }),
    );
  }
}

async function putMails(storage: Storage) {
  const { build } = storage.database;
  for (const [place, to] of [address, otherAddress].entries()) {
    const emailId = 1 + place;
    await run(
      storage,
      build.insertInto('email_content').values({
        hash: `hash ${place}`,
        subject: `For ${to}`,
        html: `<p>${to}</p>`,
        text: '',
        created_at: atMs,
      }),
      build.insertInto('email').values({
        id: emailId,
        account_id: 1,
        key_id: 1,
        accepted_at: atMs,
        valid_until: atMs,
        sender: 'shop@example.com',
        sender_name: '',
        reply_to_name: '',
        content: `hash ${place}`,
        headers: '[]',
        variables: `{"NAME":"${to}"}`,
        tag: '',
        class: 'normal',
        track_opens: 0,
        track_clicks: 0,
        cost: money(1_000),
        currency: 'EUR',
        test: 0,
        sandbox: 0,
        request_id: 'r',
      } as never),
      build.insertInto('mail').values({
        id: emailId * 512,
        account_id: 1,
        address: place === 0 ? 'Ann@Example.com' : to,
        name: `Name of ${to}`,
        variables: null,
        cost: money(1_000),
        state: 'sent',
        changed_at: atMs,
      } as never),
    );
    const source = { source: 'client', reason: 'manual', stream: '', accountId: 1 } as const;
    await storage.suppressions.addSuppressions([{ ...source, address: to, atMs }]);
  }
}

/** To the person, unless it says to whom; null: nobody's. */
function aMailOf(sender: string, accountId: number | null, recipient: string = address) {
  const of = accountId === null ? null : { accountId, mailId: accountId * 512 };
  return aCaughtMail({ sender, recipients: [recipient], of });
}

export function erasures(open: () => Promise<Storage>): void {
  test('what is kept of a phone is shown, then erased, and others keep theirs', async () => {
    await using storage = await open();
    await putMessages(storage, 1, 'delivered');
    await putEvents(storage);
    const partId = 512 * 16 + 1;
    const pdu = { operatorId: 1, atMs, command: 'submit_sm', status: 0, text: '' } as const;
    const octets = Buffer.from(person);
    await storage.messageRecords.keepPdus([{ ...pdu, partId, octets }], 10);
    const found = new Map<string, number>();
    for await (const { part, rows } of storage.erasures.find(byPhone)) {
      found.set(part, (found.get(part) ?? 0) + rows.length);
    }
    assert.deepEqual(Object.fromEntries(found), {
      events: 2,
      messages: 1,
      receipts: 1,
      replies: 1,
    });
    const { counts, hashed, underWay } = await storage.erasures.erase(byPhone, anAuthor);
    assert.deepEqual(
      [counts.events, counts.messages, counts.receipts, counts.replies],
      [2, 1, 1, 1],
    );
    assert.deepEqual([hashed, underWay], [0, 0]);
    const left = await everything(storage);
    assert.ok(!left.includes(person), left);
    assert.ok(!left.includes(', Ann') || left.includes(`I am ${other}, Ann`));
    assert.equal(left.split(', Ann').length, 2);
    assert.ok(left.includes(`Dear ${other}`));
    assert.ok(left.includes(`"phone":"+${other}"`));
    const again = await storage.erasures.erase(byPhone, anAuthor);
    assert.ok(Object.values(again.counts).every((count) => count === 0));
  });

  test('calls and what callers have left are erased, with all traces of them', async () => {
    await using storage = await open();
    const account = await storage.accounts.createAccount(anAccount, 'test');
    await putCalls(storage);
    await putVoicemails(storage, account.id);
    const { counts } = await storage.erasures.erase(byPhone, anAuthor);
    assert.deepEqual([counts.calls, counts.voicemails, counts.missedCalls], [1, 1, 2]);
    const left = await everything(storage);
    assert.ok(!left.includes(person), left);
    for (const table of [
      'call',
      'voicemail',
      'missed_call',
      'text_back',
      'last_sent',
      'unmatched_receipt',
    ]) {
      assert.match(left, new RegExp(`^${table}: .*${other}`, 'm'));
    }
    const { build } = storage.database;
    const sounds = await storage.database.read(build.selectFrom('voicemail_audio').select('id'));
    assert.deepEqual(
      sounds.map(({ id }) => id),
      [2],
    );
    const [call] = await storage.database.read(
      build.selectFrom('call').select(['billed_s', 'cost']).where('id', '=', 1),
    );
    assert.deepEqual({ ...call }, { billed_s: 60, cost: 1_000 });
    await storage.erasures.erase(byEmail, anAuthor);
    assert.ok(!(await everything(storage)).includes(address));
  });

  test('a message that has not ended stays until it has, and a text to others stays theirs', async () => {
    await using storage = await open();
    await putMessages(storage, 1, 'waiting');
    const { counts, underWay } = await storage.erasures.erase(byPhone, anAuthor);
    assert.deepEqual([counts.messages, counts.receipts, underWay], [0, 0, 1]);
    assert.ok((await everything(storage)).includes(`Dear ${person}`));
    const { build } = storage.database;
    const second = { operator_id: 1, parts: 1, concat_reference: 0, cost: money(0) };
    await run(
      storage,
      build.updateTable('recipient').set({ state: 'delivered' }),
      build.insertInto('recipient').values({
        ...second,
        id: 513,
        phone: other,
        state: 'delivered',
        changed_at: atMs,
      } as never),
    );
    await storage.erasures.erase(byPhone, anAuthor);
    const [message] = await storage.database.read(
      build.selectFrom('message').select('text').where('id', '=', 1),
    );
    assert.equal(message?.text, `Dear ${person}`);
    const phones = await storage.database.read(
      build.selectFrom('recipient').select('phone').where('id', 'in', [512, 513]).orderBy('id'),
    );
    assert.deepEqual(
      phones.map((row) => row.phone),
      [erasedPhone, other],
    );
  });

  test('of one account alone, others keep what is theirs', async () => {
    await using storage = await open();
    await putMessages(storage, 1, 'delivered', 1);
    await putMessages(storage, 11, 'delivered', 2);
    const { counts } = await storage.erasures.erase({ ...byPhone, accountId: 1 }, anAuthor);
    assert.deepEqual([counts.messages, counts.receipts], [1, 1]);
    const left = await everything(storage);
    assert.equal(left.split(`Dear ${person}`).length, 2);
  });

  test('whoever wanted nothing stands on the list as a hash, and followers hear of it', async () => {
    await using storage = await open();
    const stop = { source: 'reply', createdAtMs: atMs } as const;
    await storage.stops.addStop({ ...stop, accountId: 1, phone: person });
    await storage.stops.addStop({ ...stop, accountId: 2, phone: person });
    await storage.stops.addStop({ ...stop, accountId: 1, phone: other });
    const version = await storage.stops.stopVersion();
    const { hashed } = await storage.erasures.erase(byPhone, anAuthor);
    assert.equal(hashed, 2);
    const hash = pseudonyms.ofPhone(person);
    assert.deepEqual(await storage.stops.findStopped(1, [person, hash, other]).then(sorted), [
      hash,
      other,
    ]);
    const changes = await storage.stops.stopChanges(version, 10);
    assert.deepEqual(
      changes.filter(({ accountId }) => accountId === 1).map((one) => [one.phone, one.stopped]),
      [
        [hash, true],
        [person, false],
      ],
    );
  });

  test('what is kept of an address is erased, and its suppression stays as a hash', async () => {
    await using storage = await open();
    await putMails(storage);
    const { counts, hashed } = await storage.erasures.erase(byEmail, anAuthor);
    assert.deepEqual([counts.emails, hashed], [1, 1]);
    const left = await everything(storage);
    assert.ok(!left.toLowerCase().includes(address), left);
    assert.ok(left.includes(`For ${otherAddress}`));
    const hash = pseudonyms.ofAddress(address);
    const asked = [{ accountId: 1, addresses: [address, hash, otherAddress] }];
    const found = await storage.suppressions.findSuppressed(asked, atMs);
    assert.deepEqual(sorted(found.map((one) => one.address)), sorted([hash, otherAddress]));
  });

  test('an address in the header of copies is erased once no mail of that email waits', async () => {
    await using storage = await open();
    const { id: accountId } = await storage.accounts.createAccount(anAccount, 'test');
    await putMails(storage);
    const { build } = storage.database;
    const copies = {
      to: { address: 'Ann@Example.com' },
      cc: [{ address: otherAddress }],
      startAt: 0,
    };
    const shown = { account_id: accountId, copies: JSON.stringify(copies) };
    await run(
      storage,
      build.updateTable('email').set(shown).where('id', '=', 2),
      build.updateTable('mail').set({ state: 'deferred' }).where('id', '=', 1_024),
    );
    await storage.erasures.erase(byEmail, anAuthor);
    assert.deepEqual((await storage.emails.findEmail(2))?.copies, copies);
    await run(storage, build.updateTable('mail').set({ state: 'sent' }).where('id', '=', 1_024));
    await storage.erasures.erase(byEmail, anAuthor);
    assert.equal((await storage.emails.findEmail(2))?.copies, null);
    assert.ok(!(await everything(storage)).toLowerCase().includes(address));
  });

  test('caught mails and letters of an address are erased, whoever wrote, and those of others stay', async () => {
    await using storage = await open();
    const theirs = 'ann_lee@example.com';
    const subject = {
      kind: 'email',
      address: theirs,
      pseudonym: pseudonyms.ofAddress(theirs),
    } as const;
    const octets = Buffer.from('octets');
    const letter = { receivedAtMs: atMs, subject: 'Hello', octets };
    const room = { countMax: 100, bytesMax: 10_000 };
    const letters = [
      { sender: 'Ann_Lee@Example.com', recipients: ['abuse@x.example'], from: '' },
      { sender: '', recipients: ['a@x.example', theirs], from: 'Ann <ann_lee@example.com>' },
      { sender: 'joann_lee@example.com', recipients: ['abuse@x.example'], from: '' },
      { sender: 'annxlee@example.com', recipients: ['abuse@x.example'], from: '' },
    ];
    for (const one of letters) await storage.letters.keepLetter({ ...letter, ...one }, room);
    const caught = { caughtAtMs: atMs, subject: 'Hi', octets, dialogue: '', of: null };
    await storage.caughtMails.keepMails(letters.map((one) => ({ ...caught, ...one })));
    const ofAccount = { subject, accountId: 1 };
    const none = await storage.erasures.erase(ofAccount, anAuthor);
    assert.deepEqual([none.counts.letters, none.counts.caughtMails], [0, 0]);
    const { counts } = await storage.erasures.erase({ subject, accountId: undefined }, anAuthor);
    assert.deepEqual([counts.letters, counts.caughtMails], [2, 2]);
    const others = ['annxlee@example.com', 'joann_lee@example.com'];
    const left = await storage.letters.listLetters(Number.MAX_SAFE_INTEGER, 10);
    assert.deepEqual(
      left.map(({ sender }) => sender),
      others,
    );
    const mails = await storage.caughtMails.listMails(Number.MAX_SAFE_INTEGER, 10);
    assert.deepEqual(
      mails.map(({ sender }) => sender),
      others,
    );
  });

  test('of one account the caught mail that it sent is erased, and of everybody what all have sent', async () => {
    await using storage = await open();
    await storage.caughtMails.keepMails([
      aMailOf('own@x.example', 1),
      aMailOf('elses@x.example', 2),
      aMailOf('nobodys@x.example', null),
      aMailOf('to-another@x.example', 1, otherAddress),
    ]);
    const sendersLeft = async () =>
      (await storage.caughtMails.listMails(Number.MAX_SAFE_INTEGER, 10)).map((one) => one.sender);
    const ofAccount = { ...byEmail, accountId: 1 };
    const found: number[] = [];
    for await (const { rows } of storage.erasures.find(ofAccount)) found.push(rows.length);
    assert.deepEqual(found, [1]);
    const own = await storage.erasures.erase(ofAccount, anAuthor);
    assert.equal(own.counts.caughtMails, 1);
    const others = ['elses@x.example', 'nobodys@x.example'];
    assert.deepEqual(sorted(await sendersLeft()), [...others, 'to-another@x.example']);
    const all = await storage.erasures.erase(byEmail, anAuthor);
    assert.equal(all.counts.caughtMails, 2);
    assert.deepEqual(await sendersLeft(), ['to-another@x.example']);
  });

  test('the key of hashes is kept once', async () => {
    await using storage = await open();
    assert.equal(await storage.erasures.keepKey('one'), 'one');
    assert.equal(await storage.erasures.keepKey('two'), 'one');
  });
}

function sorted(texts: readonly string[]): readonly string[] {
  return texts.toSorted();
}
