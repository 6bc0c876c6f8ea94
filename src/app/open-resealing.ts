/** The replacement of the sealing key (`resealing.ts`), put together: which processes must know a key before it seals. */
import { erasureLogOf, renewErasures } from '#cli/erasure-log.ts';
import type { RingSealer } from '#core/sealing-ring.ts';
import type { Common } from './common.ts';
import type { EngineNeeds } from './engine-needs.ts';
import { openRing } from './master-keys.ts';
import type { ProcessNotes } from './process-notes.ts';
import { Resealing } from './resealing.ts';

/** A process that has not been seen for so long does not live: it shows itself every few seconds; threads live with it. */
const silentMs = 30_000;

export function openResealing(
  { config, storage, sealer, clock, log }: Common & { readonly sealer: RingSealer },
  { isLeader, notes }: Pick<EngineNeeds, 'isLeader'> & { readonly notes: ProcessNotes },
  stack: AsyncDisposableStack,
): void {
  const knownToOthers = async (keyId: string): Promise<boolean> => {
    const { processes, nowMs } = await storage.leases.view();
    const alive = processes.filter(({ seenAtMs }) => storage.isSole || nowMs - seenAtMs < silentMs);
    return notes.knowSealingKey(
      keyId,
      alive.map(({ id }) => id),
    );
  };
  const resealing = new Resealing({
    sealer,
    store: storage.settings,
    ring: openRing(config, storage, clock),
    knownToOthers,
    prepare: () => renewErasures(erasureLogOf(config.dataFolder), sealer),
    isMine: isLeader,
    clock,
    log,
  });
  stack.use(resealing).start();
}
