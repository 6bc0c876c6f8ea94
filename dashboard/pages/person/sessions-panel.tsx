/** Where the person is signed in, and how that ends. */
import { Button, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, act, ask } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import type { Column } from '../../components/column.ts';
import { Confirm } from '../../components/confirm.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Panel } from '../../components/panel.tsx';
import { Time } from '../../components/shown.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { securityTexts } from '../../texts/security.ts';
import { countText } from '../../texts/texts.ts';
import { shortAgent } from './short-agent.ts';

type Session = Answer<'session list'>['sessions'][number];

const sessionsKey = ['sessions'] as const;

export function SessionsPanel() {
  const texts = useTexts(securityTexts);
  const { language } = useLanguage();
  const queries = useQueryClient();
  const sessions = useQuery({ queryKey: sessionsKey, queryFn: () => ask('session list', {}) });
  const changed = () => queries.invalidateQueries({ queryKey: sessionsKey });
  const [isAsked, setAsked] = useState(false);
  const endOthers = async () => {
    await act('session end-others', {});
    await changed();
  };
  const rows = sessions.data?.sessions;
  const others = rows?.filter(({ isThis }) => !isThis).length ?? 0;
  return (
    <Panel
      isFlush
      title={texts.sessionsTitle}
      actions={
        others > 0 ? (
          <Button size="compact-sm" variant="default" onClick={() => setAsked(true)}>
            {texts.endOthers}
          </Button>
        ) : undefined
      }
    >
      <DataTable
        label={texts.sessionsTitle}
        columns={useColumns(changed)}
        rows={rows}
        keyOf={({ id }) => id}
        empty={null}
        failure={sessions.error ?? undefined}
        retry={() => void sessions.refetch()}
      />
      <Confirm
        isOpen={isAsked}
        title={texts.endOthers}
        effect={countText(texts.endOthersEffect, others, language)}
        action={texts.endOthers}
        onConfirm={endOthers}
        onClose={() => setAsked(false)}
      />
    </Panel>
  );
}

function useColumns(changed: () => Promise<void>): readonly Column<Session>[] {
  const texts = useTexts(securityTexts);
  return [
    { name: texts.browser, isTitle: true, show: ({ agent }) => shortAgent(agent) },
    { name: texts.address, card: 'line', show: ({ address }) => address },
    { name: texts.since, show: ({ createdAtMs }) => <Time atMs={createdAtMs} /> },
    {
      name: texts.active,
      card: 'foot',
      isNamed: true,
      show: ({ activeAtMs }) => <Time atMs={activeAtMs} />,
    },
    {
      name: texts.end,
      card: 'corner',
      isFigure: true,
      show: ({ id, isThis }) => (isThis ? texts.thisOne : <End id={id} changed={changed} />),
    },
  ];
}

function End({ id, changed }: { readonly id: number; readonly changed: () => Promise<void> }) {
  const texts = useTexts(securityTexts);
  const { isBusy, failure, run } = useSubmit(async () => {
    await act('session end', { session: id });
    await changed();
  });
  return (
    <Stack gap={4} align="flex-end" my={-3} mr={-8}>
      <Button size="compact-sm" variant="subtle" loading={isBusy} onClick={() => void run()}>
        {texts.end}
      </Button>
      <FailureNote failure={failure} />
    </Stack>
  );
}
