/** Where one arrives: code, phone and events side by side until it is live, an overview from then on, and what is missing. */
import { Anchor, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { askIn } from '../../api/operate.ts';
import { useAccount, useMay, useMode } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Waiting } from '../../components/states.tsx';
import { useFilter } from '../../components/use-filter.ts';
import { callingTexts } from '../../texts/calling.ts';
import { homeTexts } from '../../texts/home.ts';
import { EventLog } from './event-log.tsx';
import { GoLive } from './go-live.tsx';
import classes from './home-page.module.css';
import { Phone } from './phone.tsx';
import { TryIt } from './try-it.tsx';

const firstPhone = '33639980001';

/** Loaded when needed: before the first live send there is no overview, and calls are rare. */
const Today = lazy(async () => ({ default: (await import('./today.tsx')).Today }));
const PhoneCallPanel = lazy(async () => ({
  default: (await import('../../phone/call-panel.tsx')).PhoneCallPanel,
}));

export function HomePage() {
  const texts = useTexts(homeTexts);
  const account = useAccount();
  const maySend = useMay('send');
  const { mode, choose } = useMode();
  const [view, setView] = useFilter('view');
  const [phone, setPhone] = useState(firstPhone);
  const query = useQuery({
    queryKey: ['start', account.id],
    queryFn: () => askIn(account.id, 'home start', {}),
  });
  // The test phone is of the test mode alone.
  const areSteps = view === 'steps' && mode === 'test';
  const isOverview = (hasGoneLive: boolean) => (hasGoneLive || mode === 'live') && !areSteps;
  const showSteps = () => {
    choose('test');
    setView('steps');
  };
  const back = (
    <Button variant="default" onClick={() => setView('')}>
      {texts.toOverview}
    </Button>
  );
  return (
    <div data-wide>
      <PageHeader title={texts.title} actions={areSteps && query.data?.hasGoneLive ? back : null} />
      <QueryView query={query}>
        {(data) => (
          <>
            {isOverview(data.hasGoneLive) ? (
              <Suspense fallback={<Waiting />}>
                <Today
                  hasSimulator={data.hasSimulator && mode === 'test'}
                  showSteps={data.hasSimulator && maySend ? showSteps : undefined}
                />
              </Suspense>
            ) : data.hasSimulator ? (
              <div className={classes['columns']} data-alone={maySend ? undefined : true}>
                {maySend ? (
                  <>
                    <TryIt testKey={data.testKey} phone={phone} onPhone={setPhone} />
                    <Phone phone={phone} numbers={data.numbers} />
                  </>
                ) : null}
                <EventLog />
              </div>
            ) : null}
            {isOverview(data.hasGoneLive) || !maySend ? null : <EmailHint account={account.id} />}
            {!isOverview(data.hasGoneLive) && data.hasPhones && maySend ? <CallPanel /> : null}
            {data.hasGoneLive && data.goLive.every(({ isDone }) => isDone) ? null : (
              <GoLive steps={data.goLive} />
            )}
          </>
        )}
      </QueryView>
    </div>
  );
}

function EmailHint({ account }: { readonly account: number }) {
  const texts = useTexts(homeTexts);
  return (
    <Group gap="sm" my="md">
      <Text size="sm" c="dimmed">
        {texts.emailHint}
      </Text>
      <Anchor size="sm" renderRoot={(props) => <Link to={`/${account}/email/send`} {...props} />}>
        {texts.writeEmail}
      </Anchor>
      <Anchor
        size="sm"
        renderRoot={(props) => <Link to={`/${account}/email/catcher`} {...props} />}
      >
        {texts.toCatcher}
      </Anchor>
    </Group>
  );
}

function CallPanel() {
  const texts = useTexts(callingTexts);
  return (
    <div className={classes['calls']}>
      <Panel title={texts.title}>
        <Text size="sm" c="dimmed" mb="md">
          {texts.intro}
        </Text>
        <Suspense fallback={<Waiting />}>
          <PhoneCallPanel />
        </Suspense>
      </Panel>
    </div>
  );
}
