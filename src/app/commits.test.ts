import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { onBoundaryFailure } from '#core/boundary.ts';
import { noEvents } from '#test/conformance/setup.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { openTemporaryStorage } from '#test/harness/temporary-storage.ts';
import { Commits } from './commits.ts';

async function setup() {
  const kept = await openTemporaryStorage();
  const commits = new Commits(new HeldClock());
  return {
    commits,
    storage: commits.announcing(kept),
    [Symbol.asyncDispose]: () => kept[Symbol.asyncDispose](),
  };
}

function cannotCount(): never {
  throw new Error('cannot count');
}

suite('commits', () => {
  test('a commit is told after it is done, to all who follow it, in their order', async () => {
    await using world = await setup();
    const told: string[] = [];
    world.commits.follow('recordFacts', {
      before: () => told.push('before'),
      after: ({ result }) => told.push(`first: ${result.submits.length} submits`),
    });
    world.commits.follow('recordFacts', { after: () => told.push('second') });
    await world.storage.messages.recordFacts(noEvents);
    assert.deepEqual(told, ['before', 'first: 0 submits', 'second']);
  });

  test('a call that fails is settled, and no commit is told of it', async () => {
    await using world = await setup();
    const told: string[] = [];
    world.commits.follow('recordFacts', {
      settled: (_given, _tookMs, hasFailed) => told.push(hasFailed ? 'failed' : 'done'),
      after: () => told.push('after'),
    });
    const messages = {
      ...world.storage.messages,
      recordFacts: () => Promise.reject(new Error('no disk')),
    };
    const broken = world.commits.announcing({ ...world.storage, messages });
    await assert.rejects(broken.messages.recordFacts(noEvents), /no disk/);
    assert.deepEqual(told, ['failed']);
  });

  test('a follower that throws fails neither the commit nor the other followers', async () => {
    await using world = await setup();
    const told: string[] = [];
    const failures: string[] = [];
    using _ = onBoundaryFailure(({ boundary }) => failures.push(boundary));
    world.commits.follow('recordFacts', {
      before: cannotCount,
      settled: cannotCount,
      after: cannotCount,
    });
    world.commits.follow('recordFacts', { after: () => told.push('second') });
    const { submits } = await world.storage.messages.recordFacts(noEvents);
    assert.deepEqual([submits, told], [[], ['second']]);
    assert.equal(failures.filter((name) => name === 'core.follower').length, 3);
  });

  test('while its followers are idle a call goes straight to the storage', async () => {
    await using world = await setup();
    const told: string[] = [];
    let isSilent = true;
    world.commits.follow('recordFacts', {
      isIdle: () => isSilent,
      before: () => told.push('before'),
      after: () => told.push('after'),
    });
    await world.storage.messages.recordFacts(noEvents);
    assert.deepEqual(told, []);
    isSilent = false;
    await world.storage.messages.recordFacts(noEvents);
    assert.deepEqual(told, ['before', 'after']);
  });
});
