/** Which master keys open an installation: one, or two while one takes the place of the other. */
import type { MasterKeys } from '#cli/installation.ts';
import type { Config } from '#config.ts';
import type { Author } from '#core/author.ts';
import { makeMasterKey, openMasterKey, readMasterKey } from '#core/master-key.ts';
import { createSealer, keyIdOf, type Sealer } from '#core/sealed.ts';
import { drawSealingKey, unwrapKey, type Wraps, wrapKey, wrapsOf } from '#core/sealing-key.ts';
import type { SettingStore } from '#storage/storage.ts';

const sealingKeySetting = 'sealing_key';
/** Of folders that had one key for both: what was sealed with it stays so. */
const formerCheckSetting = 'master_key.check';

type Ports = { readonly settings: SettingStore };

/** Throws `SealBroken` for a master key that does not open what is sealed, before anything is written. */
export async function openSealer(config: Config, { settings }: Ports): Promise<Sealer> {
  const file = config.masterKeyFile;
  const kept = await settings.findSetting(sealingKeySetting);
  if (kept !== undefined) {
    return createSealer(unwrapKey(readWraps(kept), await readMasterKey(file)));
  }
  const check = await settings.findSetting(formerCheckSetting);
  const masterKey = await (check === undefined ? openMasterKey(file) : readMasterKey(file));
  if (check !== undefined) createSealer(masterKey).open(check, formerCheckSetting);
  const sealingKey = check === undefined ? drawSealingKey() : masterKey;
  const made = JSON.stringify([wrapKey(sealingKey, masterKey)]);
  // Of two processes that start beside each other both take the one that was first.
  const first = await settings.keepSetting(sealingKeySetting, made);
  return createSealer(unwrapKey(readWraps(first), masterKey));
}

export function openMasterKeys({ masterKeyFile }: Config, { settings }: Ports): MasterKeys {
  const change = async (
    author: Author,
    action: string,
    next: (wraps: Wraps, key: Uint8Array) => Wraps,
  ) => {
    const from = (await settings.findSetting(sealingKeySetting)) ?? '[]';
    const wraps = next(readWraps(from), await readMasterKey(masterKeyFile));
    const details = { keys: wraps.map((wrap) => wrap.split('.')[1]) };
    const audited = { ...author, action, details };
    const to = JSON.stringify(wraps);
    return settings.replaceSetting({ name: sealingKeySetting, from, to }, audited);
  };
  return {
    async rotate(file, author) {
      const made = await makeMasterKey(file);
      const isChanged = await change(author, 'master_key.rotate', (wraps, masterKey) => [
        wrapKey(unwrapKey(wraps, masterKey), made),
        ...wrapsOf(wraps, masterKey),
      ]);
      return isChanged ? keyIdOf(made) : undefined;
    },
    async retire(author) {
      let outlives = false;
      const isChanged = await change(author, 'master_key.retire', (wraps, masterKey) => {
        // Where it was sealed with before there were two, a former master key opens it for ever.
        outlives = wraps.length > 1 && wrapsOf(wraps, unwrapKey(wraps, masterKey)).length > 0;
        return wrapsOf(wraps, masterKey);
      });
      return isChanged ? { outlives } : undefined;
    },
  };
}

function readWraps(text: string): Wraps {
  return JSON.parse(text) as Wraps;
}
