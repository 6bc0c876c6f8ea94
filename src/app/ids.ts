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

export async function openIds({ ids }: Storage): Promise<Ids> {
  const open = (name: BlockName): Promise<IdSource> =>
    IdSource.open(blockSizes[name], (count) => ids.reserveIds(name, count));
  return {
    message: await open('message'),
    email: await open('email'),
    job: await open('job'),
    'submitted part': await open('submitted part'),
  };
}
