/** What one piece of the live stream tells. */
import type { Answer } from '../../api/operate.ts';
import type { Block } from './event-blocks.ts';

export type Happening = Answer<'event recent'>['happenings'][number];

export type Batch = {
  readonly happenings: readonly Happening[];
  /** All kinds that there were, also of what is not shown. */
  readonly kinds: readonly string[];
  /** How many there were. */
  readonly seen: number;
  /** Something may have happened that nobody was told: what is shown is to be asked for again. */
  readonly isMissed: boolean;
};

/** The stream has begun, or begun again. */
export const begun: Batch = { happenings: [], kinds: [], seen: 0, isMissed: true };

type Sampled = {
  readonly shown: number;
  readonly seen: number;
  readonly kinds: readonly string[];
  readonly isWhole: boolean;
};

/** Undefined: nothing has happened. */
export function batchOf(blocks: readonly Block[]): Batch | undefined {
  const told = blocks.filter(({ data }) => data !== '');
  if (told.length === 0) return undefined;
  const happenings = told
    .filter(({ event }) => event !== 'sampled')
    .map(({ data }) => JSON.parse(data) as Happening);
  const samples = told
    .filter(({ event }) => event === 'sampled')
    .map(({ data }) => JSON.parse(data) as Sampled);
  const left = samples.reduce((sum, { seen, shown }) => sum + seen - shown, 0);
  const kinds = [...happenings.map(({ event }) => event), ...samples.flatMap((one) => one.kinds)];
  return {
    happenings,
    kinds: [...new Set(kinds)],
    seen: happenings.length + left,
    isMissed: samples.some(({ isWhole }) => !isWhole),
  };
}

/** Kinds are named whole or by their first word: `message` is `message.accepted`, too. */
export function concerns(batch: Batch, kinds: readonly string[]): boolean {
  if (batch.isMissed || kinds.length === 0) return true;
  return batch.kinds.some((kind) =>
    kinds.some((word) => kind === word || kind.startsWith(`${word}.`)),
  );
}
