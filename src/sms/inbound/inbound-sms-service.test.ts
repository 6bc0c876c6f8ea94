import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { StorageUnavailable } from '#core/unavailable.ts';
import { blankBody } from '#sms/smpp/layout.ts';
import type { DeliverSm } from '#sms/smpp/pdu.ts';
import { makeIntegerTlv, tag } from '#sms/smpp/tlv.ts';
import {
  aPart,
  fromPhone,
  type InboundWorld,
  longNumber,
  openInboundWorld,
  shortNumber,
} from '#test/harness/inbound-world.ts';
import { aPhone } from '#test/harness/sms-world.ts';
import { handsetMark } from './handset-text.ts';

const toShort = { destination: { ton: 3, npi: 0, address: shortNumber } };

async function texts(world: InboundWorld, ...pdus: readonly DeliverSm[]): Promise<unknown[]> {
  await world.receive(...pdus);
  return world.fields('text');
}

/** A part behind a header with a reference of 16 bits. */
function wide(number: number, text: string): DeliverSm {
  const header = Buffer.from([6, 8, 4, 1, 2, 2, number]);
  return fromPhone(Buffer.concat([header, Buffer.from(text)]), { esmClass: 0x40 });
}

/** A part that TLVs speak of. */
function sar(number: number, text: string): DeliverSm {
  return fromPhone(text, {
    tlvs: [
      makeIntegerTlv(tag.sarReference, 0x0102, 2),
      makeIntegerTlv(tag.sarTotal, 2, 1),
      makeIntegerTlv(tag.sarPart, number, 1),
    ],
  });
}

suite('a message to a long number', () => {
  test('is told with the fields of the interface', async () => {
    await using world = await openInboundWorld();
    await world.receive(fromPhone('Oui merci'));
    assert.deepEqual(world.told.all, [
      {
        msisdn: aPhone,
        to: longNumber,
        messageId: '00000000-0000-4000-8000-000000000001',
        text: 'Oui merci',
        type: 'text',
        keyword: 'OUI',
        'message-timestamp': '2030-01-01 00:00:00',
      },
    ]);
  });

  for (const address of [longNumber, `+${longNumber}`, `00${longNumber}`, '33 7 55 00 00 01']) {
    test(`is found as "${address}"`, async () => {
      await using world = await openInboundWorld();
      const destination = { ton: 1, npi: 1, address };
      assert.deepEqual(await texts(world, fromPhone('Oui', { destination })), ['Oui']);
    });
  }

  test('is told with numbers in full where the operator writes them as they are dialled at home', async () => {
    await using world = await openInboundWorld();
    const source = { ton: 2, npi: 1, address: '0612345678' };
    const destination = { ton: 2, npi: 1, address: '755000001' };
    await world.receive(fromPhone('Oui', { source, destination }));
    assert.deepEqual([world.fields('msisdn'), world.fields('to')], [['33612345678'], [longNumber]]);
  });

  test('is read with the country of its operator, and a STOP closes that phone', async () => {
    await using world = await openInboundWorld({ settings: { homeCountry: 'GB' } });
    const source = { ton: 0, npi: 1, address: '07400123456' };
    await world.receive(fromPhone('STOP', { source }));
    assert.deepEqual(world.fields('msisdn'), ['447400123456']);
    assert.deepEqual(world.stopped, [`${world.sms.account.id} 447400123456`]);
  });

  test('is read in the alphabets of its operator', async () => {
    const settings = { defaultAlphabet: 'latin1', ia5: 'gsm7' } as const;
    await using world = await openInboundWorld({ settings });
    const latin = fromPhone(Buffer.from('ça', 'latin1'));
    const gsm = fromPhone(Buffer.from([0x00, 0x1b, 0x65]), { dataCoding: 1 });
    assert.deepEqual(await texts(world, latin, gsm), ['ça', '@€']);
  });

  test('of octets is kept, and nobody is told', async () => {
    await using world = await openInboundWorld();
    await world.receive(fromPhone('Oui', { dataCoding: 4 }));
    assert.equal((await world.sms.logged('inbound.received'))['kind'], 'binary');
    assert.deepEqual(world.told.all, []);
  });

  test('without a text is told all the same', async () => {
    await using world = await openInboundWorld();
    await world.receive(fromPhone(''));
    assert.deepEqual([world.fields('text'), world.fields('keyword')], [[''], ['']]);
  });

  test('in message_payload, and in data_sm, is a message like any other', async () => {
    await using world = await openInboundWorld();
    const payload = { tag: tag.messagePayload, value: Buffer.from('a'.repeat(200)) };
    await world.receive(fromPhone('', { tlvs: [payload] }));
    assert.deepEqual(
      world.fields('text').map((text) => String(text).length),
      [160, 40],
    );
  });

  test('of another operator than the one that serves it is not believed', async () => {
    await using world = await openInboundWorld();
    const digits = '33755000002';
    await world.addNumber({ digits, accountId: world.sms.account.id, operatorId: 2 });
    await world.receive(fromPhone('Oui', { destination: { ton: 1, npi: 1, address: digits } }));
    assert.equal((await world.sms.logged('inbound.received'))['kind'], 'unclaimed');
  });

  test('that is deactivated, or nobody’s, or not ours, is kept and nobody is told', async () => {
    await using world = await openInboundWorld();
    const free = await world.addNumber({ digits: '33755000003' });
    const off = await world.addNumber({ digits: '33755000004', accountId: world.sms.account.id });
    await world.sms.storage.numbers.changeNumber(off.id, { state: 'deactivated' });
    await world.sms.readNumbers();
    for (const address of [free.digits, off.digits, '33755999999', '']) {
      await world.receive(fromPhone('Oui', { destination: { ton: 1, npi: 1, address } }));
    }
    const kinds = world.sms.lines.all.flatMap((line) =>
      line['event'] === 'inbound.received' ? [line['kind']] : [],
    );
    assert.deepEqual(
      kinds,
      Array.from({ length: 4 }, () => 'unclaimed'),
    );
    assert.deepEqual(world.told.all, []);
  });

  test('that is written like a receipt is a text', async () => {
    await using world = await openInboundWorld();
    const forged = 'id:1 sub:001 dlvrd:001 stat:DELIVRD err:000 text:';
    assert.deepEqual(await texts(world, fromPhone(forged)), [forged]);
  });

  test('that is the phone’s acknowledgement of another is told to nobody', async () => {
    await using world = await openInboundWorld();
    assert.deepEqual(await texts(world, fromPhone('read', { esmClass: 0x08 })), []);
    assert.deepEqual(await texts(world, fromPhone('read', { esmClass: 0x10 })), []);
  });
});

