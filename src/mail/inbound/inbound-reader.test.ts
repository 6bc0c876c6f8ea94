import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { type Clock, systemClock } from '#core/clock.ts';
import { InboundReader } from './inbound-reader.ts';
import { readInboundMail } from './read-inbound.ts';

const folder = path.join(import.meta.dirname, '../../../fixtures/inbound-mail');
const bounce = readFileSync(path.join(folder, 'postfix-style.eml'));

/** Written to be slow: as many lines and octets as are read at all, of what a page's text is made from. */
const slow = Buffer.from(
  `Content-Type: text/html\r\n\r\n${`${'<td> &nbsp;'.repeat(9)}\n`.repeat(9_000)}`,
);

suite('mails from outside', () => {
  test('are read in a thread as they would be here, one after the other', async () => {
    await using reader = new InboundReader(systemClock);
    const both = await Promise.all([reader.read(bounce, ''), reader.read(slow, 'a@b.example')]);
    assert.deepEqual(both[0], await readInboundMail(bounce, ''));
    assert.equal(both[1]?.content.kind, 'letter');
  });

  test('that take too long are left unread; the one behind it is read again', async () => {
    let patient = false;
    const clock: Clock = {
      ...systemClock,
      after: (delayMs, call) => systemClock.after(patient || delayMs > 10_000 ? delayMs : 0, call),
    };
    await using reader = new InboundReader(clock);
    assert.equal(await reader.read(slow, ''), undefined);
    patient = true;
    assert.equal((await reader.read(bounce, ''))?.content.kind, 'reports');
  });
});
