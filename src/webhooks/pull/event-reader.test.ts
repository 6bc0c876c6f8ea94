import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { must } from '#core/assert.ts';
import { MemoryEvents, storedEvent } from '#test/harness/memory-events.ts';
import { type EventCursor, parseCursor, writeCursor } from './event-cursor.ts';
import { EventReader, type Pulled, type PullQuery } from './event-reader.ts';

const query: PullQuery = { accountId: 1, after: undefined, limit: 100, kinds: [] };

function setup() {
  const store = new MemoryEvents();
  const reader = new EventReader(store);
  const page = async (over: Partial<PullQuery> = {}) => {
    const pulled = await reader.read({ ...query, ...over });
    assert.ok(pulled.ok);
    return { ...pulled, ids: pulled.events.map(({ id }) => id) };
  };
  return { store, reader, page };
}

suite('a page', () => {
  test('holds the events of the account in the order of time, with the bytes of their bodies', async () => {
    const { store, page } = setup();
    store.commit(storedEvent(3, 1, { createdAtMs: 20 }));
    store.commit(storedEvent(0, 7, { createdAtMs: 10 }));
    store.commit(storedEvent(0, 8, { createdAtMs: 30, accountId: 2 }));
    const { events, hasMore } = await page();
    const bodies = events.map(({ body }) => Buffer.from(body).toString());
    assert.deepEqual(bodies, ['{"id":7}', `{"id":${3 * 2 ** 45 + 1}}`]);
    assert.equal(hasMore, false);
  });

  test('is followed by the next one, to the end', async () => {
    const { store, page } = setup();
    for (let n = 1; n <= 5; n += 1) store.commit(storedEvent(0, n));
    const first = await page({ limit: 2 });
    const second = await page({ limit: 2, after: first.next });
    const third = await page({ limit: 2, after: second.next });
    assert.deepEqual([first.ids, second.ids, third.ids], [[1, 2], [3, 4], [5]]);
    assert.deepEqual([first.hasMore, second.hasMore, third.hasMore], [true, true, false]);
    assert.deepEqual((await page({ after: third.next })).ids, []);
  });

  test('holds the kinds that are asked for, whole or by their first word', async () => {
    const { store, page } = setup();
    const kinds = ['dlr', 'reply.short', 'stop', 'reply.long'];
    for (const [n, kind] of kinds.entries()) store.commit(storedEvent(0, n + 1, { kind }));
    assert.deepEqual((await page({ kinds: ['reply'] })).ids, [2, 4]);
    assert.deepEqual((await page({ kinds: ['dlr', 'reply.long'] })).ids, [1, 4]);
  });

  test('leaves out what is owed to binds of the account, whose bodies are PDUs', async () => {
    const { store, page } = setup();
    const kinds = ['dlr', 'smpp dlr', 'smpp reply', 'stop'];
    for (const [n, kind] of kinds.entries()) store.commit(storedEvent(0, n + 1, { kind }));
    assert.deepEqual((await page()).ids, [1, 4]);
  });

  test('of a rare kind may be empty, and says that there is more', async () => {
    const { store, page } = setup();
    for (let n = 1; n <= 2_001; n += 1) store.commit(storedEvent(0, n));
    store.commit(storedEvent(0, 3_000, { kind: 'stop' }));
    const first = await page({ kinds: ['stop'] });
    assert.deepEqual([first.ids, first.hasMore], [[], true]);
    assert.deepEqual((await page({ kinds: ['stop'], after: first.next })).ids, [3_000]);
  });

  test('is bounded in bytes, but holds one event at least', async () => {
    const { store, page } = setup();
    const body = Buffer.alloc(3_000_000, 'a');
    for (let n = 1; n <= 2; n += 1) store.commit(storedEvent(0, n, { body }));
    const first = await page();
    assert.deepEqual([first.ids, first.hasMore], [[1], true]);
    assert.deepEqual((await page({ after: first.next })).ids, [2]);
  });
});

