/** What this process tells the others that it holds, put together from its binds, trunks and sealing keys. */
import type { RingSealer } from '#core/sealing-ring.ts';
import type { CallsBeside } from './call-threads.ts';
import type { Calls } from './calls.ts';
import type { Common } from './common.ts';
import type { EngineNeeds } from './engine-needs.ts';
import { ProcessNotes, type ProcessNotesPorts } from './process-notes.ts';

type NotesNeeds = Pick<EngineNeeds, 'leases' | 'directory'> & {
  readonly sms: ProcessNotesPorts['links'];
  readonly calls: Calls | undefined;
  readonly callsBeside: CallsBeside | undefined;
};

/** Told while binds and trunks are open. */
export function openNotes(
  { storage, clock, log, sealer }: Common & { readonly sealer: RingSealer },
  { leases, directory, sms, calls, callsBeside }: NotesNeeds,
  stack: AsyncDisposableStack,
): ProcessNotes {
  const { id, host } = leases.process;
  const notes = stack.use(
    new ProcessNotes({
      store: storage.leases,
      hints: storage.isSole ? undefined : storage.hints,
      others: storage.isSole ? (storage.hints === undefined ? 'nobody' : 'threads') : 'processes',
      own: { processId: id, host },
      hostOf: async () => {
        const { processes } = await storage.leases.view();
        return new Map(processes.map((process) => [process.id, process.host]));
      },
      operatorIds: () => directory().operators.map((operator) => operator.id),
      links: sms,
      trunks: () => calls?.standings() ?? [],
      trunksBeside: async () => (await callsBeside?.standings()) ?? [],
      sealingKeys: () => sealer.knownKeys,
      clock,
      log,
    }),
  );
  notes.start();
  return notes;
}
