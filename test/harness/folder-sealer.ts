/** Opens what an installation's folder has sealed, as its owner could. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createSealer, type Sealer } from '#core/sealed.ts';
import { unwrapKey, type Wraps } from '#core/sealing-key.ts';

export function folderSealer(folder: string): Sealer {
  using db = new DatabaseSync(path.join(folder, 'parley.db'), { readOnly: true });
  const row = db.prepare("SELECT value FROM setting WHERE name = 'sealing_key'").get();
  const { value } = row as { readonly value: string };
  const master = Buffer.from(readFileSync(path.join(folder, 'master.key'), 'utf8'), 'base64');
  return createSealer(unwrapKey(JSON.parse(value) as Wraps, master));
}
