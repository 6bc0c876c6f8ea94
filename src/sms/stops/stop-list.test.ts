import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { atMs, phone } from '#test/harness/records.ts';
import { PhoneSet } from './phone-set.ts';
import { StopList, type StopListPorts } from './stop-list.ts';
import type { NewStop, StopChange, StopStore } from './stop-store.ts';

const one = phone('33612345678');
const two = phone('33698765432');

/** A table that processes share. */
class Table implements StopStore {
  readonly #phones = new Map<string, NewStop>();
  readonly #changes: StopChange[] = [];
  readonly reads: string[] = [];
  gate: Promise<void> | undefined;
  /** Changes that are forgotten already. */
  forgotten = 0;

  open(ports: Partial<StopListPorts> = {}): Promise<StopList> {
    return StopList.open({ store: this, ...ports });
  }

  async addStop(stop: NewStop) {
    const key = `${stop.accountId} ${stop.phone}`;
    const isNew = !this.#phones.has(key);
    if (isNew) this.#note(stop, true);
    this.#phones.set(key, stop);
    return { entry: { ...stop, id: 1 }, isNew };
  }

  async removeStop(accountId: number, each: NewStop['phone']) {
    const isRemoved = this.#phones.delete(`${accountId} ${each}`);
    if (isRemoved) this.#note({ accountId, phone: each }, false);
    return isRemoved;
  }

  async findStop() {
    return undefined;
  }

  async findStopOf() {
    return undefined;
  }

  async listStops() {
    return [];
  }

  async stopPage() {
    return [];
  }

  async countStops() {
    return 0;
  }

  async stoppedPhones(accountId: number, after: string, limit: number) {
    this.reads.push(`list of ${accountId}`);
    const found = [...this.#phones.values()].flatMap((stop) =>
      stop.accountId === accountId && stop.phone > after ? [stop.phone] : [],
    );
    await this.gate;
    return found.toSorted().slice(0, limit);
  }

  async findStopped(accountId: number, wanted: readonly NewStop['phone'][]) {
    this.reads.push(`phones of ${accountId}`);
    return wanted.filter((each) => this.#phones.has(`${accountId} ${each}`));
  }

  async stopVersion() {
    return this.#changes.length;
  }

  async stopChanges(after: number, limit: number) {
    const from = Math.max(after, this.forgotten);
    return this.#changes.slice(from, from + limit);
  }

  #note({ accountId, phone: each }: Pick<NewStop, 'accountId' | 'phone'>, stopped: boolean): void {
    const version = this.#changes.length + 1;
    this.#changes.push({ version, accountId, phone: each, stopped });
  }
}

function aStop(accountId: number, each = one): NewStop {
  return { accountId, phone: each, source: 'reply', createdAtMs: atMs };
}

suite('the STOP list in memory', () => {
  test('is read once for each account, and knows its own changes at once', async () => {
    const table = new Table();
    await table.addStop(aStop(1));
    const list = await table.open();
    assert.deepEqual(await list.stopped(1, [one, two]), [one]);
    assert.equal(list.isStopped(1, one), true);
    assert.equal(list.isStopped(1, two), false);
    await list.add(aStop(1, two));
    assert.equal(list.isStopped(1, two), true);
    assert.equal(await list.remove(1, one), true);
    assert.equal(await list.remove(1, one), false);
    assert.equal(list.isStopped(1, one), false);
    assert.equal(await list.isStopped(2, one), false);
    assert.deepEqual(table.reads, ['list of 1', 'list of 2']);
  });

  test('follows what another process changes, and tells it', async () => {
    const table = new Table();
    const [here, there] = [await table.open(), await table.open()];
    assert.equal(await here.isStopped(1, one), false);
    await there.add(aStop(1));
    await there.add(aStop(2, two));
    const changes = await here.follow();
    assert.deepEqual(
      changes.map((change) => [change.accountId, change.phone, change.stopped]),
      [
        [1, one, true],
        [2, two, true],
      ],
    );
    assert.equal(here.isStopped(1, one), true);
    assert.deepEqual(await here.follow(), []);
    await there.remove(1, one);
    await here.follow();
    assert.equal(here.isStopped(1, one), false);
  });

  test('misses nothing that changes while it is read', async () => {
    const table = new Table();
    const list = await table.open();
    const { promise, resolve } = Promise.withResolvers<void>();
    table.gate = promise;
    const asked = list.stopped(1, [one]);
    await table.addStop(aStop(1));
    await list.follow();
    resolve();
    assert.deepEqual(await asked, [one]);
    assert.equal(list.isStopped(1, one), true);
  });

  test('is read anew where changes were missed', async () => {
    const table = new Table();
    const list = await table.open();
    assert.equal(await list.isStopped(1, one), false);
    await table.addStop(aStop(1));
    await table.addStop(aStop(2, two));
    table.forgotten = 1;
    await list.follow();
    assert.equal(await list.isStopped(1, one), true);
  });

  test('that is too long is asked in the table', async () => {
    const table = new Table();
    for (const each of [one, two]) await table.addStop(aStop(1, each));
    const list = await table.open({ accountMax: 1 });
    assert.deepEqual(await list.stopped(1, [one]), [one]);
    assert.equal(await list.isStopped(1, two), true);
    assert.deepEqual(table.reads, ['list of 1', 'phones of 1', 'phones of 1']);
  });

  test('holds no more than its bound: the lists of others are read again', async () => {
    const table = new Table();
    await table.addStop(aStop(1));
    await table.addStop(aStop(2));
    const list = await table.open({ heldMax: 1 });
    await list.stopped(1, [one]);
    await list.stopped(2, [one]);
    assert.equal(list.isStopped(2, one), true);
    assert.equal(await list.isStopped(1, one), true);
    assert.deepEqual(table.reads, ['list of 1', 'list of 2', 'list of 1']);
  });

  test('that cannot be read is asked for again', async () => {
    const table = new Table();
    const list = await table.open();
    const { promise, reject } = Promise.withResolvers<void>();
    table.gate = promise;
    const asked = assert.rejects(Promise.resolve(list.stopped(1, [one])), { message: 'away' });
    reject(new Error('away'));
    await asked;
    table.gate = undefined;
    assert.deepEqual(await list.stopped(1, [one]), []);
  });
});

test('a set of phones answers as a Set does', () => {
  const digits = fc.bigInt({ min: 10_000_000n, max: 999_999_999_999_999n }).map(String);
  const changes = fc.array(fc.tuple(digits, fc.boolean()));
  fc.assert(
    fc.property(fc.array(digits), changes, fc.array(digits), (read, changed, asked) => {
      const phones = new PhoneSet();
      const expected = new Set(read);
      phones.fill(read);
      for (const [each, isIn] of changed) {
        phones.set(each, isIn);
        if (isIn) expected.add(each);
        else expected.delete(each);
      }
      for (const each of [...read, ...changed.map(([digitsOfOne]) => digitsOfOne), ...asked]) {
        assert.equal(phones.has(each), expected.has(each));
      }
    }),
  );
});
