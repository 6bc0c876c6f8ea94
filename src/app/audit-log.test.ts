import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openLog } from '#core/log.ts';
import { leaderLoop } from '#queue/leader-job.ts';
import type { Storage } from '#storage/storage.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { until } from '#test/harness/pause.ts';
import { openTemporaryStorage } from '#test/harness/temporary-storage.ts';
import { auditInLog } from './audit-log.ts';

type Line = { readonly event: string; readonly [field: string]: unknown };

/** A process that says it, and what it has said. */
function aProcess(storage: Storage, isMine = true) {
  const clock = new HeldClock();
  const lines: Line[] = [];
  const heads: Line[] = [];
  const log = openLog('info', (text) => {
    const line = JSON.parse(text) as Line;
    (line.event === 'security.audit-head' ? heads : lines).push(line);
  });
  const job = auditInLog({ ...storage, clock, log });
  const loop = leaderLoop(job, { isLeader: () => isMine, clock, log });
  loop.start();
  return {
    lines,
    heads,
    clock,
    /** Rounds until it has said so many. */
    said: (count: number) =>
      until(async () => {
        clock.advance(1_000);
        return lines.length >= count ? lines : undefined;
      }),
    rounds: async (count: number) => {
      for (let round = 0; round < count; round += 1) {
        await storage.settings.settingsVersion();
        clock.advance(1_000);
      }
    },
    [Symbol.asyncDispose]: () => loop[Symbol.asyncDispose](),
  };
}

function note(storage: Storage, action: string, target: string, actor = 'command line') {
  const author = { actor, atMs: Date.UTC(2030, 0, 1) };
  return storage.audit.note(author, { action, target, accountId: 7, details: { text: 'secret' } });
}

suite('the audit in the log', () => {
  test('is said row by row, masked and without details, with the hashes of the chain', async () => {
    await using storage = await openTemporaryStorage();
    await note(storage, 'key.create', 'before there was a log');
    await using process = aProcess(storage);
    await until(() => storage.settings.findSetting('audit.logged'));
    await note(storage, 'member.remove', 'ada.lovelace@example.com', 'bob.builder@example.com');
    await note(storage, 'number.add', '33612345678');
    const [removed, added] = await process.said(2);
    const { hash } = await storage.audit.auditHead();
    assert.deepEqual(
      [removed?.event, removed?.['actor'], removed?.['target'], removed?.['account']],
      ['security.audited', 'b***@example.com', 'a***@example.com', 7],
    );
    assert.deepEqual([added?.['n'], added?.['target'], added?.['hash']], [3, '+336*****78', hash]);
    assert.doesNotMatch(JSON.stringify(process.lines), /secret|before there was/);
  });

  test('says where the audit ends at the start and each hour, though nothing is changed', async () => {
    await using storage = await openTemporaryStorage();
    await note(storage, 'number.add', '33612345678');
    const { n, hash } = await storage.audit.auditHead();
    await using process = aProcess(storage);
    for (const told of [1, 2]) {
      await until(async () => {
        process.clock.advance(1_000);
        return process.heads.length >= told ? true : undefined;
      });
      await process.rounds(3);
      assert.equal(process.heads.length, told);
      assert.deepEqual([process.heads.at(-1)?.['n'], process.heads.at(-1)?.['hash']], [n, hash]);
      process.clock.advance(3_600_000);
    }
  });

  test('goes on where it stopped, also in another process, and says what was done meanwhile', async () => {
    await using storage = await openTemporaryStorage();
    {
      await using first = aProcess(storage);
      await until(() => storage.settings.findSetting('audit.logged'));
      await note(storage, 'a.one', '1');
      await first.said(1);
      await until(async () =>
        (await storage.settings.findSetting('audit.logged')) === '1' ? 1 : undefined,
      );
    }
    for (let row = 0; row < 250; row += 1) await note(storage, 'a.many', String(row));
    await using other = aProcess(storage, false);
    await using second = aProcess(storage);
    const lines = await second.said(250);
    assert.deepEqual(
      lines.map(({ n }) => n),
      Array.from({ length: 250 }, (_, row) => row + 2),
    );
    await other.rounds(3);
    assert.deepEqual(other.lines, []);
  });
});
