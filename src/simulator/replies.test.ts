import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { blankBody } from '#sms/smpp/layout.ts';
import type { DeliverSm, SubmitSm } from '#sms/smpp/pdu.ts';
import { userDataOf } from '#sms/smpp/tlv.ts';
import type { ReplyPlan } from './behaviour.ts';
import { partNumber } from './concatenation.ts';
import { repliesTo } from './replies.ts';

const submit: SubmitSm = {
  ...blankBody('submit_sm'),
  source: { ton: 3, npi: 0, address: '36180' },
  destination: { ton: 1, npi: 1, address: '33639980142' },
  shortMessage: Buffer.from('Bonjour'),
};

function replies(plan: ReplyPlan, changes: Partial<SubmitSm> = {}): readonly DeliverSm[] {
  return repliesTo({ ...submit, ...changes }, plan, { id: '77', reference: 0x1234 });
}

function replyTo(plan: ReplyPlan, changes: Partial<SubmitSm> = {}): DeliverSm {
  const [reply, ...others] = replies(plan, changes);
  assert.ok(reply !== undefined);
  assert.deepEqual(others, []);
  return reply;
}

/** The parts' text, without headers, in the order of their numbers. */
function joined(parts: readonly DeliverSm[]): string {
  return parts
    .toSorted((a, b) => partNumber(a) - partNumber(b))
    .map(({ shortMessage }) => shortMessage.toString('latin1', 1 + (shortMessage[0] ?? 0)))
    .join('');
}

suite('a simulated phone replies', () => {
  test('to the number the message came from, in its own name', () => {
    const reply = replyTo('Oui');
    assert.equal(reply.source.address, '33639980142');
    assert.equal(reply.destination.address, '36180');
    assert.equal(reply.shortMessage.toString(), 'Oui');
    assert.equal(reply.esmClass, 0);
    assert.equal(replyTo('STOP').shortMessage.toString(), 'STOP');
  });

  test('not to letters, nor to every part of a long message', () => {
    assert.deepEqual(replies('Oui', { source: { ton: 5, npi: 0, address: 'PARLEY' } }), []);
    const second = Buffer.from([5, 0, 3, 9, 2, 2, 0x41]);
    assert.deepEqual(replies('Oui', { esmClass: 0x40, shortMessage: second }), []);
  });

  test('at length: in order, shuffled, with a hole, with a 16-bit reference, as a payload', () => {
    const whole = userDataOf(replyTo('message_payload')).toString();
    assert.deepEqual(replies('long').map(partNumber), [1, 2, 3]);
    assert.equal(joined(replies('long')), whole);
    assert.deepEqual(replies('long, shuffled').map(partNumber), [2, 3, 1]);
    assert.equal(joined(replies('long, shuffled')), whole);
    assert.deepEqual(replies('long, one part missing').map(partNumber), [1, 3]);
    const wide = replies('long, 16-bit reference');
    assert.deepEqual(
      wide[0]?.shortMessage.subarray(0, 7),
      Buffer.from([6, 8, 4, 0x12, 0x34, 3, 1]),
    );
    assert.equal(joined(wide), whole);
    for (const { shortMessage, esmClass } of [...replies('long'), ...wide]) {
      assert.equal(esmClass, 0x40);
      assert.ok(shortMessage.length <= 160);
    }
  });

  test('with emoji, in UCS-2', () => {
    const reply = replyTo('emoji');
    assert.equal(reply.dataCoding, 8);
    const octets = Buffer.from(reply.shortMessage);
    assert.equal(octets.swap16().toString('utf16le'), 'Merci 🙏😀');
  });

  test('like a receipt, without being one', () => {
    const reply = replyTo('like a receipt');
    assert.match(String(reply.shortMessage), /^id:77 .*stat:UNDELIV/);
    assert.equal(reply.esmClass, 0);
    assert.deepEqual(reply.tlvs, []);
  });

  test('with what it got, part by part', () => {
    const octets = Buffer.from([5, 0, 3, 9, 2, 2, 0x41]);
    const reply = replyTo('echo', { esmClass: 0x43, dataCoding: 4, shortMessage: octets });
    assert.deepEqual(reply.shortMessage, octets);
    assert.equal(reply.esmClass, 0x40);
    assert.equal(reply.dataCoding, 4);
  });
});
