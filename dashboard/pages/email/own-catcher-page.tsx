/** What the mail catcher has caught of the emails that this account sent. */
import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { askIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { useFilter } from '../../components/use-filter.ts';
import { useLiveList } from '../../components/use-list.ts';
import { emailTexts } from '../../texts/email.ts';
import { type CaughtRow, CaughtTable, keyOfCaught } from './caught-table.tsx';

export function OwnCatcherPage() {
  const texts = useTexts(emailTexts);
  const account = useAccount().id;
  const navigate = useNavigate();
  const filter = useFilter('search');
  const [search] = filter;
  const list = useLiveList<CaughtRow>(
    ['mail caught', account, search],
    async (after, how) => {
      const wish = { before: after === undefined ? undefined : Number(after), limit: 50, search };
      const { mails, before: next } = await askIn(account, 'mail caught', wish, how);
      return { rows: mails, next };
    },
    // A mail is caught before the attempt that brought it is told.
    { kinds: ['email', 'mail'], keyOf: keyOfCaught },
  );
  const write = (
    <Button renderRoot={(props) => <Link to={`/${account}/email/send`} {...props} />}>
      {texts.writeOne}
    </Button>
  );
  return (
    <>
      <PageHeader title={texts.catcher} text={texts.ownCatcherLead} />
      <CaughtTable
        list={list}
        search={filter}
        onOpen={({ id }) => void navigate({ to: `/${account}/email/catcher/${id}` })}
        firstAction={write}
      />
    </>
  );
}
