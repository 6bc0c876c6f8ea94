/** The API keys of a product: made, told apart, revoked. */
import { Button, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answered, call } from '../../api/call.ts';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Icon } from '../../components/icon.tsx';
import { Panel } from '../../components/panel.tsx';
import { Code, Money, Time } from '../../components/shown.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { EmptyView } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { FailureLine, useSubmit } from '../../components/submit.tsx';
import { accountTexts } from '../../texts/account.ts';
import { commonTexts } from '../../texts/common.ts';
import { fill } from '../../texts/texts.ts';

type Key = Answered<'GET /api/accounts/{account}/keys'>['keys'][number];

type Product = 'sms' | 'email';

export function KeysPanel({ product }: { readonly product: Product }) {
  const texts = useTexts(accountTexts);
  const { id: account, may } = useAccount();
  const queries = useQueryClient();
  const [isMaking, setMaking] = useState(false);
  const [ending, setEnding] = useState<Key>();
  const [changing, setChanging] = useState<Key>();
  const keys = useQuery({
    queryKey: ['keys', account, product],
    queryFn: () =>
      call('GET /api/accounts/{account}/keys', { params: { account }, query: { product } }),
  });
  const changed = () => queries.invalidateQueries({ queryKey: ['keys', account] });
  return (
    <Panel
      isFlush
      title={texts.keys}
      actions={
        may.includes('manage keys') ? (
          <Button
            size="compact-sm"
            onClick={() => setMaking(true)}
            leftSection={<Icon name="plus" size={14} />}
          >
            {texts.createKey}
          </Button>
        ) : undefined
      }
    >
      <DataTable
        label={texts.keys}
        columns={useColumns({ revoke: setEnding, change: setChanging })}
        rows={keys.data?.keys}
        keyOf={({ id }) => id}
        empty={<EmptyView icon="key" title={texts.noKeys} text={texts.noKeysText} />}
        failure={keys.error ?? undefined}
        retry={() => void keys.refetch()}
      />
      <NewKey
        product={product}
        isOpen={isMaking}
        onClose={() => setMaking(false)}
        changed={changed}
      />
      <ChangeKey opened={changing} onClose={() => setChanging(undefined)} changed={changed} />
      <Confirm
        isOpen={ending !== undefined}
        title={texts.revoke}
        effect={fill(texts.revokeEffect, { prefix: ending?.prefix ?? '' })}
        action={texts.revoke}
        onClose={() => setEnding(undefined)}
        onConfirm={async () => {
          if (ending === undefined) return;
          const params = { account, id: ending.id };
          await call('DELETE /api/accounts/{account}/keys/{id}', { params });
          await changed();
        }}
      />
    </Panel>
  );
}

type KeyActions = { readonly revoke: (key: Key) => void; readonly change: (key: Key) => void };

function useColumns({ revoke, change }: KeyActions): readonly Column<Key>[] {
  const texts = useTexts(accountTexts);
  const { currency } = useAccount();
  return [
    { name: texts.key, isTitle: true, show: ({ prefix }) => <Code>{`${prefix}…`}</Code> },
    { name: texts.label, show: ({ label }) => label },
    { name: texts.mode, show: ({ mode }) => (mode === 'live' ? texts.live : texts.test) },
    { name: texts.made, show: ({ createdAtMs }) => <Time atMs={createdAtMs} /> },
    {
      name: texts.lastUsed,
      show: ({ usedAtMs }) => (usedAtMs === null ? texts.never : <Time atMs={usedAtMs} />),
    },
    {
      name: texts.budget,
      isFigure: true,
      show: ({ dailyBudget }) =>
        dailyBudget === null ? texts.noBudget : <Money amount={dailyBudget} currency={currency} />,
    },
    {
      name: texts.state,
      show: ({ revokedAtMs }) =>
        revokedAtMs === null ? (
          <StatusBadge tone="good">{texts.inForce}</StatusBadge>
        ) : (
          <StatusBadge tone="quiet">{texts.revoked}</StatusBadge>
        ),
    },
    {
      name: texts.changeKey,
      isFigure: true,
      show: (key) =>
        key.revokedAtMs === null ? (
          <Group gap={4} wrap="nowrap" justify="flex-end">
            <Button size="compact-sm" variant="subtle" onClick={() => change(key)}>
              {texts.changeKey}
            </Button>
            <Button size="compact-sm" variant="subtle" color="red" onClick={() => revoke(key)}>
              {texts.revoke}
            </Button>
          </Group>
        ) : null,
    },
  ];
}

