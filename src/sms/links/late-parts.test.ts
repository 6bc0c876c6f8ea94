import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { aJob, aMessage, aRecipient } from '#test/harness/records.ts';
import { LateParts } from './late-parts.ts';

const message = aMessage();
const load = { message, recipient: aRecipient(message), part: 1, intended: false };

function owedPart(subject: number) {
  return { job: aJob({ subject }), load };
}

suite('late parts', () => {
  test('are found by their id, as often as answers come', () => {
    const late = new LateParts();
    late.remember(owedPart(16));
    assert.equal(late.find(16)?.job.subject, 16);
    assert.equal(late.find(16)?.job.subject, 16);
    assert.equal(late.find(17), undefined);
  });

  test('are settled once, and so is a part that was never late', () => {
    const late = new LateParts();
    late.remember(owedPart(16));
    assert.equal(late.settle(owedPart(16)), true);
    late.remember(owedPart(16));
    assert.equal(late.settle(owedPart(16)), false);
    assert.equal(late.settle(owedPart(17)), true);
  });

  test('are ten thousand at most', () => {
    const late = new LateParts();
    for (let subject = 0; subject <= 10_000; subject += 1) late.remember(owedPart(subject));
    assert.equal(late.find(0), undefined);
    assert.equal(late.find(5_000)?.job.subject, 5_000);
    assert.equal(late.find(10_000)?.job.subject, 10_000);
  });
});