suite('a long text', () => {
  test('is told in pieces of 160 characters, in order', async () => {
    await using world = await openInboundWorld();
    const text = 'Bonjour à tous '.repeat(21);
    const [first, second, third] = [0, 120, 240].map((start, index) =>
      aPart([7, 3, index + 1], Buffer.from(text.slice(start, start + 120), 'latin1'), {
        dataCoding: 3,
      }),
    ) as [DeliverSm, DeliverSm, DeliverSm];
    await world.receive(first, second);
    assert.deepEqual(world.told.all, []);
    await world.receive(third);
    assert.equal(world.fields('text').join(''), text);
    assert.deepEqual(world.fields('concat'), ['true', 'true']);
    assert.deepEqual(world.fields('concat-total'), ['2', '2']);
    assert.deepEqual(world.fields('concat-part'), ['1', '2']);
    assert.equal(new Set(world.fields('concat-ref')).size, 1);
    assert.equal(new Set(world.fields('messageId')).size, 2);
  });

  test('of at most 160 characters is told in one', async () => {
    await using world = await openInboundWorld();
    const halves = [aPart([7, 2, 1], 'a'.repeat(80)), aPart([7, 2, 2], 'b'.repeat(80))];
    await world.receive(...halves);
    assert.deepEqual(world.fields('text'), ['a'.repeat(80) + 'b'.repeat(80)]);
    assert.deepEqual(world.fields('concat'), [undefined]);
  });

  test('comes in any order', async () => {
    await using world = await openInboundWorld();
    const parts = [aPart([7, 3, 3], 'c'), aPart([7, 3, 1], 'a'), aPart([7, 3, 2], 'b')];
    assert.deepEqual(await texts(world, ...parts), ['abc']);
  });

  test('has references of 16 bits as well, and TLVs', async () => {
    await using world = await openInboundWorld();
    await world.receive(wide(2, 'b'), wide(1, 'a'), sar(1, 'c'), sar(2, 'd'));
    assert.deepEqual(world.fields('text'), ['ab', 'cd']);
  });

  test('may be cut in the middle of an emoji', async () => {
    await using world = await openInboundWorld();
    const octets = Buffer.from('a😀b', 'utf16le').swap16();
    const ucs2 = { dataCoding: 8 };
    const parts = [
      aPart([7, 2, 2], octets.subarray(4), ucs2),
      aPart([7, 2, 1], octets.subarray(0, 4), ucs2),
    ];
    assert.deepEqual(await texts(world, ...parts), ['a😀b']);
  });

  test('of another phone, to another number, with another total is another text', async () => {
    await using world = await openInboundWorld();
    const source = { ton: 1, npi: 1, address: '33698765432' };
    await world.addNumber({ digits: '33755000002', accountId: world.sms.account.id });
    const destination = { ton: 1, npi: 1, address: '33755000002' };
    await world.receive(
      aPart([7, 2, 1], 'a'),
      aPart([7, 2, 2], 'x', { source }),
      aPart([7, 2, 2], 'y', { destination }),
      aPart([7, 3, 2], 'z'),
    );
    assert.deepEqual(world.told.all, []);
    await world.receive(aPart([7, 2, 2], 'b'));
    assert.deepEqual(world.fields('text'), ['ab']);
  });

  test('is told once though its parts come twice', async () => {
    await using world = await openInboundWorld();
    const parts = [aPart([7, 2, 1], 'a'), aPart([7, 2, 2], 'b')];
    await world.receive(...parts, ...parts);
    world.sms.clock.advance(119_000);
    await world.receive(...parts);
    assert.deepEqual(world.fields('text'), ['ab']);
  });

  test('whose reference is used again at once is another text', async () => {
    await using world = await openInboundWorld();
    await world.receive(
      aPart([7, 2, 1], 'a'),
      aPart([7, 2, 2], 'b'),
      aPart([7, 2, 1], 'c'),
      aPart([7, 2, 2], 'd'),
    );
    assert.deepEqual(world.fields('text'), ['ab', 'cd']);
  });

  test('that stays incomplete is told after 120 seconds by the parts that came, never glued together', async () => {
    await using world = await openInboundWorld();
    await world.receive(aPart([7, 3, 3], 'c'), aPart([7, 3, 1], 'a'));
    world.sms.clock.advance(119_999);
    await world.closeDue();
    assert.deepEqual(world.told.all, []);
    world.sms.clock.advance(1);
    await world.closeDue();
    await world.closeDue();
    assert.deepEqual(world.fields('text'), ['a', 'c']);
    assert.deepEqual(world.fields('concat-part'), ['1', '3']);
    assert.deepEqual(world.fields('concat-total'), ['3', '3']);
    assert.equal(new Set(world.fields('concat-ref')).size, 1);
    assert.equal((await world.sms.logged('inbound.incomplete'))['parts'], 2);
  });

  test('whose last part comes after that is told in two', async () => {
    await using world = await openInboundWorld();
    await world.receive(aPart([7, 2, 1], 'a'));
    world.sms.clock.advance(120_000);
    await world.closeDue();
    await world.receive(aPart([7, 2, 2], 'b'));
    world.sms.clock.advance(120_000);
    await world.closeDue();
    assert.deepEqual(world.fields('text'), ['a', 'b']);
  });

  test('of 255 parts is put together', async () => {
    await using world = await openInboundWorld();
    const parts = Array.from({ length: 255 }, (_, index) => aPart([7, 255, index + 1], 'ab'));
    const all = await texts(world, ...parts.toReversed());
    assert.equal(all.join(''), 'ab'.repeat(255));
    assert.equal(all.length, 4);
  });

  test('with part 0 or one past its total is a text of its own', async () => {
    await using world = await openInboundWorld();
    const parts = [aPart([7, 2, 0], 'a'), aPart([7, 2, 3], 'b'), aPart([7, 1, 1], 'c')];
    assert.deepEqual(await texts(world, ...parts), ['a', 'b', 'c']);
  });

  test('that was complete when the process died is told by the next one', async () => {
    await using world = await openInboundWorld();
    await world.receive(aPart([7, 2, 1], 'a'));
    const { storage, operator, clock } = world.sms;
    const part = { operatorId: operator.id, sender: aPhone, receiver: longNumber, dataCoding: 0 };
    const coding = { headerOctets: 6, singleShift: null, lockingShift: null, awaitedMs: 120_000 };
    const place = { reference: 7, total: 2, number: 2 };
    const octets = Buffer.from('b');
    const receivedAtMs = clock.nowMs();
    const [result] = await storage.inbound.recordInbound([
      { kind: 'part', part: { ...part, ...coding, ...place, octets, receivedAtMs } },
    ]);
    assert.equal(result?.kind, 'complete');
    clock.advance(70 * 3_600_000);
    await world.closeDue();
    assert.deepEqual(world.fields('text'), ['ab']);
    // What a client hears of it is as new as any other event, and tried as long.
    const made = await storage.webhooks.findEvents({
      accountId: world.sms.account.id,
      after: 0,
      before: Number.MAX_SAFE_INTEGER,
      limit: 10,
    });
    assert.deepEqual(
      made.map(({ createdAtMs }) => createdAtMs),
      [clock.nowMs()],
    );
  });

  test('never holds more than 10,000 open for an operator: the oldest go out', async () => {
    await using world = await openInboundWorld();
    const { storage, operator, clock } = world.sms;
    const part = { operatorId: operator.id, sender: aPhone, receiver: longNumber, dataCoding: 0 };
    const coding = { headerOctets: 6, singleShift: null, lockingShift: null, awaitedMs: 120_000 };
    const items = Array.from({ length: 10_003 }, (_, reference) => ({
      kind: 'part' as const,
      part: {
        ...part,
        ...coding,
        reference,
        total: 2,
        number: 1,
        octets: Buffer.from(`${reference}`),
        receivedAtMs: clock.nowMs(),
      },
    }));
    await storage.inbound.recordInbound(items);
    await world.closeDue();
    assert.deepEqual(new Set(world.fields('text')), new Set(['0', '1', '2']));
    assert.equal(world.told.all.length, 3);
  });
});

