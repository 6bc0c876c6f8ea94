/** The API keys of a product: made, told apart, revoked. */
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { actIn, askIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { AddButton } from '../../components/add-button.tsx';
import type { Column } from '../../components/column.ts';
import { Confirm } from '../../components/confirm.tsx';
import { RowActions } from '../../components/row-actions.tsx';
import { ShortList } from '../../components/short-list.tsx';
import { Code, Money, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useOpened } from '../../components/use-opened.ts';
import { accountTexts } from '../../texts/account.ts';
import { apiKeyTexts } from '../../texts/api-keys.ts';
import { countText, fill } from '../../texts/texts.ts';
import { KeyDialog } from './key-dialog.tsx';
import { type Key, keyScopes, type Product } from './key-draft.ts';

export function KeysPanel({ product }: { readonly product: Product }) {
  const texts = useTexts(accountTexts);
  const { id: account, may } = useAccount();
  const [ending, setEnding] = useState<Key>();
  const [opened, setOpened] = useState<Key>();
  const [isMaking, setMaking] = useOpened(may.includes('manage keys'));
  const keys = useQuery({
    queryKey: ['key list', account, product],
    queryFn: () => askIn(account, 'key list', { base: product }),
  });
  return (
    <ShortList
      list="keys"
      title={texts.keys}
      label={texts.keys}
      actions={
        may.includes('manage keys') ? (
          <AddButton isCompact onClick={() => setMaking(true)}>
            {texts.createKey}
          </AddButton>
        ) : null
      }
      columns={useColumns({ revoke: setEnding, change: setOpened })}
      rows={keys.data?.keys}
      keyOf={({ id }) => id}
      textOf={useKeyText()}
      empty={<EmptyView icon="key" title={texts.noKeys} text={texts.noKeysText} />}
      failure={keys.error ?? undefined}
      retry={() => void keys.refetch()}
    >
      <KeyDialog
        product={product}
        opened={isMaking ? 'new' : opened}
        onClose={() => {
          setMaking(false);
          setOpened(undefined);
        }}
      />
      <Confirm
        isOpen={ending !== undefined}
        title={texts.revoke}
        effect={fill(texts.revokeEffect, { prefix: ending?.prefix ?? '' })}
        action={texts.revoke}
        onClose={() => setEnding(undefined)}
        onConfirm={async () => {
          if (ending !== undefined) await actIn(account, 'key revoke', { key: ending.id });
        }}
      />
    </ShortList>
  );
}

type KeyActions = { readonly revoke: (key: Key) => void; readonly change: (key: Key) => void };

function useColumns({ revoke, change }: KeyActions): readonly Column<Key>[] {
  const texts = useTexts(accountTexts);
  const keyTexts = useTexts(apiKeyTexts);
  const { currency } = useAccount();
  return [
    { name: texts.key, isTitle: true, show: ({ prefix }) => <Code>{`${prefix}…`}</Code> },
    {
      id: 'label',
      name: texts.label,
      sortBy: ({ label }) => label,
      card: 'line',
      show: ({ label }) => label,
    },
    {
      id: 'mode',
      name: texts.mode,
      card: 'foot',
      show: ({ mode }) => (mode === 'live' ? texts.live : texts.test),
    },
    {
      id: 'made',
      name: texts.made,
      sortBy: ({ createdAt }) => Date.parse(createdAt),
      show: ({ createdAt }) => <Time atMs={Date.parse(createdAt)} />,
    },
    {
      id: 'used',
      name: texts.lastUsed,
      sortBy: ({ usedAt }) => (usedAt === null ? null : Date.parse(usedAt)),
      card: 'foot',
      show: ({ usedAt }) => (usedAt === null ? texts.never : <Time atMs={Date.parse(usedAt)} />),
    },
    {
      id: 'budget',
      name: texts.budget,
      isFigure: true,
      show: ({ dailyBudget }) =>
        dailyBudget === null ? texts.noBudget : <Money amount={dailyBudget} currency={currency} />,
    },
    { id: 'bounds', name: keyTexts.bounds, show: (key) => <Bounds {...key} /> },
    {
      id: 'state',
      name: texts.state,
      card: 'corner',
      show: (key) => <KeyState {...key} />,
    },
    {
      name: texts.changeKey,
      isFigure: true,
      card: 'foot',
      show: (key) =>
        key.revokedAt === null ? (
          <RowActions
            isAtEnd
            actions={[
              { label: texts.changeKey, run: () => change(key) },
              { label: texts.revoke, run: () => revoke(key), takesAway: true },
            ]}
          />
        ) : null,
    },
  ];
}

const tones = { revoked: 'quiet', expired: 'warn', inForce: 'good' } as const;

function KeyState(key: Key) {
  const texts = { ...useTexts(accountTexts), ...useTexts(apiKeyTexts) };
  const state = stateOf(key);
  return <StatusBadge tone={tones[state]}>{texts[state]}</StatusBadge>;
}

function stateOf({ revokedAt, expiresAt }: Key): keyof typeof tones {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? 'expired' : 'inForce';
}

/** By what a key is found: what its row says of it in words. */
function useKeyText(): (key: Key) => string {
  const texts = { ...useTexts(accountTexts), ...useTexts(apiKeyTexts) };
  return (key) => [key.prefix, key.label, texts[key.mode], texts[stateOf(key)]].join(' ');
}

/** A line for each; nothing to say of a key that may everything, for ever, from everywhere. */
function Bounds({ scopes, addresses, expiresAt }: Key) {
  const texts = useTexts(apiKeyTexts);
  const { language } = useLanguage();
  const isWhole = scopes.length === keyScopes.length;
  if (isWhole && addresses.length === 0 && expiresAt === null) return texts.unbounded;
  return (
    <>
      {isWhole ? null : <Text size="sm">{scopes.map((scope) => texts[scope]).join(', ')}</Text>}
      {addresses.length === 0 ? null : (
        <Text size="sm" title={addresses.join(', ')}>
          {countText(texts.ranges, addresses.length, language)}
        </Text>
      )}
      {expiresAt === null ? null : (
        <Text size="sm">
          {texts.until} <Time atMs={Date.parse(expiresAt)} />
        </Text>
      )}
    </>
  );
}
