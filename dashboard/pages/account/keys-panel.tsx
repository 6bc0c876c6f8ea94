/** The API keys of a product: made, told apart, revoked. */
import { Button, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useAccount } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Icon } from '../../components/icon.tsx';
import { Panel } from '../../components/panel.tsx';
import { Code, Money, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { accountTexts } from '../../texts/account.ts';
import { apiKeyTexts } from '../../texts/api-keys.ts';
import { countText, fill } from '../../texts/texts.ts';
import { KeyDialog } from './key-dialog.tsx';
import { type Key, keyScopes, type Product } from './key-draft.ts';

export function KeysPanel({ product }: { readonly product: Product }) {
  const texts = useTexts(accountTexts);
  const { id: account, may } = useAccount();
  const queries = useQueryClient();
  const [ending, setEnding] = useState<Key>();
  const [opened, setOpened] = useState<Key | 'new'>();
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
            onClick={() => setOpened('new')}
            leftSection={<Icon name="plus" size={14} />}
          >
            {texts.createKey}
          </Button>
        ) : undefined
      }
    >
      <DataTable
        label={texts.keys}
        columns={useColumns({ revoke: setEnding, change: setOpened })}
        rows={keys.data?.keys}
        keyOf={({ id }) => id}
        empty={<EmptyView icon="key" title={texts.noKeys} text={texts.noKeysText} />}
        failure={keys.error ?? undefined}
        retry={() => void keys.refetch()}
      />
      <KeyDialog
        product={product}
        opened={opened}
        onClose={() => setOpened(undefined)}
        changed={changed}
      />
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
  const keyTexts = useTexts(apiKeyTexts);
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
    { name: keyTexts.bounds, show: (key) => <Bounds {...key} /> },
    {
      name: texts.state,
      show: (key) => <KeyState {...key} />,
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

function KeyState({ revokedAtMs, expiresAtMs }: Key) {
  const texts = useTexts(accountTexts);
  const keyTexts = useTexts(apiKeyTexts);
  if (revokedAtMs !== null) return <StatusBadge tone="quiet">{texts.revoked}</StatusBadge>;
  return expiresAtMs !== null && expiresAtMs <= Date.now() ? (
    <StatusBadge tone="warn">{keyTexts.expired}</StatusBadge>
  ) : (
    <StatusBadge tone="good">{texts.inForce}</StatusBadge>
  );
}

/** A line for each; nothing to say of a key that may everything, for ever, from everywhere. */
function Bounds({ scopes, addresses, expiresAtMs }: Key) {
  const texts = useTexts(apiKeyTexts);
  const { language } = useLanguage();
  const isWhole = scopes.length === keyScopes.length;
  if (isWhole && addresses.length === 0 && expiresAtMs === null) return texts.unbounded;
  return (
    <>
      {isWhole ? null : <Text size="sm">{scopes.map((scope) => texts[scope]).join(', ')}</Text>}
      {addresses.length === 0 ? null : (
        <Text size="sm" title={addresses.join(', ')}>
          {countText(texts.ranges, addresses.length, language)}
        </Text>
      )}
      {expiresAtMs === null ? null : (
        <Text size="sm">
          {texts.until} <Time atMs={expiresAtMs} />
        </Text>
      )}
    </>
  );
}