suite('a message to a short number', () => {
  test('goes to its only account, and answers nothing', async () => {
    await using world = await openInboundWorld();
    await world.addShortNumber(world.sms.account.id);
    await world.receive(fromPhone('Oui', toShort));
    assert.deepEqual(world.told.all, [
      { type: 'response', phone_number: `+${aPhone}`, text: 'Oui', message_id: 0 },
    ]);
  });

  test('is one webhook however long it is', async () => {
    await using world = await openInboundWorld();
    await world.addShortNumber(world.sms.account.id);
    const halves = [1, 2].map((number) => aPart([7, 2, number], 'a'.repeat(140), toShort));
    assert.deepEqual(await texts(world, ...halves), ['a'.repeat(280)]);
  });

  test('that many share is told to nobody, unless it begins with a word of one', async () => {
    await using world = await openInboundWorld();
    const another = await world.sms.anotherAccount();
    const { id: numberId } = await world.addShortNumber(world.sms.account.id, another.id);
    await world.receive(fromPhone('Pizza svp', toShort));
    assert.deepEqual(world.told.all, []);
    const use = { accountId: another.id, numberId, keyword: 'PIZZA' };
    assert.equal(await world.sms.storage.numbers.setShortNumber(use), true);
    const taken = { ...use, accountId: world.sms.account.id };
    assert.equal(await world.sms.storage.numbers.setShortNumber(taken), false);
    await world.sms.readNumbers();
    await world.receive(fromPhone('Pizza svp', toShort));
    assert.deepEqual(world.fields('text'), ['Pizza svp']);
  });

  test('from a test phone that accounts share goes to who wrote it there, once for each', async () => {
    await using world = await openInboundWorld();
    const { account, operator, storage } = world.sms;
    const another = await world.sms.anotherAccount();
    const foreign = await world.sms.anotherAccount();
    await world.addShortNumber(account.id, another.id);
    const service = world.restartedService({ operator: () => ({ ...operator, builtIn: true }) });
    const long = 'Oui '.repeat(50);
    const write = (accountId: number, text: string, messageId = 0) => {
      const mark = handsetMark({ phone: aPhone, number: shortNumber, text });
      const writtenAtMs = world.sms.clock.nowMs();
      return storage.inbound.noteText({ mark, accountId, messageId, writtenAtMs }, 10);
    };
    await write(another.id, long, 77);
    await write(account.id, 'Oui');
    await write(another.id, 'Oui');
    await write(foreign.id, 'Non');
    const halves = [long.slice(0, 150), long.slice(150)];
    const parts = halves.map((half, at) => aPart([7, 2, at + 1], half, toShort));
    const single = ['Oui', 'Oui', 'Oui', 'Non'].map((text) => fromPhone(text, toShort));
    for (const pdu of [...parts, ...single]) await service.take(operator, pdu, world);
    await world.sms.quiet();
    const stored = await storage.database.read(
      storage.database.build
        .selectFrom('inbound_message')
        .select(['account_id as accountId', 'answers_message_id as answers', 'text'])
        .orderBy('text')
        .orderBy('id'),
    );
    assert.deepEqual(
      stored.map(({ accountId, answers, text }) => [accountId, answers, text]),
      [
        [null, 0, 'Non'],
        [account.id, 0, 'Oui'],
        [another.id, 0, 'Oui'],
        [null, 0, 'Oui'],
        [another.id, 77, long],
      ],
    );
  });

  test('that is a STOP word says so', async () => {
    await using world = await openInboundWorld();
    await world.addShortNumber(world.sms.account.id);
    await world.receive(fromPhone('Stop', toShort));
    assert.deepEqual(world.fields('type'), ['stop']);
  });
});

