import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { allRoles } from '#core/role.ts';
import { planThreads } from './thread-plan.ts';

const alone = { roles: allRoles, isSole: true };
const unmoved = allRoles.filter((role) => role !== 'mail' && role !== 'webhooks');

suite('the plan of threads', () => {
  test('leaves all work in one thread where there may be no other', () => {
    assert.deepEqual(planThreads(alone, 1), { main: allRoles, beside: [] });
  });

  test('gives email and webhooks one thread beside the main thread, where there may be two', () => {
    assert.deepEqual(planThreads(alone, 2), { main: unmoved, beside: [['mail', 'webhooks']] });
  });

  test('gives each of them a thread of its own from three on', () => {
    for (const threads of [3, 4, 64]) {
      assert.deepEqual(planThreads(alone, threads), {
        main: unmoved,
        beside: [['mail'], ['webhooks']],
      });
    }
  });

  test('moves nothing where other processes share the storage, or nothing would be left', () => {
    assert.deepEqual(planThreads({ ...alone, isSole: false }, 4).beside, []);
    assert.deepEqual(planThreads({ roles: ['mail'], isSole: true }, 4).beside, []);
    assert.deepEqual(planThreads({ roles: ['webhooks', 'mail'], isSole: true }, 4).beside, []);
    assert.deepEqual(planThreads({ roles: ['api', 'sms'], isSole: true }, 4).beside, []);
  });
});
