/** Changes of a suppression list that no client and no server made are told all the same. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { openParleyFolder } from '#test/harness/parley-process.ts';

type Told = { readonly event: string; readonly email: string; readonly reason: string };

test('clients hear of what an administrator types, and of entries whose time is over', async () => {
  await using folder = await openParleyFolder();
  await folder.serve('--mail-catcher-port', '0');
  const account = ['--account', '1'];
  await folder.read('suppression', 'add', 'zoe@client.example', ...account);
  await folder.read('suppression', 'add', 'ann@client.example', '--reason', 'hard', ...account);
  await folder.read('suppression', 'release', '--address', 'zoe@client.example', ...account);
  const file = path.join(folder.path, 'parley.db');
  {
    // As if its 180 days were over.
    using db = new DatabaseSync(file);
    db.exec('PRAGMA busy_timeout = 60000');
    db.exec("UPDATE mail_suppression SET expires_at = 5000 WHERE reason = 'hard'");
  }
  const told = (): readonly string[] => {
    using db = new DatabaseSync(file, { readOnly: true });
    const kinds = "kind = 'suppression.added' OR kind = 'suppression.removed'";
    const rows = db.prepare(`SELECT CAST(body AS TEXT) AS body FROM webhook_event WHERE ${kinds}`);
    return rows.all().map(({ body }) => {
      const { event, email, reason } = JSON.parse(String(body)) as Told;
      return `${event} ${email} ${reason}`;
    });
  };
  while (told().length < 4) await systemClock.sleep(50);
  assert.deepEqual(told().toSorted(), [
    'suppression.added ann@client.example hard',
    'suppression.added zoe@client.example manual',
    'suppression.removed ann@client.example hard',
    'suppression.removed zoe@client.example manual',
  ]);
});
