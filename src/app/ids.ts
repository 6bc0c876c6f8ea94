/** Ids of rows that are made on the hot path. */
import { IdSource } from '#queue/id-source.ts';
import type { IdName, Storage } from '#storage/storage.ts';

type BlockName = Extract<IdName, 'message' | 'email' | 'job' | 'submitted part'>;

/** Ids handed out without a round trip; a block lost with the process leaves a gap, nothing else. */
export const blockSizes: Record<BlockName, number> = {
  message: 10_000,
  email: 10_000,
  job: 100_000,
  'submitted part': 100_000,
};

export type Ids = Record<BlockName, IdSource>;

/** What clients see goes on behind a restart where it ended: to be closed after everything that makes messages. */
export async function openIds(
  { storage: { ids } }: { readonly storage: Pick<Storage, 'ids'> },
  stack: AsyncDisposableStack,
): Promise<Ids> {
  const open = (name: BlockName): Promise<IdSource> =>
    IdSource.open(blockSizes[name], (count) => ids.reserveIds(name, count));
  const seen = { message: await open('message'), email: await open('email') };
  stack.defer(async () => {
    for (const name of ['message', 'email'] as const) {
      for (const range of seen[name].close()) {
        try {
          // Another process has reserved behind it, or a later range could not be given back.
          if (!(await ids.returnIds(name, range))) break;
        } catch {
          // The storage is away: they are lost with this process, like those of one that is killed.
          break;
        }
      }
    }
  });
  return { ...seen, job: await open('job'), 'submitted part': await open('submitted part') };
}