type NewKeyProps = {
  readonly product: Product;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly changed: () => Promise<void>;
};

function NewKey(props: NewKeyProps) {
  const texts = useTexts(accountTexts);
  const common = useTexts(commonTexts);
  return (
    <Modal
      opened={props.isOpen}
      onClose={props.onClose}
      title={texts.createKey}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <NewKeyForm {...props} />
    </Modal>
  );
}

function NewKeyForm({ product, onClose, changed }: NewKeyProps) {
  const texts = useTexts(accountTexts);
  const { id: account } = useAccount();
  const [label, setLabel] = useState('');
  const [mode, setMode] = useState<'test' | 'live'>('test');
  const [clear, setClear] = useState<string>();
  const { isBusy, failure, submit } = useSubmit(async () => {
    const body = { product, mode, label };
    const made = await call('POST /api/accounts/{account}/keys', { params: { account }, body });
    setClear(made.clear);
    await changed();
  });
  if (clear !== undefined)
    return <ShownOnce text={texts.keyOnce} keys={[{ label, clear }]} onClose={onClose} />;
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {texts.keysText}
        </Text>
        <NativeSelect
          label={texts.mode}
          value={mode}
          onChange={(event) => setMode(event.currentTarget.value === 'live' ? 'live' : 'test')}
          data={[
            { value: 'test', label: texts.test },
            { value: 'live', label: texts.live },
          ]}
        />
        <TextInput
          label={texts.label}
          description={texts.labelHint}
          maxLength={100}
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        <FailureLine failure={failure} />
        <Button type="submit" loading={isBusy}>
          {texts.createKey}
        </Button>
      </Stack>
    </form>
  );
}

type ChangeKeyProps = Pick<NewKeyProps, 'onClose' | 'changed'> & {
  readonly opened: Key | undefined;
};

function ChangeKey({ opened, ...rest }: ChangeKeyProps) {
  const texts = useTexts(accountTexts);
  const common = useTexts(commonTexts);
  return (
    <Modal
      opened={opened !== undefined}
      onClose={rest.onClose}
      title={`${texts.key} ${opened?.prefix ?? ''}…`}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      {opened === undefined ? null : <ChangeKeyForm standing={opened} {...rest} />}
    </Modal>
  );
}

type ChangeFormProps = Omit<ChangeKeyProps, 'opened'> & { readonly standing: Key };

function ChangeKeyForm({ standing, onClose, changed }: ChangeFormProps) {
  const texts = useTexts(accountTexts);
  const common = useTexts(commonTexts);
  const { id: account, currency } = useAccount();
  const [label, setLabel] = useState(standing.label);
  const [budget, setBudget] = useState(standing.dailyBudget ?? '');
  const { isBusy, failure, submit } = useSubmit(async () => {
    await call('PATCH /api/accounts/{account}/keys/{id}', {
      params: { account, id: standing.id },
      body: { label, dailyBudget: budget.trim() === '' ? null : budget.trim().replace(',', '.') },
    });
    await changed();
    onClose();
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label={texts.label}
          description={texts.labelHint}
          maxLength={100}
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        {/* Test keys spend test money, and no limit counts it. */}
        {standing.mode === 'test' ? null : (
          <TextInput
            label={`${texts.budget} (${currency})`}
            description={texts.budgetHint}
            inputMode="decimal"
            maxLength={20}
            value={budget}
            onChange={(event) => setBudget(event.currentTarget.value)}
          />
        )}
        <FailureLine failure={failure} />
        <Button type="submit" loading={isBusy}>
          {common.save}
        </Button>
      </Stack>
    </form>
  );
}
