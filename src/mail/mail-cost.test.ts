import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Millionths } from '#core/money.ts';
import { mailFactKinds } from '#model/mail-state.ts';
import { costOfMail } from './mail-cost.ts';

const cost = 1_000 as Millionths;

test('a copy costs nothing where no server has taken it, and its price anywhere else', () => {
  const free = mailFactKinds.filter((state) => costOfMail({ state, class: '', cost }) === 0);
  assert.deepEqual(free.toSorted(), ['cancelled', 'failed', 'suppressed']);
  // A server may have it.
  assert.equal(costOfMail({ state: 'failed', class: 'in-doubt', cost }), cost);
});
