/** Forgetting: what is old goes, what is needed stays, and money adds up for ever. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Account } from '#accounts/account.ts';
import type { InboundItem, InboundMessage } from '#sms/inbound/inbound-store.ts';
import type { Message } from '#sms/message.ts';
import type { Storage } from '#storage/storage.ts';
import {
  aMatch,
  anAcceptance,
  anEvent,
  aRefusal,
  aSubmit,
  atMs,
  money,
  phone,
} from '#test/harness/records.ts';
import { anAuthor } from '#test/harness/routes.ts';
import { age, dayMs, funded, idsOf, longMoney } from './history-setup.ts';
import { drain, noEvents, withAccount } from './setup.ts';

export function history(open: () => Promise<Storage>): void {
  messages(open);
  balances(open);
  slices(open);
  submittedParts(open);
  whatPhonesSent(open);
}

function messages(open: () => Promise<Storage>): void {
  test('old messages go with their recipients, and newer ones stay', async () => {
    await using storage = await open();
    const account = await funded(storage);
    await acceptDone(storage, account, [1, 2]);
    await acceptDone(storage, account, [3], { validUntilMs: age.beforeMs });
    await acceptDone(storage, account, [4]);
    const reason = { code: 'priority' } as const;
    const choice = { atMs, leftOperatorId: null, operatorId: 1, reason } as const;
    await storage.operators.noteChoices([1, 3].map((id) => ({ ...choice, recipientId: id * 512 })));
    assert.equal(await drain(storage.history.forgetMessages(age)), 3);
    assert.deepEqual(await storage.operators.listChoices(512), []);
    assert.equal((await storage.operators.listChoices(3 * 512)).length, 1);
    assert.deepEqual(await idsOf(storage, 'message'), [3]);
    assert.deepEqual(await idsOf(storage, 'recipient'), [3 * 512]);
    assert.equal(await drain(storage.history.forgetMessages(age)), 0);
  });

  test('a message stays while a part of it is owed or its report is awaited', async () => {
    await using storage = await open();
    const account = await funded(storage);
    await storage.operators.createOperator(operator, 'test');
    const [owed, awaited] = [anAcceptance(account, 1), anAcceptance(account, 2)] as const;
    await storage.messages.acceptMessages([owed, awaited]);
    const submit = aSubmit(awaited);
    await storage.messages.recordFacts({ ...noEvents, submits: [submit] });
    await acceptDone(storage, account, [3]);
    assert.equal(await drain(storage.history.forgetMessages(age)), 1);
    assert.deepEqual(await idsOf(storage, 'message'), [1, 2]);
    await storage.messages.recordFacts({
      ...noEvents,
      submits: [aSubmit(owed, { awaitsReport: false })],
      receipts: [aMatch(submit, { ...anEvent(1), job: null })],
    });
    assert.equal(await drain(storage.history.forgetMessages(age)), 2);
    assert.deepEqual(await idsOf(storage, 'recipient'), []);
  });

  test('of an operator that was removed no report is awaited any more', async () => {
    await using storage = await open();
    const account = await funded(storage);
    const made = await storage.operators.createOperator(operator, 'test');
    const acceptance = anAcceptance(account, 1, { recipient: { operatorId: made?.id ?? 0 } });
    await storage.messages.acceptMessages([acceptance]);
    const submits = [1, 2].map((id) => aSubmit(acceptance, { submittedPartId: id }));
    await storage.messages.recordFacts({ ...noEvents, submits });
    assert.equal(await drain(storage.history.forgetMessages(age)), 0);
    assert.equal(await drain(storage.history.forgetSubmittedParts(age)), 0);
    await storage.operators.removeOperator(made?.id ?? 0, anAuthor);
    assert.equal(await drain(storage.history.forgetMessages(age)), 1);
    assert.equal(await drain(storage.history.forgetSubmittedParts(age)), 1);
  });

  test('what is old is found below the ids that were noted when it was young', async () => {
    await using storage = await open();
    const account = await withAccount(storage, longMoney);
    await storage.ids.reserveIds('message', 10);
    await storage.ids.reserveIds('job', 100);
    const young = { nowMs: atMs + 3 * dayMs + 1, beforeMs: atMs - 87 * dayMs };
    assert.equal(await drain(storage.history.forgetMessages(young)), 0);
    assert.equal(await drain(storage.history.forgetMessages(young)), 0);
    await acceptDone(storage, account, [10, 11]);
    assert.equal(await drain(storage.history.forgetMessages(age)), 1);
    assert.deepEqual(await idsOf(storage, 'message'), [11]);
    const marks = storage.database.build.selectFrom('id_mark').select(['at', 'message', 'job']);
    assert.deepEqual(
      (await storage.database.read(marks.orderBy('at'))).map((row) => ({ ...row })),
      [young.nowMs, age.nowMs].map((at) => ({ at, message: 11, job: 101 })),
    );
  });
}

function balances(open: () => Promise<Storage>): void {
  test('what forgotten messages have cost stays in the sums, in each purse', async () => {
    await using storage = await open();
    const account = await funded(storage);
    const top = { accountId: account.id, kind: 'top-up', actor: 'test', atMs } as const;
    await storage.accounts.move({ ...top, purse: 'test', amount: money(longMoney) });
    await acceptDone(storage, account, [1, 2]);
    await acceptDone(storage, account, [3], { test: true });
    const refused = anAcceptance(account, 4);
    await storage.messages.acceptMessages([refused]);
    const refusals = [aRefusal(refused, anEvent(4))];
    await storage.messages.recordFacts({ ...noEvents, refusals });
    const before = await sums(storage, account);
    assert.equal(await drain(storage.history.forgetMessages(age)), 4);
    await acceptDone(storage, account, [5]);
    assert.equal(await drain(storage.history.forgetMessages(age)), 1);
    const after = await sums(storage, account);
    assert.equal(after[0].costs, before[0].costs + 38_000);
    assert.deepEqual(after[1], before[1]);
    for (const { balance, movements, costs } of after) assert.equal(balance, movements - costs);
    const spent = storage.database.build
      .selectFrom('spent')
      .select(['purse', 'amount'])
      .orderBy('purse');
    assert.deepEqual(
      (await storage.database.read(spent)).map((row) => ({ ...row })),
      [
        { purse: 'live', amount: 4 * 38_000 },
        { purse: 'test', amount: 38_000 },
      ],
    );
  });

  test('two processes that forget at the same time count nothing twice', async () => {
    await using storage = await open();
    const account = await funded(storage);
    const ids = Array.from({ length: 1_200 }, (_, index) => index + 1);
    await acceptDone(storage, account, ids);
    const walks = [1, 2, 3].map(() => drain(storage.history.forgetMessages(age)));
    const forgotten = await Promise.all(walks);
    assert.equal(
      forgotten.reduce((all, rows) => all + rows, 0),
      ids.length - (await idsOf(storage, 'message')).length,
    );
    await drain(storage.history.forgetMessages(age));
    const [live] = await sums(storage, account);
    assert.deepEqual(
      { ...live },
      { balance: longMoney - 1_200 * 38_000, movements: longMoney, costs: 1_200 * 38_000 },
    );
  });
}

function slices(open: () => Promise<Storage>): void {
  test('messages to many recipients go whole, a slice a commit', async () => {
    await using storage = await open();
    const account = await funded(storage);
    for (const id of [1, 2, 3]) await acceptMany(storage, account, { id, recipients: 500 });
    await acceptMany(storage, account, { id: 4, recipients: 12 });
    await acceptMany(storage, account, { id: 5, recipients: 2 });
    const commits = await Array.fromAsync(storage.history.forgetMessages(age));
    assert.deepEqual(commits, [1, 1, 1, 2]);
    assert.deepEqual(await idsOf(storage, 'recipient'), []);
    const [live] = await sums(storage, account);
    assert.equal(live.costs, 1_514 * 1_000);
  });

  test('those that stay split a slice, wherever they are in it', async () => {
    await using storage = await open();
    const account = await funded(storage);
    const owed = [1, 500, 512, 513, 1_024, 1_200];
    const ids = Array.from({ length: 1_200 }, (_, index) => index + 1);
    await acceptDone(
      storage,
      account,
      ids.filter((id) => !owed.includes(id)),
    );
    await storage.messages.acceptMessages(owed.map((id) => anAcceptance(account, id)));
    assert.equal(await drain(storage.history.forgetMessages(age)), ids.length - owed.length);
    assert.deepEqual(await idsOf(storage, 'message'), owed);
  });
}

function whatPhonesSent(open: () => Promise<Storage>): void {
  test('what phones sent goes by its age', async () => {
    await using storage = await open();
    const items = [atMs, atMs, age.beforeMs, age.beforeMs + 1].map((at) => anInbound(at));
    await storage.inbound.recordInbound(items);
    assert.equal(await drain(storage.history.forgetInboundMessages(age)), 2);
    assert.equal((await idsOf(storage, 'inbound_message')).length, 2);
    assert.equal(await drain(storage.history.forgetInboundMessages(age)), 0);
  });

  test('to whom a number has sent is known until that is old', async () => {
    await using storage = await open();
    const account = await funded(storage);
    const sent = [1, 2, 3].map((id) => anAcceptance(account, id));
    await storage.messages.acceptMessages(sent);
    const from = { number: '36180', accountId: account.id, test: false };
    const submits = sent.map((acceptance, index) =>
      aSubmit(acceptance, {
        phone: phone(`3361234567${index}`),
        submittedAtMs: index === 1 ? age.beforeMs : atMs,
        sentFrom: { ...from, messageId: index + 1 },
      }),
    );
    await storage.messages.recordFacts({ ...noEvents, submits });
    assert.equal(await drain(storage.history.forgetLastSent(age)), 2);
    const known = submits.map((submit) =>
      storage.inbound.findLastSent({ ...from, phone: submit.phone, sinceMs: 0 }),
    );
    const ids = (await Promise.all(known)).map((last) => last?.messageId);
    assert.deepEqual(ids, [undefined, 2, undefined]);
  });
}

function submittedParts(open: () => Promise<Storage>): void {
  test('further submits of a part go by their time, those whose report is awaited stay', async () => {
    await using storage = await open();
    const account = await funded(storage);
    await storage.operators.createOperator(operator, 'test');
    const acceptances = [1, 2, 3].map((id) => anAcceptance(account, id));
    const [done, awaited, late] = acceptances as [Acceptance, Acceptance, Acceptance];
    await storage.messages.acceptMessages(acceptances);
    const first = acceptances.map((each, n) => aSubmit(each, { submittedPartId: 1 + n }));
    await storage.messages.recordFacts({ ...noEvents, submits: first });
    const submits = [
      aSubmit(done, { awaitsReport: false }),
      aSubmit(awaited),
      aSubmit(late, { awaitsReport: false, submittedAtMs: age.beforeMs }),
    ];
    await storage.messages.recordFacts({ ...noEvents, submits });
    assert.equal(await drain(storage.history.forgetSubmittedParts(age)), 1);
    assert.deepEqual(await idsOf(storage, 'further_submit'), [20, 30]);
  });
}

type Acceptance = ReturnType<typeof anAcceptance>;

const operator = {
  name: 'acme',
  builtIn: false,
  state: 'active',
  settings: {} as never,
  sealedPassword: '',
  createdAtMs: atMs,
} as const;

/** Accepted, submitted without a report to wait for: nothing is left to do. */
async function acceptDone(
  storage: Storage,
  account: Account,
  ids: readonly number[],
  message: Partial<Message> = {},
): Promise<void> {
  const acceptances = ids.map((id) => anAcceptance(account, id, { message }));
  await storage.messages.acceptMessages(acceptances);
  const submits = acceptances.map((acceptance) => aSubmit(acceptance, { awaitsReport: false }));
  await storage.messages.recordFacts({ ...noEvents, submits });
}