suite('a message that comes again', () => {
  test('with the same text is another message', async () => {
    await using world = await openInboundWorld();
    assert.deepEqual(await texts(world, fromPhone('Oui'), fromPhone('Oui')), ['Oui', 'Oui']);
  });

  test('because its link broke before the OK left is told once', async () => {
    await using world = await openInboundWorld();
    await world.receive(fromPhone('Oui'));
    world.service.linkLost(world);
    await world.service.take(world.sms.operator, fromPhone('Oui'), {});
    await world.service.take(world.sms.operator, fromPhone('Oui'), {});
    await world.sms.quiet();
    assert.deepEqual(world.fields('text'), ['Oui', 'Oui']);
  });

  test('long after its OK, or ten minutes after its link broke, is another message', async () => {
    await using world = await openInboundWorld();
    await world.receive(fromPhone('Oui'));
    world.sms.clock.advance(10_001);
    world.service.linkLost(world);
    await world.service.take(world.sms.operator, fromPhone('Oui'), {});
    assert.equal(world.told.all.length, 2);
    world.service.linkLost({});
    await world.service.take(world.sms.operator, fromPhone('Non'), world);
    world.sms.clock.advance(600_001);
    await world.service.take(world.sms.operator, fromPhone('Non'), {});
    assert.equal(world.told.all.length, 4);
  });
});

