import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { callAdviceTexts } from '../../texts/calls.ts';
import { adviseOn } from './explain-call.ts';

const { en } = callAdviceTexts;

suite('the end of a call', () => {
  test('has the advice of its rule, else that of its cause', () => {
    const closed = { cause: 'policy', rule: 'destination is closed' };
    assert.equal(adviseOn(closed, en), en['destination is closed']);
    assert.equal(adviseOn({ cause: 'policy', rule: 'of tomorrow' }, en), en.policy);
    assert.equal(adviseOn({ cause: 'balance', rule: 'balance' }, en), en.balance);
  });

  test('that is nobody’s fault asks for nothing', () => {
    assert.equal(adviseOn({ cause: 'caller_hung_up', rule: '' }, en), en.none);
    assert.equal(adviseOn({ cause: 'toString', rule: '' }, en), en.none);
  });
});