suite('a cursor', () => {
  test('of an account without events follows those of the others, so that it does not grow old', async () => {
    const { store, page } = setup();
    store.commit(storedEvent(0, 1, { accountId: 2 }));
    const { next } = await page();
    store.forgetFirst(0);
    assert.deepEqual((await page({ after: next })).ids, []);
  });

  test('before what is forgotten is refused, with the oldest that is not', async () => {
    const { store, reader } = setup();
    for (let n = 1; n <= 3; n += 1) store.commit(storedEvent(5, n));
    store.forgetFirst(5);
    store.forgetFirst(5);
    const pulled = await reader.read({ ...query, after: new Map([[5, 1]]) });
    assert.deepEqual(pulled, { ok: false, oldest: new Map([[5, 2]]) });
    const oldest = await reader.read(query);
    assert.ok(oldest.ok);
    assert.equal(oldest.events.length, 1);
  });

  test('of now is behind all that is stored, in streams that come later, too', async () => {
    const { store, reader, page } = setup();
    store.commit(storedEvent(1, 9));
    const after = await reader.newest();
    store.commit(storedEvent(0, 1));
    store.commit(storedEvent(1, 10));
    assert.deepEqual((await page({ after })).events.length, 2);
  });

  test('of a time is behind what is older', async () => {
    const { store, reader, page } = setup();
    for (let n = 1; n <= 50; n += 1) store.commit(storedEvent(0, n * 1_000, { createdAtMs: n }));
    store.commit(storedEvent(9, 4, { createdAtMs: 3 }));
    const after = await reader.since(1, 48);
    assert.deepEqual((await page({ after })).ids, [48_000, 49_000, 50_000]);
    assert.deepEqual((await page({ after: await reader.since(1, 51) })).ids, []);
    assert.equal((await page({ after: await reader.since(1, 0) })).ids.length, 51);
  });
});

/** What happens between two reads of the storage: a commit in a stream, or its first event goes. */
const step = fc.record({
  stream: fc.integer({ min: 0, max: 3 }),
  account: fc.integer({ min: 1, max: 2 }),
  kind: fc.constantFrom('dlr', 'stop'),
  gap: fc.integer({ min: 1, max: 3 }),
  forgets: fc.boolean(),
});

test('whatever is committed and forgotten in between, nothing is skipped, doubled or out of order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 60 }),
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom<readonly string[]>([], ['stop']),
      fc.boolean(),
      async (steps, limit, kinds, mayForget) => {
        const store = new MemoryEvents();
        const reader = new EventReader(store);
        const sequences = new Map<number, number>();
        const wanted: number[] = [];
        const lost = new Set<number>();
        let at = 0;
        const happen = (): void => {
          const next = steps[at];
          at += 1;
          if (next === undefined) return;
          const { stream, account, kind, gap, forgets } = next;
          if (forgets && mayForget) {
            const gone = store.forgetFirst(stream);
            if (gone !== undefined) lost.add(gone.id);
            return;
          }
          const sequence = (sequences.get(stream) ?? 0) + gap;
          sequences.set(stream, sequence);
          const event = storedEvent(stream, sequence, {
            accountId: account,
            kind,
            createdAtMs: at,
          });
          store.commit(event);
          if (account === 1 && (kinds.length === 0 || kinds.includes(kind))) wanted.push(event.id);
        };
        store.between = happen;
        const read: number[] = [];
        let after: EventCursor | undefined;
        let isRefused = false;
        let page: Pulled;
        do {
          page = await reader.read({ accountId: 1, after, limit, kinds });
          if (!page.ok) {
            isRefused = true;
            after = page.oldest;
            continue;
          }
          read.push(...page.events.map(({ id }) => id));
          after = must(parseCursor(writeCursor(page.next)), 'cursor that was written');
        } while (at < steps.length || !page.ok || page.hasMore);
        store.between = () => undefined;
        const rest = await reader.read({ accountId: 1, after, limit: 1_000, kinds });
        assert.ok(rest.ok);
        read.push(...rest.events.map(({ id }) => id));
        assert.equal(new Set(read).size, read.length, 'an event came twice');
        for (let stream = 0; stream < 4; stream += 1) {
          const ofStream = read.filter((id) => Math.floor(id / 2 ** 45) === stream);
          assert.deepEqual(
            ofStream,
            ofStream.toSorted((a, b) => a - b),
          );
        }
        const missing = wanted.filter((id) => !read.includes(id));
        // What begins at the oldest that is kept may begin behind what is gone.
        assert.ok(
          missing.every((id) => lost.has(id)),
          `missing: ${missing.join(', ')}`,
        );
        if (!mayForget) assert.equal(isRefused, false);
      },
    ),
    { numRuns: 500 },
  );
});
