/** Opens what an installation's folder has sealed, as its owner could. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { unwrapRing, type Wraps } from '#core/sealing-key.ts';
import { RingSealer } from '#core/sealing-ring.ts';

export function folderSealer(folder: string): RingSealer {
  using db = new DatabaseSync(path.join(folder, 'parley.db'), { readOnly: true });
  const row = db.prepare("SELECT value FROM setting WHERE name = 'sealing_key'").get();
  const { value } = row as { readonly value: string };
  const master = Buffer.from(readFileSync(path.join(folder, 'master.key'), 'utf8'), 'base64');
  return new RingSealer(unwrapRing(JSON.parse(value) as Wraps, master));
}
