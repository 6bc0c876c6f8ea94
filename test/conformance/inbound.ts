/** What phones send: parts that join, messages that close them, and whose a reply is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  InboundItem,
  InboundMessage,
  InboundPart,
  LastSentQuery,
} from '#sms/inbound/inbound-store.ts';
import type { Storage } from '#storage/storage.ts';
import { anAcceptance, anEvent, aSubmit, atMs } from '#test/harness/records.ts';
import { noEvents, webhookLane, withAccount } from './setup.ts';

const awaitedMs = 120_000;
const route = { operatorId: 1, sender: '33612345678', receiver: '33755000001' };
const repeated = { kind: 'repeated' };
const stored = { kind: 'stored' };

function aPart(number: number, text: string, over: Partial<InboundPart> = {}): InboundItem {
  const coding = { dataCoding: 0, headerOctets: 6, singleShift: null, lockingShift: 3 };
  const place = { reference: 7, total: 2, number };
  const octets = Buffer.from(text, 'latin1');
  const at = { receivedAtMs: atMs, awaitedMs };
  return { kind: 'part', part: { ...route, ...coding, ...place, octets, ...at, ...over } };
}

function aMessage(
  groupId: number | null,
  events: Extract<InboundItem, { kind: 'message' }>['events'],
): InboundItem {
  const message: InboundMessage = {
    ...route,
    kind: 'reply',
    accountId: 1,
    text: 'Oui',
    octets: Buffer.from([0, 255, 128, 10]),
    dataCoding: 0,
    receivedAtMs: atMs,
    partsReceived: 1,
    partsTotal: 1,
    answersMessageId: 0,
    test: false,
  };
  return { kind: 'message', message, events, groupId };
}

async function kinds(storage: Storage, ...items: readonly InboundItem[]): Promise<string[]> {
  return (await storage.inbound.recordInbound(items)).map(({ kind }) => kind);
}

/** The texts of groups that are due, as their parts stand in them. */
async function due(storage: Storage, nowMs: number): Promise<string[]> {
  const groups = await storage.inbound.dueGroups(nowMs, 10);
  return groups.map(({ parts }) =>
    parts.map(({ number, octets }) => `${number}${Buffer.from(octets).toString('latin1')}`).join(),
  );
}

