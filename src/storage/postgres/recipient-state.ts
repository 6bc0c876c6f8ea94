/**
 * How recipients move on, as parts of a statement. A final state never changes, and the same report
 * twice is one.
 *
 * The rows are locked and read first, then judged, then changed: what another process commits meanwhile
 * is waited for and seen. No statement can change a row twice, so each takes a recipient once at most.
 */
import { partSlots } from '#model/ids.ts';
import { byIndex } from './by-index.ts';

/** Rows of `source` with their recipients as they stand, and `more` of them; everybody locks them in the same order. */
export function standing(source: string, more = ''): string {
  return `standing AS (
      SELECT ${source}.*, recipient.state, recipient.delivered_parts,
        recipient.refused_parts${more === '' ? '' : `, ${more}`}
      FROM ${source} JOIN recipient ON ${byIndex('recipient.id', `${source}.recipient_id`)}
      ORDER BY ${source}.recipient_id FOR NO KEY UPDATE OF recipient
    )`;
}

export const notFinal = `(state = 'accepted' OR state = 'waiting')`;

/** The bit of a row's part, of which part 1 is the lowest, and the bits of all parts. */
export const partBit = `(1 << (part_id % ${partSlots} - 1)::int)`;
export const allBits = '((1 << parts::int) - 1)';

export type Round<Item> = {
  readonly items: readonly Item[];
  /** Where each of them stands in the list that was given. */
  readonly places: readonly number[];
};

/**
 * Rounds in which each recipient occurs once at most: its second item is judged by what the first one
 * left. Within a round they come by recipient, the order in which rows are locked.
 */
export function inRounds<Item>(
  items: readonly Item[],
  recipientOf: (item: Item) => number,
): readonly Round<Item>[] {
  const rounds: { readonly item: Item; readonly place: number }[][] = [];
  const occurred = new Map<number, number>();
  for (const [place, item] of items.entries()) {
    const recipientId = recipientOf(item);
    const before = occurred.get(recipientId) ?? 0;
    occurred.set(recipientId, before + 1);
    rounds[before] ??= [];
    rounds[before].push({ item, place });
  }
  return rounds.map((round) => {
    const sorted = round.toSorted((a, b) => recipientOf(a.item) - recipientOf(b.item));
    return { items: sorted.map(({ item }) => item), places: sorted.map(({ place }) => place) };
  });
}
