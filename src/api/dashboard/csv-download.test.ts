import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpReply } from '#api/http/http-message.ts';
import { HttpServer } from '#api/http/http-server.ts';
import { must } from '#core/assert.ts';
import { onBoundaryFailure } from '#core/boundary.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import { TableAnswer } from '#core/table-answer.ts';
import { exportStops } from '#sms/stops/stop-operations.ts';
import type { StopEntry, StopPage } from '#sms/stops/stop-store.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { csvStream } from './csv-download.ts';

function entry(id: number): StopEntry {
  const phone = '33639980000' as PhoneNumber;
  return { id, accountId: 7, phone, source: 'client', createdAtMs: 0 };
}

/** What the export answers for a list that is read by `newestStops`, as a browser downloads it. */
async function download(newestStops: (beforeId: number) => readonly StopEntry[]): Promise<string> {
  const stops = {
    stopPage: async (_: number, { beforeId }: StopPage) => newestStops(beforeId),
  };
  const accounts = { findAccount: async () => undefined };
  const caller = { actor: 'ada', atMs: 1, accountId: 7, role: 'owner' } as const;
  const table = await exportStops.run({ accounts, stops }, {}, caller);
  assert.ok(table instanceof TableAnswer);
  const handled = csvStream(table);
  const reply = must<HttpReply>('raw' in handled ? handled.raw : undefined, 'file');
  await using server = await HttpServer.listen({
    addresses: [{ host: '127.0.0.1', port: 0 }],
    site: {
      admit: () => undefined,
      bodyBytesMax: () => 0,
      answer: async () => reply,
      refuse: () => reply,
    },
    clock: new HeldClock(),
    everyHeaders: [],
  });
  const response = await fetch(`http://127.0.0.1:${server.addresses[0]?.port}/`);
  return await response.text();
}

const pageMax = 5_000;
const newestId = pageMax + 1;
const page = (firstId: number, length: number) =>
  Array.from({ length }, (_, at) => entry(firstId - at));

test('a list that was read whole is downloaded whole', async () => {
  const text = await download((beforeId) =>
    beforeId > newestId ? page(newestId, pageMax) : page(beforeId - 1, 1),
  );
  assert.equal(text.trimEnd().split('\r\n').length, 1 + pageMax + 1);
});

test('a list of which the storage gives a part alone is a download that fails', async () => {
  const failures: string[] = [];
  using _ = onBoundaryFailure(({ boundary, error }) =>
    failures.push(`${boundary} ${error.message}`),
  );
  const downloading = download((beforeId) => {
    if (beforeId <= newestId) throw new Error('The disk has gone');
    return page(newestId, pageMax);
  });
  await assert.rejects(downloading, { name: 'TypeError', message: 'terminated' });
  assert.deepEqual(failures, ['api.export The disk has gone']);
});
