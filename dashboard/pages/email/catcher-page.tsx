/** What the mail catcher has caught. */
import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answered, call } from '../../api/call.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { formatBytes } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { useFilter } from '../../components/use-filter.ts';
import { useList } from '../../components/use-list.ts';
import { emailTexts } from '../../texts/email.ts';

type Caught = Answered<'GET /api/console/caught-mails'>['mails'][number];

export function CatcherPage() {
  const texts = useTexts(emailTexts);
  const { language } = useLanguage();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [search, setSearch] = useFilter('search');
  const [isAsking, setAsking] = useState(false);
  const list = useList<Caught>(['caught', search], async (after, how) => {
    const query = { after, limit: 50, search };
    const { mails, after: next } = await call('GET /api/console/caught-mails', { query, ...how });
    return { rows: mails, next };
  });
  const columns: readonly Column<Caught>[] = [
    { name: texts.subject, isTitle: true, show: ({ subject }) => subject || texts.withoutSubject },
    { name: texts.from, show: ({ from }) => from },
    { name: texts.to, show: ({ recipients }) => recipients.join(', ') },
    { name: texts.caughtAt, show: ({ caughtAtMs }) => <Time atMs={caughtAtMs} /> },
    { name: texts.size, isFigure: true, show: ({ size }) => formatBytes(size, language) },
  ];
  const clear = (
    <Button variant="default" onClick={() => setAsking(true)}>
      {texts.clear}
    </Button>
  );
  return (
    <>
      <PageHeader title={texts.catcher} text={texts.catcherLead} actions={clear} />
      <Panel
        isFlush
        title={
          <TextInput
            aria-label={texts.searchMails}
            placeholder={texts.searchMails}
            leftSection={<Icon name="search" size={16} />}
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        }
      >
        <DataTable
          {...list}
          label={texts.catcher}
          columns={columns}
          keyOf={({ id }) => id}
          onOpen={({ id }) => void navigate({ to: `/console/catcher/${id}` })}
          empty={<EmptyView icon="tray" title={texts.noCaught} text={texts.noCaughtText} />}
        />
      </Panel>
      <Confirm
        isOpen={isAsking}
        title={texts.clear}
        effect={texts.clearEffect}
        action={texts.clear}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await call('DELETE /api/console/caught-mails');
          await queries.invalidateQueries({ queryKey: ['caught'] });
        }}
      />
    </>
  );
}