function isAway(): Promise<never> {
  return Promise.reject(new StorageUnavailable('away'));
}

suite('a message that another process has stored and may not have answered', () => {
  test('comes again, and is told once', async () => {
    await using world = await openInboundWorld();
    await world.receive(fromPhone('Oui'), fromPhone('Oui'), fromPhone('Non'));
    const restarted = world.restartedService();
    const link = {};
    const source = { ton: 2, npi: 1, address: aPhone.slice(2) };
    const again = [fromPhone('Oui', { source }), fromPhone('Oui'), fromPhone('Oui')];
    for (const pdu of again) await restarted.take(world.sms.operator, pdu, link);
    await world.sms.quiet();
    assert.deepEqual(world.fields('text'), ['Oui', 'Oui', 'Non', 'Oui']);
  });

  test('is another message where it comes later, or the other one was stored long before the end', async () => {
    await using world = await openInboundWorld();
    await world.receive(fromPhone('Oui'));
    world.sms.clock.advance(10_001);
    await world.receive(fromPhone('Non'));
    const restarted = world.restartedService();
    const link = {};
    await restarted.take(world.sms.operator, fromPhone('Oui'), link);
    world.sms.clock.advance(10_001);
    await restarted.take(world.sms.operator, fromPhone('Non'), link);
    await restarted.take(world.sms.operator, fromPhone('Oui'), {});
    await world.sms.quiet();
    assert.deepEqual(world.fields('text'), ['Oui', 'Non', 'Oui', 'Non', 'Oui']);
  });

  test('is another message where that process has ended in good order', async () => {
    await using world = await openInboundWorld();
    await world.receive(fromPhone('Oui'));
    await world.service.ended();
    world.sms.clock.advance(1);
    await world.restartedService().take(world.sms.operator, fromPhone('Oui'), {});
    await world.sms.quiet();
    assert.deepEqual(world.fields('text'), ['Oui', 'Oui']);
  });

  test('is told once also where its link broke before that process ended', async () => {
    await using world = await openInboundWorld();
    await world.receive(fromPhone('Oui'));
    world.service.linkLost(world);
    await world.service.ended();
    await world.restartedService().take(world.sms.operator, fromPhone('Oui'), {});
    await world.sms.quiet();
    assert.deepEqual(world.fields('text'), ['Oui']);
  });

  test('is not taken while nobody can look, and told once afterwards', async () => {
    await using world = await openInboundWorld();
    await world.receive(fromPhone('Oui'));
    const restarted = world.restartedService();
    const { inbound } = world.sms.storage;
    const standing = { ...inbound };
    Object.assign(inbound, { newestMessages: isAway });
    const link = {};
    await assert.rejects(
      restarted.take(world.sms.operator, fromPhone('Oui'), link),
      StorageUnavailable,
    );
    Object.assign(inbound, standing);
    await restarted.take(world.sms.operator, fromPhone('Oui'), link);
    await world.sms.quiet();
    assert.deepEqual(world.fields('text'), ['Oui']);
  });
});

