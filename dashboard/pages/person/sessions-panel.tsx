/** Where the person is signed in, and how that ends. */
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Answered, call } from '../../api/call.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Panel } from '../../components/panel.tsx';
import { Time } from '../../components/shown.tsx';
import { FailureLine, useSubmit } from '../../components/submit.tsx';
import { securityTexts } from '../../texts/security.ts';
import { shortAgent } from './short-agent.ts';

type Session = Answered<'GET /api/me/sessions'>['sessions'][number];

const sessionsKey = ['sessions'] as const;

export function SessionsPanel() {
  const texts = useTexts(securityTexts);
  const queries = useQueryClient();
  const sessions = useQuery({ queryKey: sessionsKey, queryFn: () => call('GET /api/me/sessions') });
  const changed = () => queries.invalidateQueries({ queryKey: sessionsKey });
  const others = useSubmit(async () => {
    await call('DELETE /api/me/sessions');
    await changed();
  });
  const rows = sessions.data?.sessions;
  return (
    <Panel
      isFlush
      title={texts.sessionsTitle}
      actions={
        (rows?.length ?? 0) > 1 ? (
          <Button
            size="compact-sm"
            variant="default"
            loading={others.isBusy}
            onClick={() => void others.run()}
          >
            {texts.endOthers}
          </Button>
        ) : undefined
      }
    >
      <FailureLine failure={others.failure} />
      <DataTable
        label={texts.sessionsTitle}
        columns={useColumns(changed)}
        rows={rows}
        keyOf={({ id }) => id}
        empty={null}
        failure={sessions.error ?? undefined}
        retry={() => void sessions.refetch()}
      />
    </Panel>
  );
}

function useColumns(changed: () => Promise<void>): readonly Column<Session>[] {
  const texts = useTexts(securityTexts);
  return [
    { name: texts.browser, isTitle: true, show: ({ agent }) => shortAgent(agent) },
    { name: texts.address, show: ({ address }) => address },
    { name: texts.since, show: ({ createdAtMs }) => <Time atMs={createdAtMs} /> },
    { name: texts.active, show: ({ activeAtMs }) => <Time atMs={activeAtMs} /> },
    {
      name: texts.end,
      isFigure: true,
      show: ({ id, isThis }) => (isThis ? texts.thisOne : <End id={id} changed={changed} />),
    },
  ];
}

function End({ id, changed }: { readonly id: number; readonly changed: () => Promise<void> }) {
  const texts = useTexts(securityTexts);
  const { isBusy, run } = useSubmit(async () => {
    await call('DELETE /api/me/sessions/{session}', { params: { session: id } });
    await changed();
  });
  return (
    <Button size="compact-sm" variant="subtle" loading={isBusy} onClick={() => void run()}>
      {texts.end}
    </Button>
  );
}
