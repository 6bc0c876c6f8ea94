import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { callerOf } from '#test/harness/api-world.ts';
import { makeApiKey } from './api-key.ts';
import { Authenticator, type Caller } from './authenticator.ts';

/** Accounts that answer when the test says so, with what they knew when they were asked. */
function setup() {
  const known: { caller: Caller | undefined } = { caller: callerOf('live') };
  const reads: (() => void)[] = [];
  let hold = false;
  const authenticator = new Authenticator({
    findKeyByHash: () => {
      const seen = known.caller;
      const { promise, resolve } = Promise.withResolvers<Caller | undefined>();
      reads.push(() => resolve(seen));
      if (!hold) resolve(seen);
      return promise;
    },
  });
  return { known, reads, authenticator, holdReads: () => (hold = true) };
}

const key = makeApiKey('live');

suite('a caller', () => {
  test('is found by the key, and not read again', async () => {
    const { authenticator, reads, known } = setup();
    assert.deepEqual(await authenticator.find(key, 'sms'), known.caller);
    assert.deepEqual(await authenticator.find(key, 'email'), known.caller);
    assert.equal(reads.length, 1);
  });

  test('with a key of the other base address is nobody', async () => {
    const { authenticator, known } = setup();
    const caller = callerOf('live');
    known.caller = { ...caller, key: { ...caller.key, bases: ['email'] } };
    assert.equal(await authenticator.find(key, 'sms'), undefined);
    assert.ok(await authenticator.find(key, 'email'));
  });

  test('with an unknown key is nobody, however often the key is tried', async () => {
    const { authenticator, reads, known } = setup();
    known.caller = undefined;
    assert.equal(await authenticator.find(key, 'sms'), undefined);
    assert.equal(await authenticator.find(key, 'sms'), undefined);
    assert.equal(reads.length, 1);
  });

  test('with a mistyped key is nobody without a read', async () => {
    const { authenticator, reads } = setup();
    assert.equal(await authenticator.find(`${key}x`, 'sms'), undefined);
    assert.equal(reads.length, 0);
  });

  test('with a key longer than any is nobody at once, and nothing of it is kept', () => {
    const { authenticator, reads } = setup();
    // Not a promise: it was neither read nor remembered.
    assert.equal(authenticator.find('k'.repeat(257), 'sms'), undefined);
    assert.equal(authenticator.find('k'.repeat(1_000_000), 'sms'), undefined);
    assert.equal(reads.length, 0);
  });

  test('is not pushed out by those who guess', async () => {
    const { authenticator, reads, known } = setup();
    await authenticator.find(key, 'sms');
    known.caller = undefined;
    for (let guess = 0; guess < 20_001; guess += 1)
      await authenticator.find(`guess-${guess}`, 'sms');
    const readBefore = reads.length;
    assert.ok(await authenticator.find(key, 'sms'));
    assert.equal(reads.length, readBefore);
  });

  test('is read again after a change', async () => {
    const { authenticator, known } = setup();
    await authenticator.find(key, 'sms');
    known.caller = undefined;
    authenticator.forget();
    assert.equal(await authenticator.find(key, 'sms'), undefined);
  });

  test('whose key is revoked during the read is not remembered', async () => {
    const { authenticator, known, reads, holdReads } = setup();
    holdReads();
    const before = authenticator.find(key, 'sms');
    known.caller = undefined;
    authenticator.forget();
    reads[0]?.();
    assert.ok(await before);
    const after = authenticator.find(key, 'sms');
    reads[1]?.();
    assert.equal(await after, undefined);
  });

  test('is one of so many that are remembered, the oldest first forgotten', async () => {
    const { authenticator, reads } = setup();
    for (let guess = 0; guess < 10_001; guess += 1)
      await authenticator.find(`guess-${guess}`, 'sms');
    await authenticator.find('guess-10000', 'sms');
    assert.equal(reads.length, 10_001);
    await authenticator.find('guess-0', 'sms');
    assert.equal(reads.length, 10_002);
  });
});
