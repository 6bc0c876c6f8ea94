/** Asks before a price goes: what it is, and which one its numbers have in its place. */
import { Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Answered, call } from '../../api/call.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { formatMoney, formatTime } from '../../components/format.ts';
import { QueryView } from '../../components/query-view.tsx';
import { consoleTexts } from '../../texts/console.ts';
import { priceTexts } from '../../texts/console-prices.ts';
import { fill } from '../../texts/texts.ts';
import type { Price } from './prices-page.tsx';
import { priceInPlaceOf } from './what-serves.ts';

type Props = {
  /** Undefined: nothing is asked. */
  readonly price: Price | undefined;
  readonly onClose: () => void;
  readonly onRemoved: (price: Price) => void;
};

const key = ['console', 'prices'];

export function RemovePrice({ price, onClose, onRemoved }: Props) {
  const texts = useTexts(consoleTexts);
  const words = useTexts(priceTexts);
  const queries = useQueryClient();
  const remove = async () => {
    if (price === undefined) return;
    const { price: _price, ...place } = price;
    await call('POST /api/console/prices/removal', { body: place });
    onRemoved(price);
    await queries.invalidateQueries({ queryKey: key });
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
    queryKey: [...key, ''],
    queryFn: ({ signal }) => call('GET /api/console/prices', { query: { prefix: '' }, signal }),
  });
  return <QueryView query={query}>{(listed) => <Told price={price} listed={listed} />}</QueryView>;
}

type ToldProps = {
  readonly price: Price;
  readonly listed: Answered<'GET /api/console/prices'>;
};

function Told({ price, listed }: ToldProps) {
  const texts = useTexts(consoleTexts);
  const words = useTexts(priceTexts);
  const { language } = useLanguage();
  const valuesOf = (one: Price) => ({
    prefix: one.prefix === '' ? texts.allNumbers : `+${one.prefix}`,
    account: one.accountId === 0 ? words.toEverybody : fill(words.ofAccount, { id: one.accountId }),
    from: one.fromMs === 0 ? texts.always : formatTime(one.fromMs, language, Date.now()),
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
