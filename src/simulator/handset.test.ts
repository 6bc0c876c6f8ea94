import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { userDataOf } from '#sms/smpp/tlv.ts';
import { partNumber } from './concatenation.ts';
import { type HandsetMessage, writtenOn } from './handset.ts';

function written(changes: Partial<HandsetMessage> = {}, octets = 'Oui') {
  const message: HandsetMessage = {
    from: '33639980001',
    to: '36180',
    octets: Buffer.from(octets).toString('hex'),
    dataCoding: 0,
    form: 'udh8',
    partsLost: 0,
    shuffled: false,
    ...changes,
  };
  return writtenOn(message, 0x1234);
}

suite('what is written on a simulated phone', () => {
  test('is one delivery where it fits', () => {
    const [delivery, ...others] = written();
    assert.deepEqual(others, []);
    assert.equal(delivery?.shortMessage.toString(), 'Oui');
    assert.deepEqual(delivery.source, { ton: 1, npi: 1, address: '33639980001' });
    assert.deepEqual(delivery.destination, { ton: 3, npi: 0, address: '36180' });
    assert.equal(written({}, 'a'.repeat(160)).length, 1);
    assert.equal(written({ dataCoding: 8 }, 'a'.repeat(140)).length, 1);
  });

  test('goes in parts where it does not, each within its room', () => {
    const parts = written({}, 'a'.repeat(161));
    assert.deepEqual(
      parts.map((part) => [partNumber(part), part.esmClass, part.shortMessage.length]),
      [
        [1, 0x40, 159],
        [2, 0x40, 14],
      ],
    );
    const wide = written({ form: 'udh16', dataCoding: 8 }, 'a'.repeat(141));
    assert.deepEqual(
      wide[0]?.shortMessage.subarray(0, 7),
      Buffer.from([6, 8, 4, 0x12, 0x34, 2, 1]),
    );
    assert.equal(wide[0].shortMessage.length, 139);
  });

  test('travels whole as a payload', () => {
    const [delivery, ...others] = written({ form: 'payload' }, 'a'.repeat(500));
    assert.ok(delivery);
    assert.deepEqual([userDataOf(delivery).length, others.length], [500, 0]);
  });

  test('loses its last parts, and arrives in no order', () => {
    const long = 'a'.repeat(400);
    assert.deepEqual(written({ partsLost: 1 }, long).map(partNumber), [1, 2]);
    assert.deepEqual(written({ shuffled: true }, long).map(partNumber), [2, 3, 1]);
    assert.deepEqual(written({ partsLost: 9 }, long), []);
  });
});
