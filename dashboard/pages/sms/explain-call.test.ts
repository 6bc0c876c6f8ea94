import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { callAdviceTexts, causeTexts, oneCallTexts } from '../../texts/calls.ts';
import { fill } from '../../texts/texts.ts';
import { adviseOn, describeRule } from './explain-call.ts';

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

  test('tells its rule in the reader’s language, and not again where the advice has told it', () => {
    const texts = { page: oneCallTexts.fr, causes: causeTexts.fr, advices: callAdviceTexts.fr };
    assert.equal(describeRule('', texts), undefined);
    assert.equal(describeRule('destination is closed', texts), undefined);
    const busy = describeRule('unanswered: busy', texts) ?? '';
    assert.ok(busy.endsWith(`${causeTexts.fr.busy}.`), busy);
    assert.equal(
      describeRule('unanswered: toString', texts),
      fill(texts.page.rule, { rule: 'unanswered: toString' }),
    );
    assert.equal(
      describeRule('of tomorrow', texts),
      fill(texts.page.rule, { rule: 'of tomorrow' }),
    );
  });
});
