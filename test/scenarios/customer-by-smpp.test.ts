/** A customer's software binds, submits, and hears by the same bind what became of it. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openCustomerWorld } from '#test/harness/customer-world.ts';
import { receiptedId } from '#test/harness/smpp-customer.ts';

suite('a customer that binds by SMPP', () => {
  test('submits a text and gets its receipt as a deliver_sm', async () => {
    await using world = await openCustomerWorld();
    await using customer = world.customer();
    await customer.bound();
    const answer = await customer.submit();
    assert.ok(answer.kind === 'answered');
    assert.equal(answer.status, 0);
    const receipt = await customer.delivered.next();
    assert.equal(receiptedId(receipt), answer.messageId);
    const date = '\\d{10}';
    assert.match(
      receipt.shortMessage.toString('latin1'),
      new RegExp(
        `^id:${answer.messageId} sub:001 dlvrd:001 submit date:${date} done date:${date} stat:DELIVRD err:000 text:Hello$`,
      ),
    );
    const { esmClass, source, destination } = receipt;
    assert.deepEqual(
      { esmClass, source, destination },
      {
        esmClass: 4,
        source: { ton: 1, npi: 1, address: '33639980001' },
        destination: { ton: 5, npi: 0, address: 'Acme' },
      },
    );
  });
});