export function inbound(open: () => Promise<Storage>): void {
  test('what was stored last of an operator is read with its octets, and not what is long ago', async () => {
    await using storage = await open();
    await withAccount(storage);
    await kinds(storage, aMessage(null, []), aMessage(null, []));
    const { inbound: store } = storage;
    const message = { ...route, dataCoding: 0, octets: '00ff800a', receivedAtMs: atMs };
    const read = async (operatorId: number, sinceMs: number, newest: number) =>
      (await store.newestMessages(operatorId, sinceMs, newest)).map((each) => ({
        ...each,
        octets: Buffer.from(each.octets).toString('hex'),
      }));
    assert.deepEqual(await read(1, atMs, 10), [message, message]);
    assert.deepEqual(await read(1, atMs, 1), [message]);
    assert.deepEqual(await read(1, atMs + 1, 10), []);
    assert.deepEqual(await read(2, atMs, 10), []);
  });

  test('up to when everything was answered is kept, and is never to begin with', async () => {
    await using storage = await open();
    assert.equal(await storage.inbound.answeredUntilMs(), 0);
    await storage.inbound.saveAnsweredUntil(atMs);
    await storage.inbound.saveAnsweredUntil(atMs + 1);
    assert.equal(await storage.inbound.answeredUntilMs(), atMs + 1);
  });

  test('the last part to come brings all of them, with the octets that came', async () => {
    await using storage = await open();
    assert.deepEqual(await kinds(storage, aPart(2, 'b\0\xff')), ['stored']);
    const [result] = await storage.inbound.recordInbound([aPart(1, 'a')]);
    assert.equal(result?.kind, 'complete');
    const { id, parts, ...rest } = result.group;
    assert.deepEqual(rest, { ...route, total: 2, receivedAtMs: atMs });
    const coding = { dataCoding: 0, headerOctets: 6, singleShift: null, lockingShift: 3 };
    assert.deepEqual(
      parts.map(({ octets, ...part }) => ({ ...part, octets: [...octets] })),
      [
        { number: 1, ...coding, octets: [0x61] },
        { number: 2, ...coding, octets: [0x62, 0, 0xff] },
      ],
    );
    // The process that was told may not live to close it.
    assert.deepEqual(await due(storage, atMs), ['1a,2b\0\xff']);
    assert.deepEqual(await storage.inbound.recordInbound([aMessage(id, [])]), [stored]);
    assert.deepEqual(await due(storage, atMs + awaitedMs), []);
  });

  test('a group is closed once, with its events', async () => {
    await using storage = await open();
    await kinds(storage, aPart(1, 'a'));
    const [result] = await storage.inbound.recordInbound([aPart(2, 'b')]);
    const groupId = result?.kind === 'complete' ? result.group.id : 0;
    const items = [1, 2].map((id) => aMessage(groupId, [anEvent(id)]));
    assert.deepEqual(await storage.inbound.recordInbound(items), [stored, repeated]);
    const owed = await storage.webhooks.dueDeliveries(webhookLane);
    assert.deepEqual(
      owed.map(({ load }) => load.eventId),
      [1],
    );
  });

  test('a message that came in one is stored with all its events', async () => {
    await using storage = await open();
    const items = [aMessage(null, [anEvent(1), anEvent(2)]), aMessage(null, [])];
    assert.deepEqual(await storage.inbound.recordInbound(items), [stored, stored]);
    assert.equal((await storage.webhooks.dueDeliveries(webhookLane)).length, 2);
  });

  test('the same octets are a repeat, other ones another text', async () => {
    await using storage = await open();
    const items = [aPart(1, 'a'), aPart(1, 'a'), aPart(1, 'c'), aPart(1, 'a'), aPart(2, 'd')];
    assert.deepEqual(await kinds(storage, ...items), [
      'stored',
      'repeated',
      'stored',
      'repeated',
      'complete',
    ]);
    assert.deepEqual(await due(storage, atMs + awaitedMs), ['1c,2d', '1a']);
  });

  test('a part is known as a repeat for as long as the others are awaited', async () => {
    await using storage = await open();
    await kinds(storage, aPart(1, 'a'));
    const late = { receivedAtMs: atMs + awaitedMs - 1 };
    assert.deepEqual(await kinds(storage, aPart(1, 'a', late)), ['repeated']);
    const tooLate = { receivedAtMs: atMs + awaitedMs };
    assert.deepEqual(await kinds(storage, aPart(1, 'a', tooLate)), ['stored']);
  });

  test('another operator, sender, receiver, reference or total is another text', async () => {
    await using storage = await open();
    const others: Partial<InboundPart>[] = [
      { operatorId: 2 },
      { sender: '33698765432' },
      { receiver: '33755000002' },
      { reference: 8 },
      { total: 3 },
    ];
    const items = [aPart(1, 'a'), ...others.map((other) => aPart(2, 'b', other))];
    assert.deepEqual(new Set(await kinds(storage, ...items)), new Set(['stored']));
  });

  test('groups fall due in order, and of too many the oldest at once', async () => {
    await using storage = await open();
    const items = [1, 2, 3].map((reference) =>
      aPart(1, `${reference}`, { reference, receivedAtMs: atMs + reference }),
    );
    await kinds(storage, ...items, aPart(1, 'x', { operatorId: 2 }));
    assert.deepEqual(await due(storage, atMs + awaitedMs + 1), ['1x', '11']);
    assert.equal(await storage.inbound.hastenGroups(1, 3, atMs), 0);
    assert.equal(await storage.inbound.hastenGroups(1, 1, atMs), 2);
    assert.equal(await storage.inbound.hastenGroups(1, 1, atMs), 0);
    assert.deepEqual(await due(storage, atMs), ['11', '12']);
  });

  test('closed groups are forgotten, open ones never', async () => {
    await using storage = await open();
    await kinds(storage, aPart(1, 'a'), aPart(1, 'x', { reference: 8 }));
    const [result] = await storage.inbound.recordInbound([aPart(2, 'b')]);
    const groupId = result?.kind === 'complete' ? result.group.id : 0;
    await storage.inbound.recordInbound([aMessage(groupId, [])]);
    assert.equal(await storage.inbound.forgetGroups(atMs, 10), 0);
    assert.equal(await storage.inbound.forgetGroups(atMs + 1, 10), 1);
    assert.equal(await storage.inbound.forgetGroups(atMs + 1, 10), 0);
    assert.deepEqual(await due(storage, atMs + awaitedMs), ['1x']);
    assert.deepEqual(await kinds(storage, aPart(1, 'a')), ['stored']);
  });

  test('what was written on a test phone is taken once, the oldest first, and few are kept', async () => {
    await using storage = await open();
    const { inbound: texts } = storage;
    const noted = { mark: 'a', messageId: 5, writtenAtMs: atMs };
    await storage.inbound.keepReplyAddress({
      messageId: 5,
      url: 'https://example.com/hook',
      endpointId: 3,
    });
    await texts.noteText({ ...noted, accountId: 1 }, 10);
    await texts.noteText({ ...noted, accountId: 2, messageId: 0 }, 10);
    assert.equal(await texts.takeText('b', atMs), undefined);
    assert.equal(await texts.takeText('a', atMs + 1), undefined);
    const address = { replyUrl: 'https://example.com/hook', replyEndpointId: 3 };
    const first = await texts.takeText('a', atMs);
    assert.deepEqual({ ...first }, { accountId: 1, messageId: 5, ...address });
    const second = { accountId: 2, messageId: 0, replyUrl: null, replyEndpointId: null };
    assert.deepEqual({ ...(await texts.takeText('a', atMs)) }, second);
    assert.equal(await texts.takeText('a', atMs), undefined);
    for (const mark of ['c', 'd', 'e']) await texts.noteText({ ...noted, accountId: 1, mark }, 2);
    assert.equal(await texts.takeText('c', atMs), undefined);
    assert.equal((await texts.takeText('d', atMs))?.accountId, 1);
  });

  test('a reply is the last message’s from that number to that phone', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const query: LastSentQuery = {
      number: '36180',
      phone: '33612345678',
      test: false,
      sinceMs: atMs,
    };
    assert.equal(await storage.inbound.findLastSent(query), undefined);
    const sentFrom = { number: '36180', accountId: account.id, test: false };
    for (const id of [1, 2]) {
      const acceptance = anAcceptance(account, id);
      await storage.messages.acceptMessages([acceptance]);
      const submit = aSubmit(acceptance, { sentFrom: { ...sentFrom, messageId: id } });
      await storage.messages.recordFacts({ ...noEvents, submits: [submit] });
    }
    const last = { accountId: account.id, messageId: 2, replyUrl: null, replyEndpointId: null };
    assert.deepEqual({ ...(await storage.inbound.findLastSent(query)) }, last);
    for (const other of [
      { number: '36181' },
      { phone: '33698765432' },
      { test: true },
      { sinceMs: atMs + 1 },
    ]) {
      assert.equal(await storage.inbound.findLastSent({ ...query, ...other }), undefined);
    }
  });
}
