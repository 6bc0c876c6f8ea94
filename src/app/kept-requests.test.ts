import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { RequestBounds, RequestRecord } from '#accounts/requests/request-record.ts';
import { openLog } from '#core/log.ts';
import { StorageUnavailable } from '#core/unavailable.ts';
import { RequestKeeper } from './kept-requests.ts';

const record: RequestRecord = {
  accountId: 1,
  atMs: 0,
  requestId: 'r',
  method: 'GET',
  path: '/v1/me',
  status: 200,
  code: 200,
  refusal: null,
  durationMs: 1,
  keyId: 1,
  network: '',
  octets: 0,
  parameters: '{}',
  answer: '{}',
  skipped: 0,
};

function openKeeper() {
  const trimmed: [number, RequestBounds][] = [];
  const lines: string[] = [];
  const state = { kept: 0, isFull: false };
  const told: number[] = [];
  const keeper = new RequestKeeper({
    clock: { nowMs: () => 0 },
    moments: {
      isHeard: (accountId) => accountId === 1,
      publish: ({ accountId }) => void told.push(accountId),
    },
    log: openLog('info', (line) => lines.push(line)),
    requests: {
      keepApiRequests: async ({ length }) => {
        if (state.isFull) throw new StorageUnavailable('The disk is full');
        state.kept += length;
      },
      trimApiRequests: async (...asked) => void trimmed.push(asked),
      listApiRequests: async () => [],
      findApiRequest: async () => undefined,
    },
  });
  return { keeper, trimmed, lines, state, told };
}

suite('the keeper of requests', () => {
  test('looks at an account with its first row, and whenever it has grown', async () => {
    const { keeper, trimmed } = openKeeper();
    await keeper.keep([record, { ...record, accountId: 2 }]);
    assert.deepEqual(
      trimmed.map(([accountId]) => accountId),
      [1, 2],
    );
    for (let n = 0; n < 500; n += 1) await keeper.keep([record]);
    assert.equal(trimmed.length, 2);
    await keeper.keep([record]);
    assert.equal(trimmed.length, 3);
    await keeper.keep([{ ...record, answer: 'x'.repeat(200_001) }]);
    assert.equal(trimmed.length, 4);
    const [, bounds] = trimmed[0] ?? [];
    assert.ok((bounds?.rowsMax ?? 0) + 2 * 500 <= 10_000);
    assert.ok((bounds?.octetsMax ?? 0) + 2 * 200_000 <= 4_000_000);
  });

  test('tells the pages of an account once for all that it has stored', async () => {
    const { keeper, told } = openKeeper();
    await keeper.keep([record, record, { ...record, accountId: 2 }]);
    assert.deepEqual(told, [1]);
  });

  test('loses rows that a full disk does not take, and says so once', async () => {
    const { keeper, lines, state } = openKeeper();
    state.isFull = true;
    await keeper.keep([record, record]);
    await keeper.keep([record]);
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', /"rows":2.*"event":"requests.lost"/);
    state.isFull = false;
    await keeper.keep([record]);
    assert.equal(state.kept, 1);
    assert.equal(lines.length, 1);
  });
});
