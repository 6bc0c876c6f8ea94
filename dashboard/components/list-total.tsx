/** How many entries a list has in all, as the server has counted: exact, or more than are counted. */
import type { QueryKey } from '@tanstack/react-query';
import { type HowAsked, useLiveQuery } from '../app/live/use-live-query.ts';
import { useLanguage, useTexts } from '../app/use-texts.tsx';
import { listTexts } from '../texts/lists.ts';
import { countText, fill, type Plural } from '../texts/texts.ts';
import { formatNumber } from './format.ts';

/** `of`: only the newest so many were looked at; null: all were. */
type Counted = { readonly of: number | null };

/** A count is of up to 10,000 rows: it follows what happens, but not each message. */
const everyMs = 10_000;

type TotalProps<Total extends Counted> = {
  readonly queryKey: QueryKey;
  readonly kinds: readonly string[];
  readonly ask: (how: HowAsked) => Promise<Total>;
  readonly countOf: (total: Total) => number;
  /** `{count} messages` */
  readonly text: Plural;
  /** What else is told of them, behind their count. */
  readonly besides?: (total: Total) => readonly string[];
};

export function ListTotal<Total extends Counted>(props: TotalProps<Total>) {
  const { countOf, text, besides = () => [] } = props;
  const texts = useTexts(listTexts);
  const { language } = useLanguage();
  const { data, isPlaceholderData, isError } = useLiveQuery({ ...props, everyMs });
  if (isError) return null;
  if (data === undefined || isPlaceholderData) return texts.counting;
  const count = countOf(data);
  const found = countText(text, count, language);
  if (data.of === null) return [found, ...besides(data)].join(' · ');
  if (count === data.of) return fill(texts.moreThan, { count: found });
  return fill(texts.among, { found, count: formatNumber(data.of, language) });
}
