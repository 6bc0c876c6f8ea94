import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aMessage, phone } from '#test/harness/records.ts';
import { anOperator } from '#test/harness/sms-world.ts';
import { chooseBind, type NearBind } from './choose-bind.ts';

const operator = { ...anOperator('one', false, { binds: 4 }), id: 3 };
const message = aMessage({ accountId: 17, class: 'urgent' });

/** The last digits say by which bind a phone leaves where all are alike: 0, 1, 2, 3, 0 and so on. */
const phones = Array.from({ length: 16 }, (_, index) => phone(`3361234${5600 + index}`));
const usual = phones.map((_, index) => index % 4);

function places(near: readonly NearBind[]): readonly number[] {
  return phones.map((each) => chooseBind(operator, each, message, near));
}

function bindAt(place: number, keepsUp: (lane: string) => boolean = () => true): NearBind {
  return { place, bind: { keepsUp } };
}

test('one process has all binds: the phone says which', () => {
  assert.deepEqual(places([0, 1, 2, 3].map((place) => bindAt(place))), usual);
});

test('a process without binds leaves the message to the others', () => {
  assert.deepEqual(places([]), usual);
});

test('a process with some binds keeps its own phones where they are, and shares out the others evenly', () => {
  const chosen = places([bindAt(1), bindAt(2)]);
  assert.deepEqual(
    chosen.filter((_, index) => [1, 2].includes(index % 4)),
    usual.filter((place) => [1, 2].includes(place)),
  );
  const others = chosen.filter((_, index) => ![1, 2].includes(index % 4));
  assert.deepEqual(
    [1, 2].map((place) => others.filter((each) => each === place).length),
    [4, 4],
  );
});

test('a bind that does not keep up leaves the message to all binds', () => {
  const asked: string[] = [];
  const slow = bindAt(1, (lane) => {
    asked.push(lane);
    return false;
  });
  assert.deepEqual(places([slow]), usual);
  assert.deepEqual(new Set(asked), new Set(['sms/3/1:urgent/17']));
});

test('an operator that has fewer binds than are still open here is served by the phone', () => {
  const fewer = { ...operator, settings: { ...operator.settings, binds: 3 } };
  for (const each of phones) {
    const chosen = chooseBind(fewer, each, message, [bindAt(3)]);
    assert.equal(chosen, Number(each.slice(-4)) % 3);
  }
});
