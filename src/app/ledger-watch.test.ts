import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, test } from 'node:test';
import { openLog } from '#core/log.ts';
import { openSqliteStorage } from '#storage/sqlite/sqlite-storage.ts';
import { withAccount } from '#test/conformance/setup.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { Arrivals } from '#test/harness/smpp-link.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { LedgerWatch } from './ledger-watch.ts';

type Line = { readonly event: string; readonly accounts: unknown; readonly count?: number };

async function setup() {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(temporaryFolder());
  const storage = stack.use(await openSqliteStorage(folder.path));
  const clock = new HeldClock();
  const lines = new Arrivals<Line>();
  const log = openLog('debug', (line) => lines.add(JSON.parse(line) as Line));
  const lease = { isMine: true };
  const isMine = (): boolean => lease.isMine;
  const watch = stack.use(new LedgerWatch({ accounts: storage.accounts, clock, log, isMine }));
  return {
    storage,
    lines,
    watch,
    lease,
    /** Somebody has written in the file itself. */
    raise(accountId: number, column: 'balance' | 'test_balance') {
      const db = new DatabaseSync(path.join(folder.path, 'parley.db'));
      db.exec(`UPDATE account SET ${column} = ${column} + 1 WHERE id = ${accountId}`);
      db.close();
    },
    /** All sleepers wake up, until a line comes. */
    async next(stepMs: number): Promise<Line> {
      const seen = lines.all.length;
      while (lines.all.length === seen) {
        if (clock.timersWaiting > 0) clock.advance(stepMs);
        await new Promise(setImmediate);
      }
      return lines.all[seen] as Line;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

suite('the check of the ledger', () => {
  test('is made at the start and each hour, and names the accounts whose balance is not its sum', async () => {
    await using world = await setup();
    const first = await withAccount(world.storage);
    const second = await withAccount(world.storage);
    world.watch.start();
    assert.partialDeepStrictEqual(await world.next(10), { event: 'ledger.checked', accounts: 2 });
    assert.equal(world.watch.differing, 0);

    world.raise(second.id, 'balance');
    world.raise(second.id, 'test_balance');
    assert.partialDeepStrictEqual(await world.next(60_000), {
      event: 'ledger.differs',
      count: 1,
      accounts: [`${second.id} (live)`, `${second.id} (test)`],
    });
    assert.equal(world.watch.differing, 1);
    world.raise(first.id, 'balance');
    assert.equal((await world.next(60_000)).count, 2);
  });

  test('is the work of one process, and what another one finds is its own to tell', async () => {
    await using world = await setup();
    const { id } = await withAccount(world.storage);
    world.raise(id, 'balance');
    world.watch.start();
    await world.next(10);
    assert.equal(world.watch.differing, 1);
    world.lease.isMine = false;
    assert.equal(world.watch.differing, 0);
  });
});
