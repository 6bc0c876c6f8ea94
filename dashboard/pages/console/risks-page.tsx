/** Ranges that fraud calls: closed to everybody's calls, and opened again, with their reasons and days. */
import { Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, act, ask } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { AddButton } from '../../components/add-button.tsx';
import type { Column } from '../../components/column.ts';
import { Confirm } from '../../components/confirm.tsx';
import { FormFoot } from '../../components/form-foot.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RowActions } from '../../components/row-actions.tsx';
import { ShortList } from '../../components/short-list.tsx';
import { Code, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { riskTexts } from '../../texts/console-risks.ts';

type Range = Answer<'risk list'>['ranges'][number];
/** A range that is changed, or a new one. */
type Asked =
  | { readonly what: 'save'; readonly range: Range | undefined }
  | { readonly what: 'remove'; readonly range: Range };

export function RisksPage() {
  const texts = useTexts(riskTexts);
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const query = useQuery({
    queryKey: ['risk list'],
    queryFn: ({ signal }) => ask('risk list', {}, { signal }),
  });
  const add = (
    <AddButton onClick={() => setAsked({ what: 'save', range: undefined })}>{texts.add}</AddButton>
  );
  return (
    <>
      <PageHeader title={texts.title} text={texts.lead} actions={add} />
      <ShortList
        list="risks"
        label={texts.title}
        columns={useColumns(setAsked)}
        rows={query.data?.ranges}
        keyOf={({ prefix }) => prefix}
        textOf={useRangeText()}
        failure={query.error ?? undefined}
        retry={() => void query.refetch()}
        empty={<EmptyView icon="shield" title={texts.none} text={texts.noneText} action={add} />}
      />
      <FormModal
        isOpen={asked?.what === 'save'}
        title={asked?.range === undefined ? texts.add : `${texts.change} +${asked.range.prefix}`}
        onClose={close}
      >
        <Form range={asked?.range} onClose={close} />
      </FormModal>
      <Confirm
        isOpen={asked?.what === 'remove'}
        title={`${texts.remove} +${asked?.range?.prefix ?? ''}`}
        effect={texts.removeEffect}
        action={texts.remove}
        onClose={close}
        onConfirm={async () =>
          asked?.what === 'remove' && act('risk remove', { prefix: asked.range.prefix })
        }
      />
    </>
  );
}

function useRangeText(): (range: Range) => string {
  const texts = useTexts(riskTexts);
  const { language } = useLanguage();
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return ({ prefix, country, reason }) =>
    [`+${prefix}`, country === null ? '' : names.of(country), reason ?? texts.shipped].join(' ');
}

function useColumns(choose: (asked: Asked) => void): readonly Column<Range>[] {
  const texts = useTexts(riskTexts);
  const { language } = useLanguage();
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return [
    {
      name: texts.prefix,
      sortBy: ({ prefix }) => prefix,
      isTitle: true,
      show: ({ prefix }) => <Code>{`+${prefix}`}</Code>,
    },
    {
      id: 'country',
      name: texts.country,
      sortBy: ({ country }) => (country === null ? null : (names.of(country) ?? null)),
      card: 'corner',
      show: ({ country }) => (country === null ? '–' : names.of(country)),
    },
    {
      id: 'reason',
      name: texts.reason,
      sortBy: ({ reason }) => reason ?? texts.shipped,
      card: 'line',
      show: ({ reason }) => reason ?? texts.shipped,
    },
    {
      id: 'since',
      name: texts.since,
      sortBy: ({ listedAt }) => Date.parse(listedAt),
      card: 'foot',
      show: ({ listedAt }) => <Time atMs={Date.parse(listedAt)} />,
    },
    {
      name: texts.actions,
      card: 'foot',
      show: (range) => (
        <RowActions
          actions={[
            { label: texts.change, run: () => choose({ what: 'save', range }) },
            { label: texts.remove, run: () => choose({ what: 'remove', range }), takesAway: true },
          ]}
        />
      ),
    },
  ];
}

type FormProps = { readonly range: Range | undefined; readonly onClose: () => void };

function Form({ range, onClose }: FormProps) {
  const texts = useTexts(riskTexts);
  const [prefix, setPrefix] = useState(range?.prefix ?? '');
  const [reason, setReason] = useState(range?.reason ?? '');
  const save = useSubmit(async () => {
    await act('risk add', { prefix, reason });
    onClose();
  });
  return (
    <form onSubmit={save.submit}>
      <Stack gap="sm">
        {range === undefined ? (
          <TextInput
            label={texts.prefix}
            description={texts.prefixHint}
            inputMode="numeric"
            required
            pattern="[1-9][0-9]{0,14}"
            data-autofocus
            value={prefix}
            onChange={({ currentTarget }) => setPrefix(currentTarget.value.replace(/\D/g, ''))}
          />
        ) : null}
        <TextInput
          label={texts.reason}
          required
          maxLength={200}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <FormFoot sent={save} label={texts.save} />
      </Stack>
    </form>
  );
}
