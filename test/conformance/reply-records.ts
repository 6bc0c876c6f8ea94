/** Looking up what phones have sent: threads, the texts of one, and the STOP list newest first. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InboundItem, InboundMessage } from '#sms/inbound/inbound-store.ts';
import type { Storage } from '#storage/storage.ts';
import { atMs, phone } from '#test/harness/records.ts';
import { withAccount } from './setup.ts';

const all = { beforeId: Number.MAX_SAFE_INTEGER, limit: 50 };

function aText(over: Partial<InboundMessage>): InboundItem {
  const text = over.text ?? 'Hello';
  const message: InboundMessage = {
    operatorId: 1,
    sender: '33612345670',
    receiver: '36111',
    kind: 'reply',
    accountId: 1,
    text,
    octets: Buffer.from(text),
    dataCoding: 0,
    receivedAtMs: atMs,
    partsReceived: 1,
    partsTotal: 1,
    answersMessageId: 0,
    test: false,
    ...over,
  };
  return { kind: 'message', message, events: [], groupId: null };
}

export function replyRecords(open: () => Promise<Storage>): void {
  test('a thread stands where its last text does, to its own account', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const accountId = account.id;
    await storage.inbound.recordInbound([
      aText({ accountId, text: 'first' }),
      aText({ accountId, text: 'other phone', sender: '33612345671' }),
      aText({ accountId, text: 'other number', receiver: '36222' }),
      aText({ accountId, text: 'last' }),
      aText({ accountId: accountId + 1, text: 'not ours' }),
    ]);
    const page = await storage.inbound.listThreads({ ...all, accountId });
    assert.deepEqual(
      page.threads.map(({ text }) => text),
      ['last', 'other number', 'other phone'],
    );
    assert.equal(page.nextId, undefined);
    const whole = await storage.inbound.listThreads({ ...all, accountId, limit: 3 });
    assert.deepEqual([whole.threads.length, whole.nextId], [3, undefined]);
    const early = await storage.inbound.listThreads({ ...all, accountId, afterId: 0 });
    assert.deepEqual(early.threads, page.threads.toReversed());
    const first = await storage.inbound.listThreads({ ...all, accountId, limit: 1 });
    const beforeId = first.nextId ?? 0;
    const second = await storage.inbound.listThreads({ ...all, accountId, beforeId });
    assert.deepEqual(
      second.threads.map(({ text }) => text),
      ['other number', 'other phone'],
    );
  });

  test('conversations of a time are those whose last text came in it', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage);
    const of = (sender: string, text: string, receivedAtMs: number) =>
      storage.inbound.recordInbound([aText({ accountId, sender, text, receivedAtMs })]);
    await of('33612345670', 'goes on', atMs);
    await of('33612345671', 'ended', atMs + 1);
    await of('33612345670', 'went on', atMs + 2);
    const within = async (time: { fromMs?: number; untilMs?: number }) => {
      const { threads } = await storage.inbound.listThreads({ ...all, accountId, ...time });
      return threads.map(({ text }) => text);
    };
    const begins = async (digits: string) => {
      const asked = { ...all, accountId, begins: digits };
      return (await storage.inbound.listThreads(asked)).threads.map(({ sender }) => sender);
    };
    assert.deepEqual(await begins('33612345671'), ['33612345671']);
    assert.deepEqual(await begins('336'), ['33612345670', '33612345671']);
    assert.deepEqual(await begins('337'), []);
    assert.deepEqual(await within({ fromMs: atMs + 2 }), ['went on']);
    assert.deepEqual(await within({ untilMs: atMs + 2 }), ['ended']);
    assert.deepEqual(await within({ fromMs: atMs + 1, untilMs: atMs + 3 }), ['went on', 'ended']);
    assert.deepEqual(await within({ fromMs: atMs + 3 }), []);
  });

  test('the texts of a phone are listed newest first, of one number or of all', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage);
    await storage.inbound.recordInbound([
      aText({ accountId, text: 'one' }),
      aText({ accountId, text: 'elsewhere', receiver: '36222' }),
      aText({ accountId, text: 'two' }),
    ]);
    const wish = { ...all, accountId, sender: '33612345670' };
    const texts = async (query: typeof wish & { receiver?: string }) =>
      (await storage.inbound.listReplies(query)).map(({ text }) => text);
    assert.deepEqual(await texts({ ...wish, receiver: '36111' }), ['two', 'one']);
    assert.deepEqual(await texts(wish), ['two', 'elsewhere', 'one']);
    assert.deepEqual(await texts({ ...wish, accountId: accountId + 1 }), []);
  });

  test('the last STOP of a phone is the proof of its entry', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage);
    const stop = { accountId, kind: 'stop' as const };
    await storage.inbound.recordInbound([
      aText({ ...stop, text: 'Stop' }),
      aText({ ...stop, text: 'STOP!!' }),
      aText({ accountId, text: 'and a word' }),
    ]);
    const found = await storage.inbound.findStopTexts(accountId, ['33612345670', '336']);
    assert.deepEqual(
      found.map(({ text }) => text),
      ['STOP!!'],
    );
    assert.deepEqual(await storage.inbound.findStopTexts(accountId, []), []);
  });

  test('the STOP list is read from its newest entry on, and by phone', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage);
    const phones = ['33612345670', '33612345671', '33612345672'].map(phone);
    for (const each of phones) {
      await storage.stops.addStop({
        accountId,
        phone: each,
        source: 'client',
        createdAtMs: atMs,
      });
    }
    const begins = await storage.stops.stopPage(accountId, { ...all, begins: '99' });
    assert.deepEqual(begins, []);
    const one = await storage.stops.stopPage(accountId, { ...all, begins: '33612345671' });
    assert.deepEqual(
      one.map((stop) => stop.phone),
      ['33612345671'],
    );
    const three = await storage.stops.stopPage(accountId, { ...all, begins: '336' });
    assert.deepEqual(
      three.map((stop) => stop.phone),
      phones.toReversed(),
    );
    const page = await storage.stops.stopPage(accountId, { ...all, limit: 2 });
    assert.deepEqual(
      page.map((stop) => stop.phone),
      [phones[2], phones[1]],
    );
    const early = await storage.stops.stopPage(accountId, { ...all, afterId: page[1]?.id ?? 0 });
    assert.deepEqual(
      early.map((stop) => stop.phone),
      [phones[2]],
    );
    const rest = await storage.stops.stopPage(accountId, {
      beforeId: page[1]?.id ?? 0,
      limit: 2,
    });
    assert.deepEqual(
      rest.map((stop) => stop.phone),
      [phones[0]],
    );
    await storage.stops.addStop({
      accountId,
      phone: phone('33612345673'),
      source: 'client',
      createdAtMs: atMs + 1,
    });
    const within = async (time: { fromMs?: number; untilMs?: number }) =>
      (await storage.stops.stopPage(accountId, { ...all, ...time })).map((stop) => stop.phone);
    assert.deepEqual(await within({ fromMs: atMs + 1 }), ['33612345673']);
    assert.deepEqual(await within({ fromMs: atMs, untilMs: atMs + 1 }), phones.toReversed());
    assert.deepEqual(await within({ untilMs: atMs }), []);
    const found = await storage.stops.findStopOf(accountId, phone('33612345671'));
    assert.equal(found?.phone, phones[1]);
    assert.equal(await storage.stops.findStopOf(accountId + 1, phone('33612345671')), undefined);
  });
}
