/** What the mail catcher has caught, of all accounts and programs. */
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { useFilter } from '../../components/use-filter.ts';
import { useList } from '../../components/use-list.ts';
import { emailTexts } from '../../texts/email.ts';
import { type CaughtRow, CaughtTable } from './caught-table.tsx';

export function CatcherPage() {
  const texts = useTexts(emailTexts);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const filter = useFilter('search');
  const [search] = filter;
  const [isAsking, setAsking] = useState(false);
  const list = useList<CaughtRow>(['caught', search], async (after, how) => {
    const query = { after, limit: 50, search };
    const { mails, after: next } = await call('GET /api/console/caught-mails', { query, ...how });
    return { rows: mails, next };
  });
  const clear = (
    <Button variant="default" onClick={() => setAsking(true)}>
      {texts.clear}
    </Button>
  );
  return (
    <>
      <PageHeader title={texts.catcher} text={texts.catcherLead} actions={clear} />
      <CaughtTable
        list={list}
        search={filter}
        onOpen={({ id }) => void navigate({ to: `/console/catcher/${id}` })}
      />
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