/** A message to many, owed nothing. */
async function acceptMany(
  storage: Storage,
  account: Account,
  { id, recipients }: { readonly id: number; readonly recipients: number },
): Promise<void> {
  const acceptance = anAcceptance(account, id);
  const [first] = acceptance.recipients;
  assert.ok(first);
  await storage.messages.acceptMessages([
    {
      ...acceptance,
      jobs: [],
      cost: money(recipients * 1_000),
      recipients: Array.from({ length: recipients }, (_, place) => ({
        ...first,
        id: id * 512 + place,
        phone: phone(`3361234${String(place).padStart(4, '0')}`),
        cost: money(1_000),
      })),
    },
  ]);
}

function sums(storage: Storage, account: Account) {
  return Promise.all([
    storage.accounts.ledgerSums(account.id, 'live'),
    storage.accounts.ledgerSums(account.id, 'test'),
  ]);
}

function anInbound(receivedAtMs: number): InboundItem {
  const message: InboundMessage = {
    operatorId: 1,
    sender: '33612345678',
    receiver: '36180',
    kind: 'reply',
    accountId: 1,
    text: 'Oui',
    octets: Buffer.from('Oui'),
    dataCoding: 0,
    receivedAtMs,
    partsReceived: 1,
    partsTotal: 1,
    answersMessageId: 0,
    test: false,
  };
  return { kind: 'message', message, events: [], groupId: null };
}
