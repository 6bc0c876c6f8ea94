/** Asks before a price goes: what it is, and which one its numbers have in its place. */
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Answer, act, ask } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { formatMoney, formatTime } from '../../components/format.ts';
import { QueryView } from '../../components/query-view.tsx';
import { consoleTexts } from '../../texts/console.ts';
import { priceTexts } from '../../texts/console-prices.ts';
import { fill } from '../../texts/texts.ts';
import { priceInPlaceOf } from './what-serves.ts';

export type Price = Answer<'price list'>['prices'][number];

export const pricesShown = 5_000;

type Props = {
  /** Undefined: nothing is asked. */
  readonly price: Price | undefined;
  readonly onClose: () => void;
  /** Told the table that undoes it. */
  readonly onRemoved: (undo: string) => void;
};

export function RemovePrice({ price, onClose, onRemoved }: Props) {
  const texts = useTexts(consoleTexts);
  const words = useTexts(priceTexts);
  const remove = async () => {
    if (price === undefined) return;
    const { prefix, account, from } = price;
    const { undo } = await act('price remove', { prefix: prefix ?? '', account, from });
    if (undo !== null) onRemoved(undo);
  };
  return (
    <Confirm
      isOpen={price !== undefined}
      title={words.removeTitle}
      effect={price === undefined ? '' : <Effect price={price} />}
      action={texts.remove}
      onClose={onClose}
      onConfirm={remove}
    />
  );
}

/** The page may show some of the prices only; what takes its place may be another. */
function Effect({ price }: { readonly price: Price }) {
  const query = useQuery({
    queryKey: ['price list', { limit: pricesShown }],
    queryFn: ({ signal }) => ask('price list', { limit: pricesShown }, { signal }),
  });
  return <QueryView query={query}>{(listed) => <Told price={price} listed={listed} />}</QueryView>;
}

type ToldProps = { readonly price: Price; readonly listed: Answer<'price list'> };

function Told({ price, listed }: ToldProps) {
  const texts = useTexts(consoleTexts);
  const words = useTexts(priceTexts);
  const { language } = useLanguage();
  const valuesOf = (one: Price) => ({
    prefix: one.prefix === '' ? texts.allNumbers : `+${one.prefix}`,
    account: one.account === null ? words.toEverybody : fill(words.ofAccount, { id: one.account }),
    from: one.from === null ? texts.always : formatTime(Date.parse(one.from), language, Date.now()),
    price: formatMoney(one.price, listed.currency, language),
  });
  const next = priceInPlaceOf(price, listed.prices, Date.now());
  const isPartly = listed.count > listed.prices.length;
  return (
    <Stack gap="xs">
      <span>{fill(words.price, valuesOf(price))}</span>
      <span>
        {isPartly
          ? words.servedByUnknown
          : next === 'same'
            ? words.changesNothing
            : next === undefined
              ? words.servedByNone
              : fill(words.servedBy, valuesOf(next))}
      </span>
    </Stack>
  );
}
