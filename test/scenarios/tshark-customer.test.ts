/** What Parley says to a customer's software that binds to it, read by a packet analyser. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { makeIntegerTlv, tag } from '#sms/smpp/tlv.ts';
import { openCustomerWorld } from '#test/harness/customer-world.ts';
import { receiptedId } from '#test/harness/smpp-customer.ts';
import { openTap } from '#test/harness/tap.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { readCapture, smppPort, withoutTshark } from '#test/harness/tshark.ts';

/** By tshark's numbers; their answers have the highest bit too. */
const submit = 0x04;
const deliver = 0x05;
const answerTo = (command: number): number => command + 0x8000_0000;

const header = [5, 0, 3, 7, 2, 1];

const submits = [
  { shortMessage: Buffer.from('Your code is 4711') },
  {
    shortMessage: Buffer.from('Hello'),
    tlvs: [makeIntegerTlv(tag.userMessageReference, 4_711, 2)],
  },
  { tlvs: [{ tag: tag.messagePayload, value: Buffer.from('Dear customer. '.repeat(20)) }] },
  { dataCoding: 8, shortMessage: Buffer.from('Žinutė', 'utf16le').swap16() },
  { dataCoding: 4, shortMessage: Buffer.from([0xff, 0, 1]) },
  { esmClass: 0x40, shortMessage: Buffer.from([...header, 0x48, 0x69]) },
];

test('tshark reads all that passes between Parley and a customer', {
  skip: withoutTshark,
  timeout: 60_000,
}, async () => {
  using folder = temporaryFolder();
  const capture = path.join(folder.path, 'smpp.pcap');
  const ids: string[] = [];
  {
    await using world = await openCustomerWorld();
    await using tap = await openTap(world);
    await using customer = world.customer({ port: tap.port });
    await customer.bound();
    for (const over of submits) {
      const answer = await customer.submit({ shortMessage: Buffer.alloc(0), ...over });
      assert.ok(answer.kind === 'answered');
      assert.equal(answer.status, 0);
      ids.push(answer.messageId);
    }
    const refused = await customer.submit({ destination: { ton: 1, npi: 1, address: '12' } });
    assert.ok(refused.kind === 'answered' && refused.status === 0x0b);
    await customer.until(submits.length);
    assert.deepEqual(new Set(customer.delivered.all.map(receiptedId)), new Set(ids));
    await customer[Symbol.asyncDispose]();
    await tap.writeCapture(capture, smppPort);
  }
  assert.deepEqual(
    await readCapture(capture, '_ws.malformed || _ws.unreassembled', 'frame.number'),
    [],
  );
  const commands = (await readCapture(capture, 'smpp', 'smpp.command_id')).map(Number);
  const count = (command: number): number => commands.filter((each) => each === command).length;
  assert.equal(count(answerTo(submit)), submits.length + 1);
  assert.equal(count(deliver), submits.length);
  const deliveries = `smpp.command_id == ${deliver}`;
  const told = await readCapture(capture, deliveries, 'smpp.receipted_message_id');
  assert.deepEqual(new Set(told), new Set(ids));
  const states = await readCapture(capture, deliveries, 'smpp.message_state');
  assert.deepEqual(new Set(states.map(Number)), new Set([2]));
});
