/** The test phones: one is chosen and shown, switched, written to and from; below, what numbers always do. */
import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, askIn } from '../../api/operate.ts';
import { useAccount, useMe, useMode } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { EmptyView } from '../../components/states.tsx';
import { PhoneCallPanel } from '../../phone/call-panel.tsx';
import { callingTexts } from '../../texts/calling.ts';
import { phonesTexts } from '../../texts/phones.ts';
import { Phone } from '../home/phone.tsx';
import { TryIt } from '../home/try-it.tsx';
import { FixedNumbers } from './fixed-numbers.tsx';
import { OperatorPanel } from './operator-panel.tsx';
import classes from './phones-page.module.css';
import { Subscribers } from './subscribers.tsx';
import { Switches } from './switches.tsx';
import { TestTime } from './test-time.tsx';

type Start = Answer<'home start'>;

const firstPhone = '33639980001';

export function PhonesPage() {
  const texts = useTexts(phonesTexts);
  const { id: account } = useAccount();
  const { mode, choose } = useMode();
  const query = useQuery({
    queryKey: ['start', account],
    queryFn: () => askIn(account, 'home start', {}),
  });
  return (
    <>
      <PageHeader title={texts.title} text={texts.intro} />
      <QueryView query={query}>
        {(start) =>
          mode === 'live' ? (
            <Panel>
              <EmptyView
                icon="phone"
                title={texts.inTestOnly}
                text={texts.inTestOnlyText}
                action={<Button onClick={() => choose('test')}>{texts.toTestMode}</Button>}
              />
            </Panel>
          ) : start.hasSimulator ? (
            <Phones start={start} />
          ) : (
            <Panel>
              <EmptyView icon="phone" title={texts.absent} text={texts.absentText} />
            </Panel>
          )
        }
      </QueryView>
    </>
  );
}

function Phones({ start }: { readonly start: Start }) {
  const { data: me } = useMe();
  const { id: account, may } = useAccount();
  const [phone, setPhone] = useState(firstPhone);
  const phones = useQuery({
    queryKey: ['phones', account],
    queryFn: () => askIn(account, 'simulator phones', {}),
  });
  const mayTest = may.includes('send');
  return (
    <Stack gap="md">
      <QueryView query={phones}>
        {(listed) => (
          <div className={classes['columns']}>
            <Subscribers phones={listed.phones} chosen={phone} onChoose={setPhone} />
            <Phone phone={phone} numbers={start.numbers} />
            {mayTest ? <Switches phones={listed.phones} chosen={phone} /> : null}
          </div>
        )}
      </QueryView>
      {mayTest ? (
        <div className={classes['halves']}>
          <TryIt testKey={start.testKey} phone={phone} onPhone={setPhone} />
          {start.hasPhones ? <Calls /> : null}
        </div>
      ) : null}
      {mayTest ? <TestTime /> : null}
      {me?.user.isAdministrator === true ? <OperatorPanel /> : null}
      <FixedNumbers onShow={setPhone} />
    </Stack>
  );
}

function Calls() {
  const texts = useTexts(callingTexts);
  return (
    <Panel title={texts.title}>
      <Text size="sm" c="dimmed" mb="md">
        {texts.intro}
      </Text>
      <PhoneCallPanel />
    </Panel>
  );
}
