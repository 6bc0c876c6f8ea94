/** Who was erased is known for as long as copies from before may be restored, whatever keys have been replaced since. */
import assert from 'node:assert/strict';
import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { createSealer } from '#core/sealed.ts';
import { activate, begin, finish, firstRing, RingSealer } from '#core/sealing-ring.ts';
import { phone } from '#test/harness/records.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { logErasure, readErasures, renewErasures } from './erasure-log.ts';

const [first, second, third] = ['33612345678', '33612345679', '33612345670'].map((digits) => ({
  at: '2030-01-01T00:00:00.000Z',
  by: 'alice',
  accountId: 1,
  subject: { kind: 'phone', phone: phone(digits) },
})) as never as [Logged, Logged, Logged];

type Logged = Parameters<typeof logErasure>[1] & {
  readonly subject: { readonly kind: 'phone'; readonly phone: string };
};

/** As programs wrote it that sealed it with the sealing key of their time. */
async function logFormerly(file: string, { subject, ...rest }: Logged, key: Uint8Array) {
  const sealed = createSealer(key).seal(subject.phone, 'erasures.jsonl/subject');
  await appendFile(file, `${JSON.stringify({ ...rest, kind: subject.kind, subject: sealed })}\n`);
}

suite('the list of who was erased', () => {
  test('is read after the sealing key was replaced, and by a copy that is older than that', async () => {
    using folder = temporaryFolder();
    const file = path.join(folder.path, 'erasures.jsonl');
    const ring = firstRing();
    const active = activate(must(begin(ring), 'begun'), 7);
    const [before, after] = [new RingSealer(ring), new RingSealer(finish(active))];
    await logErasure(file, first, before);
    await logErasure(file, second, after);
    for (const sealer of [before, after]) {
      assert.deepEqual(await readErasures(file, sealer), [first, second]);
    }
    assert.doesNotMatch(await readFile(file, 'utf8'), /336123/);
  });

  test('has its lines from before written once more, so that their key may go', async () => {
    using folder = temporaryFolder();
    const file = path.join(folder.path, 'erasures.jsonl');
    const ring = firstRing();
    const sealer = new RingSealer(ring);
    await renewErasures(file, sealer);
    await logFormerly(file, first, ring.active);
    await logErasure(file, second, sealer);
    assert.deepEqual(await readErasures(file, sealer), [first, second]);
    for (let times = 0; times < 2; times += 1) await renewErasures(file, sealer);
    assert.deepEqual(await readErasures(file, sealer), [second, first]);
    // Of a program that is older, meanwhile.
    await logFormerly(file, third, ring.active);
    const later = new RingSealer(finish(activate(must(begin(ring), 'begun'), 7)));
    await assert.rejects(readErasures(file, later), /sealed with key/, 'nobody is left out');
    await renewErasures(file, sealer);
    assert.deepEqual(await readErasures(file, later), [second, first, third]);
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    assert.equal(lines.length, 7);
  });
});
