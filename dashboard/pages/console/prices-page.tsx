/** What customers pay, by what numbers begin with and from which day on. */
import { Box, Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answered, call } from '../../api/call.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Icon } from '../../components/icon.tsx';
import { NothingFits } from '../../components/nothing-fits.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { Code, Money, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { UndoNote } from '../../components/undo-note.tsx';
import { useFilter } from '../../components/use-filter.ts';
import { consoleTexts } from '../../texts/console.ts';
import { priceTexts } from '../../texts/console-prices.ts';
import { RemovePrice } from './remove-price.tsx';
import { SetPrices } from './set-prices.tsx';

type Listed = Answered<'GET /api/console/prices'>;
export type Price = Listed['prices'][number];
type Row = Price & { readonly isMail: boolean };

const key = ['console', 'prices'];

export function PricesPage() {
  const texts = useTexts(consoleTexts);
  const [prefix, setPrefix] = useFilter('prefix');
  const [isSetting, setSetting] = useState(false);
  const [removing, setRemoving] = useState<Price>();
  const [removed, setRemoved] = useState<Price>();
  const query = useQuery({
    queryKey: [...key, prefix],
    queryFn: ({ signal }) => call('GET /api/console/prices', { query: { prefix }, signal }),
  });
  const set = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setSetting(true)}>
      {texts.importPrices}
    </Button>
  );
  return (
    <>
      <PageHeader title={texts.prices} text={texts.pricesLead} actions={set} />
      {removed === undefined ? null : <Removed key={JSON.stringify(removed)} price={removed} />}
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
          label={texts.prices}
          columns={useColumns(query.data?.currency ?? 'EUR', setRemoving)}
          rows={query.data === undefined ? undefined : rowsOf(query.data, prefix)}
          keyOf={(row) => [row.isMail, row.accountId, row.prefix, row.fromMs].join(' ')}
          failure={query.error ?? undefined}
          retry={() => void query.refetch()}
          empty={
            prefix === '' ? (
              <EmptyView
                icon="price"
                title={texts.noPrices}
                text={texts.noPricesText}
                action={set}
              />
            ) : (
              <NothingFits />
            )
          }
        />
      </Panel>
      <SetPrices isOpen={isSetting} onClose={() => setSetting(false)} />
      <RemovePrice price={removing} onClose={() => setRemoving(undefined)} onRemoved={setRemoved} />
    </>
  );
}

function Removed({ price }: { readonly price: Price }) {
  const words = useTexts(priceTexts);
  const undo = { set: [price], remove: [] };
  return (
    <Box mb="md">
      <UndoNote
        said={words.removed}
        undone={words.undone}
        undo={() => call('POST /api/console/prices/undo', { body: undo })}
        changes={key}
      />
    </Box>
  );
}

function rowsOf({ prices, mailPrices }: Listed, prefix: string): readonly Row[] {
  const mails = prefix === '' ? mailPrices : [];
  return [
    ...prices.map((price) => ({ ...price, isMail: false })),
    ...mails.map((price) => ({ ...price, prefix: '', isMail: true })),
  ];
}

function useColumns(currency: string, remove: (price: Price) => void): readonly Column<Row>[] {
  const texts = useTexts(consoleTexts);
  return [
    {
      name: texts.prefix,
      isTitle: true,
      show: ({ prefix, isMail }) => {
        if (isMail) return texts.mailPrice;
        return prefix === '' ? texts.allNumbers : <Code>{`+${prefix}`}</Code>;
      },
    },
    {
      name: texts.account,
      show: ({ accountId }) => (accountId === 0 ? texts.everybody : accountId),
    },
    {
      name: texts.from,
      show: ({ fromMs }) => (fromMs === 0 ? texts.always : <Time atMs={fromMs} />),
    },
    {
      name: texts.price,
      isFigure: true,
      show: ({ price }) => <Money amount={price} currency={currency} />,
    },
    {
      name: texts.actions,
      isFigure: true,
      show: ({ isMail, ...price }) =>
        isMail ? (
          ''
        ) : (
          <Button size="compact-sm" variant="subtle" onClick={() => remove(price)}>
            {texts.remove}
          </Button>
        ),
    },
  ];
}
