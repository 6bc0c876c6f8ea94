import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { DeliverSm } from '#sms/smpp/pdu.ts';
import { makeIntegerTlv, tag } from '#sms/smpp/tlv.ts';
import {
  aPart,
  fromPhone,
  longNumber,
  openInboundWorld,
  textsTold,
} from '#test/harness/inbound-world.ts';
import { aPhone } from '#test/harness/sms-world.ts';

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
    assert.deepEqual(await textsTold(world, ...parts), ['abc']);
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
    assert.deepEqual(await textsTold(world, ...parts), ['a😀b']);
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
    const all = await textsTold(world, ...parts.toReversed());
    assert.equal(all.join(''), 'ab'.repeat(255));
    assert.equal(all.length, 4);
  });

  test('with part 0 or one past its total is a text of its own', async () => {
    await using world = await openInboundWorld();
    const parts = [aPart([7, 2, 0], 'a'), aPart([7, 2, 3], 'b'), aPart([7, 1, 1], 'c')];
    assert.deepEqual(await textsTold(world, ...parts), ['a', 'b', 'c']);
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
