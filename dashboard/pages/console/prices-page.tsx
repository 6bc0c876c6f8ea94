/** What customers pay, by what numbers begin with and from which day on. */
import { Box, Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, act, ask } from '../../api/operate.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { AddButton } from '../../components/add-button.tsx';
import type { Column } from '../../components/column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { Code, Money, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { UndoNote } from '../../components/undo-note.tsx';
import { useFilter } from '../../components/use-filter.ts';
import { consoleTexts } from '../../texts/console.ts';
import { priceTexts } from '../../texts/console-prices.ts';
import { type Price, pricesShown, RemovePrice } from './remove-price.tsx';
import { SetPrices } from './set-prices.tsx';

export function PricesPage() {
  const texts = useTexts(consoleTexts);
  const [prefix, setPrefix] = useFilter('prefix');
  const [isSetting, setSetting] = useState(false);
  const [removing, setRemoving] = useState<Price>();
  const [undo, setUndo] = useState<string>();
  const query = useQuery({
    queryKey: ['price list', prefix],
    queryFn: ({ signal }) => readPrices(prefix, signal),
  });
  const set = <AddButton onClick={() => setSetting(true)}>{texts.importPrices}</AddButton>;
  return (
    <>
      <PageHeader title={texts.prices} text={texts.pricesLead} actions={set} />
      {undo === undefined ? null : <Removed key={undo} undo={undo} />}
      <Panel
        isFlush
        title={
          <TextInput
            aria-label={texts.filter}
            placeholder={texts.filter}
            inputMode="numeric"
            value={prefix}
            onChange={({ currentTarget }) => setPrefix(currentTarget.value.replace(/\D/g, ''))}
          />
        }
      >
        <DataTable
          list="allPrices"
          csv="prices"
          label={texts.prices}
          columns={useColumns(query.data?.currency ?? 'EUR', setRemoving)}
          rows={query.data?.prices}
          keyOf={({ prefix: of, account, from }) => [of, account, from].join(' ')}
          failure={query.error ?? undefined}
          retry={() => void query.refetch()}
          isFiltered={prefix !== ''}
          empty={
            <EmptyView icon="price" title={texts.noPrices} text={texts.noPricesText} action={set} />
          }
        />
      </Panel>
      <SetPrices isOpen={isSetting} onClose={() => setSetting(false)} />
      <RemovePrice price={removing} onClose={() => setRemoving(undefined)} onRemoved={setUndo} />
    </>
  );
}

function Removed({ undo }: { readonly undo: string }) {
  const words = useTexts(priceTexts);
  return (
    <Box mb="md">
      <UndoNote
        said={words.removed}
        undone={words.undone}
        undo={() => act('price import', { table: undo })}
      />
    </Box>
  );
}

/** Those of mails stand behind, where no prefix is looked for. */
async function readPrices(prefix: string, signal: AbortSignal): Promise<Answer<'price list'>> {
  const listed = await ask('price list', { prefix, limit: pricesShown }, { signal });
  if (prefix !== '') return listed;
  const mails = await ask('price list', { mail: true }, { signal });
  return { ...listed, prices: [...listed.prices, ...mails.prices] };
}

function useColumns(currency: string, remove: (price: Price) => void): readonly Column<Price>[] {
  const texts = useTexts(consoleTexts);
  return [
    {
      name: texts.prefix,
      sortBy: ({ prefix }) => prefix,
      isTitle: true,
      show: ({ prefix }) => {
        if (prefix === null) return texts.mailPrice;
        return prefix === '' ? texts.allNumbers : <Code>{`+${prefix}`}</Code>;
      },
    },
    {
      id: 'account',
      name: texts.account,
      sortBy: ({ account }) => account,
      card: 'line',
      show: ({ account }) => account ?? texts.everybody,
    },
    {
      id: 'from',
      name: texts.from,
      sortBy: ({ from }) => (from === null ? null : Date.parse(from)),
      card: 'foot',
      show: ({ from }) => (from === null ? texts.always : <Time atMs={Date.parse(from)} />),
    },
    {
      id: 'price',
      name: texts.price,
      sortBy: ({ price }) => Number(price),
      card: 'corner',
      isFigure: true,
      show: ({ price }) => <Money amount={price} currency={currency} />,
    },
    {
      name: texts.actions,
      card: 'foot',
      isFigure: true,
      show: (price) =>
        price.prefix === null ? (
          ''
        ) : (
          <Button size="compact-sm" variant="subtle" onClick={() => remove(price)}>
            {texts.remove}
          </Button>
        ),
    },
  ];
}
