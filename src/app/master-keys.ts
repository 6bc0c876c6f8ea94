/**
 * Which keys open an installation: a ring of sealing keys in the database, wrapped by the master key, or by two while
 * one takes the place of the other.
 */
import path from 'node:path';
import type { MasterKeys } from '#cli/installation.ts';
import type { Config } from '#config.ts';
import type { Author } from '#core/author.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import { isOpenToOthers, makeMasterKey, openMasterKey, readMasterKey } from '#core/master-key.ts';
import { createSealer, keyIdOf, sealedWith } from '#core/sealed.ts';
import { unwrapRing, type Wraps, wrapRing, wrapsOf } from '#core/sealing-key.ts';
import { begin, firstRing, RingSealer, type SealingRing } from '#core/sealing-ring.ts';
import type { Changes } from '#core/until-changed.ts';
import type { SettingStore } from '#storage/storage.ts';
import type { ResealingPorts } from './resealing.ts';

const sealingKeySetting = 'sealing_key';
/** Of folders that had one key for both: what was sealed with it stays so, until another key seals. */
const formerCheckSetting = 'master_key.check';

type Ports = { readonly settings: SettingStore };

/** Throws `SealBroken` for a master key that does not open what is sealed, before anything is written. */
export async function openSealer(config: Config, { settings }: Ports): Promise<RingSealer> {
  const file = config.masterKeyFile;
  const kept = await settings.findSetting(sealingKeySetting);
  if (kept !== undefined) {
    return new RingSealer(unwrapRing(readWraps(kept), await readMasterKey(file)));
  }
  const check = await settings.findSetting(formerCheckSetting);
  const masterKey = await (check === undefined ? openMasterKey(file) : readMasterKey(file));
  if (check !== undefined) createSealer(masterKey).open(check, formerCheckSetting);
  const ring = check === undefined ? firstRing() : firstRing(Buffer.from(masterKey));
  const made = JSON.stringify([wrapRing(ring, masterKey)]);
  // Of two processes that start beside each other both take the one that was first.
  const first = await settings.keepSetting(sealingKeySetting, made);
  return new RingSealer(unwrapRing(readWraps(first), masterKey));
}

/** Said at each start, as the doctor says it. */
export async function warnOfOpenKey({ masterKeyFile }: Config, log: Log): Promise<void> {
  const file = path.resolve(masterKeyFile);
  if (await isOpenToOthers(file))
    log.warn('master_key.readable', { file, fix: `chmod 600 ${file}` });
}

/** Undefined: nothing is to be changed. */
type Next = (wraps: Wraps, masterKey: Uint8Array) => Wraps | undefined;

type Named = Author & { readonly action: string };

async function change(
  { masterKeyFile }: Config,
  settings: SettingStore,
  author: Named,
  next: Next,
): Promise<boolean> {
  const from = (await settings.findSetting(sealingKeySetting)) ?? '[]';
  const wraps = next(readWraps(from), await readMasterKey(masterKeyFile));
  if (wraps === undefined) return false;
  const details = { keys: wraps.map((wrap) => sealedWith(wrap)) };
  const to = JSON.stringify(wraps);
  return settings.replaceSetting({ name: sealingKeySetting, from, to }, { ...author, details });
}

export function openMasterKeys(config: Config, { settings }: Ports): MasterKeys {
  return {
    async rotate(file, author) {
      const made = await makeMasterKey(file);
      const audited = { ...author, action: 'master_key.rotate' };
      const isChanged = await change(config, settings, audited, (wraps, masterKey) => [
        wrapRing(unwrapRing(wraps, masterKey), made),
        ...wrapsOf(wraps, masterKey),
      ]);
      return isChanged ? keyIdOf(made) : undefined;
    },
    async retire(author) {
      let isBegun = false;
      const audited = { ...author, action: 'master_key.retire' };
      const isChanged = await change(config, settings, audited, (wraps, masterKey) => {
        const ring = unwrapRing(wraps, masterKey);
        // Who had the former master key may have the sealing key that it wrapped.
        const begun = wraps.length > 1 ? begin(ring) : undefined;
        isBegun = begun !== undefined;
        return [wrapRing(begun ?? ring, masterKey)];
      });
      return isChanged ? { isBegun } : undefined;
    },
    async reseal(author) {
      const audited = { ...author, action: 'sealing_key.begin' };
      return change(config, settings, audited, (wraps, masterKey) =>
        changedAlone(wraps, masterKey, begin),
      );
    },
  };
}

/** The ring as the server changes it: where it has changed, it is read again. */
export function openRing(
  config: Config,
  { settings, changes }: Ports & { readonly changes: Changes },
  clock: Pick<Clock, 'nowMs'>,
): ResealingPorts['ring'] {
  let seen: string | undefined;
  let readAt: number | undefined;
  return {
    async readChanged() {
      const now = changes?.();
      if (now !== undefined && now === readAt) return undefined;
      const kept = await settings.findSetting(sealingKeySetting);
      const isNews = kept !== undefined && kept !== seen;
      // One that does not open is tried again.
      const ring = isNews
        ? unwrapRing(readWraps(kept), await readMasterKey(config.masterKeyFile))
        : undefined;
      readAt = now;
      if (isNews) seen = kept;
      return ring;
    },
    async change(action, next) {
      const author = { actor: 'sealing keys', atMs: clock.nowMs(), action };
      return change(config, settings, author, (wraps, masterKey) =>
        changedAlone(wraps, masterKey, next),
      );
    },
  };
}

/** Undefined while another master key opens the ring as well: what it wraps cannot be written again without it. */
function changedAlone(
  wraps: Wraps,
  masterKey: Uint8Array,
  next: (ring: SealingRing) => SealingRing | undefined,
): Wraps | undefined {
  if (wraps.length > 1) return undefined;
  const ring = next(unwrapRing(wraps, masterKey));
  return ring && [wrapRing(ring, masterKey)];
}

function readWraps(text: string): Wraps {
  return JSON.parse(text) as Wraps;
}
