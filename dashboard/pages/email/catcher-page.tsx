/** What the mail catcher has caught, of all accounts and programs. */
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { act, ask } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { useOrder } from '../../components/list-order.ts';
import { readInstants } from '../../components/list-range.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { useRange } from '../../components/range-choice.tsx';
import { useFilter } from '../../components/use-filter.ts';
import { useList } from '../../components/use-list.ts';
import { emailTexts } from '../../texts/email.ts';
import { countText } from '../../texts/texts.ts';
import { type CaughtRow, CaughtTable } from './caught-table.tsx';

export function CatcherPage() {
  const texts = useTexts(emailTexts);
  const { language } = useLanguage();
  const navigate = useNavigate();
  const [search] = useFilter('search');
  const [range, order] = [useRange(), useOrder()];
  const [isAsking, setAsking] = useState(false);
  const list = useList<CaughtRow>(
    ['simulator mails', { search, range, order: order.value }],
    async (after, how) => {
      const behind = { before: after === undefined ? undefined : Number(after), limit: 50 };
      const time = readInstants(range, Date.now());
      const wish = { search, ...time, order: order.value, ...behind };
      const { mails, before: next } = await ask('simulator mails', wish, how);
      return { rows: mails, next };
    },
  );
  const shown = list.rows?.length ?? 0;
  const counted = list.more === undefined ? texts.clearCount : texts.clearMore;
  const effect =
    search === '' && range.time === '' && shown > 0
      ? countText(counted, shown, language)
      : texts.clearEffect;
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
        order={order}
        onOpen={({ id }) => void navigate({ to: `/console/catcher/${id}` })}
      />
      <Confirm
        isOpen={isAsking}
        title={texts.clear}
        effect={effect}
        action={texts.clear}
        onClose={() => setAsking(false)}
        onConfirm={() => act('simulator mails clear', {})}
      />
    </>
  );
}
