import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeldClock } from '#test/harness/held-clock.ts';
import { LastSeen } from './last-seen.ts';

const never = () => new Promise<string>(() => undefined);
const away = () => Promise.reject(new Error('away'));

function setup() {
  const clock = new HeldClock();
  const told = { used: 0 };
  const seen = new LastSeen<string>({ clock, usedMemory: () => (told.used += 1) });
  return { clock, told, seen };
}

test('each call reads anew', async () => {
  const { seen, told } = setup();
  assert.equal(await seen.find('number', async () => 'one'), 'one');
  assert.equal(await seen.find('number', async () => 'two'), 'two');
  assert.equal(told.used, 0);
});

test('a database that is silent or away leaves what was seen last', async () => {
  const { seen, told, clock } = setup();
  await seen.find('number', async () => 'one');
  const finding = seen.find('number', never);
  clock.advance(500);
  assert.equal(await finding, 'one');
  assert.equal(await seen.find('number', away), 'one');
  assert.equal(told.used, 2);
});

test('a database that fails after it was silent has memory used once', async () => {
  const { seen, told, clock } = setup();
  await seen.find('number', async () => 'one');
  const late = Promise.withResolvers<string>();
  const finding = seen.find('number', () => late.promise);
  clock.advance(500);
  late.reject(new Error('away'));
  assert.equal(await finding, 'one');
  await new Promise(setImmediate);
  assert.equal(told.used, 1);
});

test('of a number that nobody has asked for nothing is remembered, so its first call waits longer', async () => {
  const { seen, clock, told } = setup();
  await assert.rejects(seen.find('number', away), /away/);
  const late = Promise.withResolvers<string>();
  const finding = seen.find('number', () => late.promise);
  clock.advance(500);
  await new Promise(setImmediate);
  late.resolve('one');
  assert.equal(await finding, 'one');
  assert.equal(told.used, 0);
});
