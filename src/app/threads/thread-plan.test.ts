import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { allRoles } from '#core/role.ts';
import { planThreads } from './thread-plan.ts';

const alone = { roles: allRoles, isSole: true };

suite('the plan of threads', () => {
  test('leaves all work in one thread where there may be no other', () => {
    assert.deepEqual(planThreads(alone, 1), { main: allRoles, beside: [] });
  });

  test('gives email a thread of its own from two on', () => {
    for (const threads of [2, 3, 64]) {
      const { main, beside } = planThreads(alone, threads);
      assert.deepEqual(beside, [['mail']]);
      assert.deepEqual(
        main,
        allRoles.filter((role) => role !== 'mail'),
      );
    }
  });

  test('moves nothing where other processes share the storage, or nothing would be left', () => {
    assert.deepEqual(planThreads({ ...alone, isSole: false }, 4).beside, []);
    assert.deepEqual(planThreads({ roles: ['mail'], isSole: true }, 4).beside, []);
    assert.deepEqual(planThreads({ roles: ['api', 'sms'], isSole: true }, 4).beside, []);
  });
});
