/** What the mail catcher has caught of the emails that this account sent. */
import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { askIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { useOrder } from '../../components/list-order.ts';
import { readInstants } from '../../components/list-range.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { useRange } from '../../components/range-choice.tsx';
import { useFilter } from '../../components/use-filter.ts';
import { useLiveList } from '../../components/use-list.ts';
import { emailTexts } from '../../texts/email.ts';
import { type CaughtRow, CaughtTable, keyOfCaught } from './caught-table.tsx';

export function OwnCatcherPage() {
  const texts = useTexts(emailTexts);
  const account = useAccount().id;
  const navigate = useNavigate();
  const [search] = useFilter('search');
  const [range, order] = [useRange(), useOrder()];
  const list = useLiveList<CaughtRow>(
    ['mail caught', account, { search, range, order: order.value }],
    async (after, how) => {
      const behind = { before: after === undefined ? undefined : Number(after), limit: 50 };
      const time = readInstants(range, Date.now());
      const wish = { search, ...time, order: order.value, ...behind };
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
        order={order}
        onOpen={({ id }) => void navigate({ to: `/${account}/email/catcher/${id}` })}
        firstAction={write}
      />
    </>
  );
}
