/** What a part, a mail and a minute cost this account, now and next. */
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Answer, askIn, tablePath } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import type { Column } from '../../components/column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { ExportTable } from '../../components/download-button.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { ShortList } from '../../components/short-list.tsx';
import { Code, Money, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { accountTexts } from '../../texts/account.ts';
import { accountPageTexts } from '../../texts/account-pages.ts';

type Prices = Answer<'account prices'>;
type Price = Prices['sms'][number];
/** Null: of a mail, which goes by no prefix. */
type Row = Omit<Price, 'prefix'> & { readonly prefix: string | null };
type CallPrice = Prices['calls'][number];

export function PricesPage() {
  const texts = useTexts(accountTexts);
  const more = useTexts(accountPageTexts);
  const { id: account, currency } = useAccount();
  const query = useQuery({
    queryKey: ['account prices', account],
    queryFn: ({ signal }) => askIn(account, 'account prices', {}, { signal }),
  });
  const calls = query.data?.calls ?? [];
  return (
    <>
      <PageHeader
        title={texts.pricesTitle}
        text={texts.pricesText}
        actions={
          <ExportTable
            path={tablePath(account, 'account prices export', {})}
            name={`prices-${account}`}
          />
        }
      />
      <Stack gap="md">
        <ShortList
          title={more.messages}
          list="prices"
          csv={undefined}
          label={more.messages}
          columns={useColumns(currency)}
          rows={query.data === undefined ? undefined : rowsOf(query.data)}
          keyOf={({ prefix }) => prefix ?? 'email'}
          textOf={usePriceText()}
          failure={query.error ?? undefined}
          retry={() => void query.refetch()}
          empty={<EmptyView icon="price" title={texts.noPrices} text={texts.noPricesText} />}
        />
        {calls.length === 0 ? null : <Calls calls={calls} currency={currency} />}
      </Stack>
    </>
  );
}

function rowsOf({ sms, email }: Prices): readonly Row[] {
  return email === null ? sms : [{ ...email, prefix: null, country: null, network: null }, ...sms];
}

function usePriceText(): (row: Row) => string {
  const texts = useTexts(accountTexts);
  const more = useTexts(accountPageTexts);
  const nameOf = useCountryName();
  return ({ prefix, country, network }) => {
    if (prefix === null) return texts.emailPrice;
    const numbers = prefix === '' ? more.allNumbers : `+${prefix}`;
    return [numbers, nameOf(country), network ?? ''].join(' ');
  };
}

function useColumns(currency: string): readonly Column<Row>[] {
  const texts = useTexts(accountTexts);
  const more = useTexts(accountPageTexts);
  const nameOf = useCountryName();
  return [
    {
      name: texts.prefix,
      sortBy: ({ prefix }) => prefix,
      isTitle: true,
      show: ({ prefix }) => {
        if (prefix === null) return texts.emailPrice;
        return prefix === '' ? more.allNumbers : <Code>{`+${prefix}`}</Code>;
      },
    },
    {
      id: 'country',
      name: more.country,
      sortBy: ({ country }) => nameOf(country),
      card: 'line',
      show: ({ country }) => nameOf(country),
    },
    {
      id: 'network',
      name: more.network,
      sortBy: ({ network }) => network,

      show: ({ network }) => network ?? '–',
    },
    {
      id: 'price',
      name: texts.price,
      sortBy: ({ price }) => (price === null ? null : Number(price)),
      card: 'corner',
      isFigure: true,
      show: ({ price }) => (price === null ? '–' : <Money amount={price} currency={currency} />),
    },
    { id: 'whose', name: more.whose, card: 'foot', show: ({ isOwn }) => <Whose isOwn={isOwn} /> },
    {
      id: 'next',
      name: texts.next,
      card: 'foot',
      show: ({ next }) => <Next next={next} currency={currency} />,
    },
  ];
}

function useCountryName(): (country: string | null) => string {
  const { language } = useLanguage();
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return (country) => (country === null ? '–' : (names.of(country) ?? country));
}

function Whose({ isOwn }: Pick<Price, 'isOwn'>) {
  const texts = useTexts(accountTexts);
  const more = useTexts(accountPageTexts);
  return isOwn ? <StatusBadge tone="info">{texts.own}</StatusBadge> : more.usual;
}

function Next({ next, currency }: Pick<Price, 'next'> & { readonly currency: string }) {
  const more = useTexts(accountPageTexts);
  if (next === null) return more.noChange;
  return (
    <Text span size="sm">
      <Money amount={next.price} currency={currency} /> · <Time atMs={Date.parse(next.from)} />
    </Text>
  );
}

type CallsProps = { readonly calls: readonly CallPrice[]; readonly currency: string };

function Calls({ calls, currency }: CallsProps) {
  const texts = useTexts(accountTexts);
  const more = useTexts(accountPageTexts);
  const nameOf = useCountryName();
  const columns: readonly Column<CallPrice>[] = [
    {
      name: texts.prefix,
      isTitle: true,
      show: ({ prefix }) => (prefix === '' ? more.allNumbers : <Code>{`+${prefix}`}</Code>),
    },
    { name: more.country, card: 'line', show: ({ country }) => nameOf(country) },
    {
      name: more.perMinute,
      card: 'corner',
      isFigure: true,
      show: ({ perMinute }) => <Money amount={perMinute} currency={currency} />,
    },
    {
      name: more.steps,
      card: 'foot',
      isFigure: true,
      show: ({ firstS, nextS }) => `${firstS} / ${nextS} s`,
    },
    { name: more.whose, card: 'foot', show: ({ isOwn }) => <Whose isOwn={isOwn} /> },
  ];
  return (
    <Panel isFlush title={more.calls}>
      <DataTable
        label={more.calls}
        columns={columns}
        rows={calls}
        keyOf={({ prefix, isOwn }) => `${prefix} ${isOwn}`}
        empty={null}
      />
    </Panel>
  );
}
