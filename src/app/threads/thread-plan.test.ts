import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { allRoles, type Role } from '#core/role.ts';
import { planThreads, usualThreads } from './thread-plan.ts';

const alone = { roles: allRoles, hearsSip: true };
const movable: readonly Role[] = ['mail', 'calls', 'webhooks'];
const unmoved = allRoles.filter((role) => !movable.includes(role));

suite('the plan of threads', () => {
  test('leaves all work in one thread where there may be no other', () => {
    assert.deepEqual(planThreads(alone, 1), { main: allRoles, beside: [] });
  });

  test('has email, calls and webhooks share the second of two', () => {
    assert.deepEqual(planThreads(alone, 2), {
      main: unmoved,
      beside: [['mail', 'calls', 'webhooks']],
    });
  });

  test('has calls alone in one of two beside the main thread', () => {
    const beside = [['mail', 'webhooks'], ['calls']];
    assert.deepEqual(planThreads(alone, 3), { main: unmoved, beside });
  });

  test('gives each a thread of its own from four on', () => {
    for (const threads of [4, 64]) {
      const plan = { main: unmoved, beside: [['mail'], ['calls'], ['webhooks']] };
      assert.deepEqual(planThreads(alone, threads), plan);
    }
  });

  test('opens no thread for calls where no SIP is heard', () => {
    for (const threads of [2, 3]) {
      const { main, beside } = planThreads({ ...alone, hearsSip: false }, threads);
      assert.deepEqual(beside.flat(), ['mail', 'webhooks']);
      assert.ok(main.includes('calls'));
    }
  });

  test('moves calls alone where there are neither email nor webhooks', () => {
    const roles = allRoles.filter((role) => role !== 'mail' && role !== 'webhooks');
    for (const threads of [2, 3]) {
      assert.deepEqual(planThreads({ ...alone, roles }, threads).beside, [['calls']]);
    }
  });

  test('moves nothing where nothing would be left', () => {
    for (const roles of [['mail'], ['calls'], ['mail', 'calls', 'webhooks']] as const) {
      assert.deepEqual(planThreads({ ...alone, roles }, 4).beside, []);
    }
    assert.deepEqual(planThreads({ ...alone, roles: ['api', 'sms'] }, 4).beside, []);
  });

  test('is by the number of cores where the settings do not say', () => {
    assert.deepEqual([1, 2, 3, 4, 64].map(usualThreads), [1, 2, 2, 3, 4]);
  });
});
