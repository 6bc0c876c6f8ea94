/** What an account may send, and how fast; the exceptions that people make from it. */
import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, act, ask } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import type { Column } from '../../components/column.ts';
import { Confirm } from '../../components/confirm.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { formatMoney, formatNumber } from '../../components/format.ts';
import { Panel } from '../../components/panel.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { consoleAccountTexts } from '../../texts/console-accounts.ts';
import { fill } from '../../texts/texts.ts';

type Account = Answer<'account show'>['account'];
type Limit = Answer<'limit list'>['limits'][number];

/** `isOfKey`: one for a key that has none yet. */
type Changing = { readonly limit: Limit; readonly isOfKey?: boolean };

export function LimitsPanel({ account }: { readonly account: Account }) {
  const texts = useTexts(consoleAccountTexts);
  const { id } = account;
  const [changing, setChanging] = useState<Changing>();
  const [isResetting, setResetting] = useState(false);
  const query = useQuery({
    queryKey: ['limit list', id],
    queryFn: ({ signal }) => ask('limit list', { account: id }, { signal }),
  });
  const close = () => setChanging(undefined);
  return (
    <Panel
      isFlush
      title={texts.limits}
      actions={
        <Button size="compact-sm" variant="default" onClick={() => setResetting(true)}>
          {texts.reset}
        </Button>
      }
    >
      <DataTable
        label={texts.limits}
        columns={useColumns(account, setChanging)}
        rows={query.data?.limits}
        keyOf={({ rule, key, smppUser }) => `${rule} ${key ?? smppUser ?? ''}`}
        empty={null}
        failure={query.error ?? undefined}
        retry={() => void query.refetch()}
      />
      <FormModal isOpen={changing !== undefined} title={texts.changeLimit} onClose={close}>
        {changing === undefined ? null : <LimitForm id={id} {...changing} onDone={close} />}
      </FormModal>
      <Confirm
        isOpen={isResetting}
        title={texts.reset}
        effect={texts.resetEffect}
        action={texts.reset}
        isHarmless
        onClose={() => setResetting(false)}
        onConfirm={() => act('limit reset', { account: id })}
      />
    </Panel>
  );
}

function useColumns(
  { currency }: Account,
  change: (changing: Changing) => void,
): readonly Column<Limit>[] {
  const texts = useTexts(consoleAccountTexts);
  const { language } = useLanguage();
  const maxOf = ({ action, unit, max }: Limit) => {
    if (action === 'ignore') return texts.noLimit;
    return unit === 'money'
      ? formatMoney(max, currency, language)
      : formatNumber(Number(max), language);
  };
  return [
    { name: texts.rule, isTitle: true, show: ({ rule }) => texts[rule] },
    {
      name: texts.of,
      card: 'line',
      show: ({ key, smppUser }) =>
        smppUser ?? (key === null ? texts.wholeAccount : fill(texts.ofKey, { keyId: key })),
    },
    { name: texts.max, card: 'corner', isFigure: true, show: maxOf },
    { name: texts.what, card: 'foot', show: ({ action }) => texts[action] },
    {
      name: texts.from,
      show: ({ exceptional }) =>
        exceptional ? <StatusBadge tone="info">{texts.exception}</StatusBadge> : texts.usual,
    },
    {
      name: texts.change,
      card: 'foot',
      show: (limit) => (
        <Group gap={4}>
          <Button size="compact-sm" variant="subtle" onClick={() => change({ limit })}>
            {texts.change}
          </Button>
          {limit.isOfKeys && limit.key === null && limit.smppUser === null ? (
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => change({ limit: { ...limit, exceptional: false }, isOfKey: true })}
            >
              {texts.forKey}
            </Button>
          ) : null}
        </Group>
      ),
    },
  ];
}

type LimitFormProps = Changing & {
  readonly id: number;
  readonly onDone: () => void;
};

function LimitForm({ id, limit, isOfKey = false, onDone }: LimitFormProps) {
  const texts = useTexts(consoleAccountTexts);
  const { rule, actions } = limit;
  const smppUser = limit.smppUser ?? undefined;
  const [max, setMax] = useState(limit.max);
  const [action, setAction] = useState(limit.action);
  const [key, setKey] = useState(limit.key === null ? '' : String(limit.key));
  const save = useSubmit(async () => {
    const written = key.trim() === '' ? undefined : Number(key);
    const wish = { account: id, rule, key: written, smppUser, action };
    await act('limit set', { ...wish, max: max.trim().replace(',', '.') });
    onDone();
  });
  const takeBack = useSubmit(async () => {
    await act('limit remove', { account: id, rule, key: limit.key ?? undefined, smppUser });
    onDone();
  });
  return (
    <form onSubmit={save.submit}>
      <Stack gap="sm">
        <Text size="sm">{texts[rule]}</Text>
        {isOfKey ? (
          <TextInput
            label={texts.keyNumber}
            inputMode="numeric"
            pattern="[0-9]+"
            required
            data-autofocus
            value={key}
            onChange={({ currentTarget }) => setKey(currentTarget.value)}
          />
        ) : null}
        <NativeSelect
          label={texts.what}
          value={action}
          onChange={({ currentTarget: { value } }) =>
            setAction(actions.find((one) => one === value) ?? action)
          }
          data={actions.map((value) => ({ value, label: texts[value] }))}
        />
        {action === 'ignore' ? null : (
          <TextInput
            label={texts.max}
            inputMode="decimal"
            required
            value={max}
            onChange={(event) => setMax(event.currentTarget.value)}
          />
        )}
        <FailureNote failure={save.failure ?? takeBack.failure} />
        <Group justify="flex-end" gap="xs">
          {limit.exceptional ? (
            <Button variant="default" loading={takeBack.isBusy} onClick={() => void takeBack.run()}>
              {texts.takeBack}
            </Button>
          ) : null}
          <Button type="submit" loading={save.isBusy}>
            {texts.change}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
