/** Where one arrives: code, phone and events side by side until it is live, and what is missing before that. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { FailedView, Waiting } from '../../components/states.tsx';
import { homeTexts } from '../../texts/home.ts';
import { EventLog } from './event-log.tsx';
import { GoLive } from './go-live.tsx';
import classes from './home-page.module.css';
import { Phone } from './phone.tsx';
import { TryIt } from './try-it.tsx';

const firstPhone = '33639980001';

export function HomePage() {
  const texts = useTexts(homeTexts);
  const account = useAccount();
  const [phone, setPhone] = useState(firstPhone);
  const { data, error, refetch } = useQuery({
    queryKey: ['start', account.id],
    queryFn: () => call('GET /api/accounts/{account}/start', { params: { account: account.id } }),
  });
  return (
    <>
      <PageHeader title={texts.title} />
      {data === undefined ? (
        error === null ? (
          <Waiting />
        ) : (
          <FailedView failure={error} retry={() => void refetch()} />
        )
      ) : (
        <>
          {data.hasSimulator ? (
            <div className={classes['columns']}>
              <TryIt testKey={data.testKey} phone={phone} onPhone={setPhone} />
              <Phone phone={phone} numbers={data.numbers} />
              <EventLog />
            </div>
          ) : null}
          <GoLive steps={data.goLive} />
        </>
      )}
    </>
  );
}
