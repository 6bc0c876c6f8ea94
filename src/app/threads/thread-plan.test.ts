import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { allRoles } from '#core/role.ts';
import { planThreads, usualThreads } from './thread-plan.ts';

const alone = { roles: allRoles, isSole: true, hearsSip: true };
const withoutMoved = allRoles.filter((role) => role !== 'mail' && role !== 'calls');

suite('the plan of threads', () => {
  test('leaves all work in one thread where there may be no other', () => {
    assert.deepEqual(planThreads(alone, 1), { main: allRoles, beside: [] });
  });

  test('has email and calls share the second of two', () => {
    assert.deepEqual(planThreads(alone, 2), { main: withoutMoved, beside: [['mail', 'calls']] });
  });

  test('gives email and calls a thread each from three on', () => {
    for (const threads of [3, 4, 64]) {
      const plan = { main: withoutMoved, beside: [['mail'], ['calls']] };
      assert.deepEqual(planThreads(alone, threads), plan);
    }
  });

  test('opens no thread for calls where no SIP is heard', () => {
    for (const threads of [2, 3]) {
      const { main, beside } = planThreads({ ...alone, hearsSip: false }, threads);
      assert.deepEqual(beside, [['mail']]);
      assert.ok(main.includes('calls'));
    }
  });

  test('moves calls alone where there is no email', () => {
    const roles = allRoles.filter((role) => role !== 'mail');
    for (const threads of [2, 3]) {
      assert.deepEqual(planThreads({ ...alone, roles }, threads).beside, [['calls']]);
    }
  });

  test('moves nothing where other processes share the storage, or nothing would be left', () => {
    assert.deepEqual(planThreads({ ...alone, isSole: false }, 4).beside, []);
    for (const roles of [['mail'], ['calls'], ['mail', 'calls']] as const) {
      assert.deepEqual(planThreads({ ...alone, roles }, 4).beside, []);
    }
    assert.deepEqual(planThreads({ ...alone, roles: ['api', 'sms'] }, 4).beside, []);
  });

  test('is by the number of cores where the settings do not say', () => {
    assert.deepEqual([1, 2, 3, 4, 64].map(usualThreads), [1, 2, 2, 3, 3]);
  });
});