test('while nothing can be stored nothing is taken, and what comes again is told once', async () => {
  await using world = await openInboundWorld();
  world.sms.away = true;
  for (const pdu of [fromPhone('Oui'), aPart([7, 2, 1], 'a')]) {
    await assert.rejects(world.service.take(world.sms.operator, pdu, {}), StorageUnavailable);
  }
  world.sms.away = false;
  await world.receive(fromPhone('Oui'));
  assert.deepEqual(world.fields('text'), ['Oui']);
});

test('a phone without digits for a name is told as it is', async () => {
  await using world = await openInboundWorld();
  const source = { ton: 5, npi: 0, address: 'INFO' };
  await world.receive({ ...blankBody('deliver_sm'), ...fromPhone('Oui'), source });
  assert.deepEqual(world.fields('msisdn'), ['INFO']);
});

test('whatever an operator delivers, in any order and as often as it likes, is taken and told once', async () => {
  await using world = await openInboundWorld();
  const octets = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes));
  const header = fc
    .tuple(fc.nat(3), fc.nat(4), fc.nat(5))
    .map(([reference, total, number]) => Buffer.from([5, 0, 3, reference, total, number]));
  const anyPdu = fc.record({
    esmClass: fc.constantFrom(0, 0x40, 0x43, 0x08, 0x7f),
    dataCoding: fc.nat(255),
    shortMessage: fc.tuple(header, octets).map((both) => Buffer.concat(both)),
    from: fc.constantFrom(aPhone, '', '+0', 'INFO'),
    to: fc.constantFrom(longNumber, `+${longNumber}`, '36180', ''),
  });
  const deliver = fc.asyncProperty(fc.array(anyPdu, { maxLength: 12 }), async (pdus) => {
    for (const { from, to, ...fields } of pdus) {
      const source = { ton: 1, npi: 1, address: from };
      const destination = { ton: 1, npi: 1, address: to };
      await world.service.take(
        world.sms.operator,
        fromPhone('', { ...fields, source, destination }),
        world,
      );
    }
  });
  await fc.assert(deliver, { numRuns: 60 });
  world.sms.clock.advance(120_000);
  await world.closeDue();
  await world.sms.quiet();
  assert.deepEqual(await world.sms.storage.inbound.dueGroups(world.sms.clock.nowMs(), 10), []);
  const ids = world.fields('messageId');
  assert.equal(new Set(ids).size, ids.length);
});
