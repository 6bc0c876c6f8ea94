import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { operatorDefaults } from '#sms/operator.ts';
import { readReceipt } from '#sms/receipts/read-receipt.ts';
import { integerTlv } from '#sms/smpp/tlv.ts';
import type { ReportWish } from '#sms/submission.ts';
import { aReportFact, aSubmittedMessage } from '#test/harness/customer-records.ts';
import { aSubmission, atMs } from '#test/harness/records.ts';
import { isWished, receiptPdu } from './receipt-pdu.ts';

function pduOf(over: Parameters<typeof aReportFact>[0] = {}, submitted = aSubmittedMessage()) {
  return receiptPdu(aReportFact(over), submitted);
}

function textOf(over: Parameters<typeof aReportFact>[0] = {}): string {
  return pduOf(over).shortMessage.toString('latin1');
}

suite('a customer’s receipt', () => {
  test('reads as the standard’s appendix B writes it', () => {
    assert.equal(
      textOf(),
      'id:307 sub:001 dlvrd:001 submit date:3001010000 done date:3001010001 ' +
        'stat:DELIVRD err:000 text:Hello',
    );
  });

  test('is read by our own reader as what it says, TLVs and text alike', () => {
    const pdu = pduOf({ status: 'not delivered', word: 'UNDELIV', error: '011' });
    const told = { remoteId: '307', outcome: 'not delivered', word: 'UNDELIV', error: '011' };
    // Without a zone of the operator’s its dates are not told.
    const read = { ...told, doneAtMs: null, certain: true };
    for (const tlvs of [pdu.tlvs, []]) {
      assert.deepEqual(readReceipt({ ...pdu, tlvs }, operatorDefaults), read);
    }
  });

  test('goes from the phone to the address that the message came from', () => {
    const source = { ton: 3, npi: 9, address: '36180' };
    const pdu = pduOf({}, aSubmittedMessage({ submission: aSubmission({ source }) }));
    assert.deepEqual(pdu.source, { ton: 1, npi: 1, address: '33612345678' });
    assert.deepEqual(pdu.destination, source);
    assert.equal(pdu.esmClass, 0x04);
  });

  test('repeats the customer’s own reference', () => {
    const submission = aSubmission({ reference: 4_711 });
    assert.equal(integerTlv(pduOf({}, aSubmittedMessage({ submission })).tlvs, 0x0204), 4_711);
    assert.equal(integerTlv(pduOf().tlvs, 0x0204), undefined);
  });

  test('of a message under way is an intermediate notification', () => {
    const pdu = pduOf({ status: 'waiting', word: 'ACCEPTD' });
    assert.equal(pdu.esmClass, 0x20);
    assert.match(pdu.shortMessage.toString('latin1'), /dlvrd:000 .* stat:ENROUTE /);
  });

  test('shows twenty characters of the text, and a dot for each that it cannot', () => {
    const submitted = aSubmittedMessage({ text: 'Été à la plage, et plus encore' });
    const text = receiptPdu(aReportFact(), submitted).shortMessage.toString('latin1');
    assert.match(text, / text:\.t\. \. la plage, et p$/);
  });

  const reasons = [
    ['UNDELIV', '', 'UNDELIV', '000'],
    ['EXPIRED', '003', 'EXPIRED', '003'],
    ['DELETED', '', 'DELETED', '000'],
    ['REJECTD', 'x1', 'REJECTD', '000'],
    ['FAILED', '', 'UNDELIV', '000'],
    ['expired_in_queue', '', 'EXPIRED', '000'],
    ['refused_0x0b', '', 'REJECTD', '011'],
    ['refused_0x451', '', 'REJECTD', '000'],
    ['sender_refused', '', 'REJECTD', '000'],
    ['no_receipt', '', 'UNKNOWN', '000'],
    ['constructor', '', 'UNDELIV', '000'],
  ] as const;
  for (const [word, error, stat, err] of reasons) {
    test(`says ${stat} and ${err} for ${word} with error "${error}"`, () => {
      const text = textOf({ status: 'not delivered', word, error });
      assert.match(text, new RegExp(` stat:${stat} err:${err} `));
    });
  }
});

suite('registered_delivery asks for', () => {
  const wishes: readonly (readonly [ReportWish['final'], boolean, readonly string[]])[] = [
    ['none', false, []],
    ['none', true, ['waiting']],
    ['all', false, ['delivered', 'not delivered']],
    ['all', true, ['waiting', 'delivered', 'not delivered']],
    ['failures', false, ['not delivered']],
    ['successes', false, ['delivered']],
  ];
  for (const [final, intermediate, wished] of wishes) {
    test(`${final}${intermediate ? ' and intermediate ones' : ''}: ${wished.join(', ')}`, () => {
      const all = ['waiting', 'delivered', 'not delivered'] as const;
      assert.deepEqual(
        all.filter((status) => isWished(status, { final, intermediate })),
        wished,
      );
    });
  }

  test('the time of the message and that of its report', () => {
    const submitted = aSubmittedMessage({ acceptedAtMs: atMs - 3_600_000 });
    const text = receiptPdu(aReportFact({ atMs }), submitted).shortMessage.toString('latin1');
    assert.match(text, / submit date:2912312300 done date:3001010000 /);
  });
});
