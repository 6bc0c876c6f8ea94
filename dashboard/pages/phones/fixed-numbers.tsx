/** Numbers that always do the same: those that are written to, and those that are called. */
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { askIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import type { Column } from '../../components/column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Panel } from '../../components/panel.tsx';
import { Phone } from '../../components/shown.tsx';
import { phonesTexts } from '../../texts/phones.ts';
import { describeNumber } from './number-lines.ts';

type FixedNumber = { readonly number: string; readonly description: string };

export function FixedNumbers({ onShow }: { readonly onShow: (phone: string) => void }) {
  const texts = useTexts(phonesTexts);
  const { id: account } = useAccount();
  const { data, error, refetch } = useQuery({
    queryKey: ['simulated numbers', account],
    queryFn: () => askIn(account, 'simulator numbers', {}),
  });
  const columns = useColumns();
  const common = {
    keyOf: ({ number }: FixedNumber) => number,
    empty: null,
    failure: error,
    retry: () => void refetch(),
  };
  const show: Column<FixedNumber> = {
    name: texts.show,
    show: ({ number }) => (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${texts.show} ${number}`}
        onClick={() => {
          onShow(number.replace('+', ''));
          scrollTo({ top: 0 });
        }}
      >
        {texts.show}
      </Button>
    ),
  };
  return (
    <>
      <Panel title={texts.numbersTitle} isFlush>
        <Text size="sm" c="dimmed" p="md">
          {texts.numbersText}
        </Text>
        <DataTable
          {...common}
          label={texts.numbersTitle}
          columns={[...columns, show]}
          rows={data?.numbers}
        />
      </Panel>
      <Panel title={texts.callsTitle} isFlush>
        <Text size="sm" c="dimmed" p="md">
          {texts.callsText}
        </Text>
        <DataTable {...common} label={texts.callsTitle} columns={columns} rows={data?.called} />
      </Panel>
    </>
  );
}

function useColumns(): readonly Column<FixedNumber>[] {
  const texts = useTexts(phonesTexts);
  const { language } = useLanguage();
  return [
    { name: texts.number, isTitle: true, show: ({ number }) => <Phone phone={number} /> },
    {
      name: texts.what,
      show: (each) => {
        const { text, language: spoken } = describeNumber(each, language);
        return <span lang={spoken}>{text}</span>;
      },
    },
  ];
}
