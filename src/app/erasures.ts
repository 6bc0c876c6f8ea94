/** How a running server erases people: as the command does, with its log in the data folder. */
import type { ErasurePorts } from '#accounts/erasing.ts';
import { erasureLogOf, logErasure } from '#cli/erasure-log.ts';
import { Few } from '#core/few.ts';
import type { Common } from './common.ts';

/** Pages that go through whole tables. */
const atOnceMax = 2;

export function erasurePorts({
  config,
  storage,
  pseudonyms,
  sealer,
}: Pick<Common, 'config' | 'storage' | 'pseudonyms' | 'sealer'>): ErasurePorts & {
  readonly few: Few;
} {
  const file = erasureLogOf(config.dataFolder);
  const note: ErasurePorts['note'] = (erasure) => logErasure(file, erasure, sealer);
  return { erasures: storage.erasures, pseudonyms, note, few: new Few(atOnceMax) };
}
