/** What the chosen phone does with messages, and when it reports: changed at once, and back after an hour. */
import { Button, Group, NativeSelect, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { actIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { formatPhone, formatTime } from '../../components/format.ts';
import { Panel } from '../../components/panel.tsx';
import { useAction } from '../../components/use-action.ts';
import { phonesTexts } from '../../texts/phones.ts';
import { fill } from '../../texts/texts.ts';
import type { Subscriber } from './subscriber.ts';
import { habitNames, stateNames } from './switch-names.ts';

type SwitchesProps = { readonly phones: readonly Subscriber[]; readonly chosen: string };

type Wish = Pick<Subscriber, 'state' | 'reports'>;

const states = Object.keys(stateNames) as readonly Subscriber['state'][];
const habits = Object.keys(habitNames) as readonly Subscriber['reports'][];
const usual: Wish = { state: 'on', reports: 'usual' };

export function Switches({ phones, chosen }: SwitchesProps) {
  const subscriber = phones.find(({ phone }) => phone === chosen);
  // A number that does what its digits say has none.
  return subscriber === undefined ? null : <SwitchPanel subscriber={subscriber} />;
}

function SwitchPanel({ subscriber }: { readonly subscriber: Subscriber }) {
  const texts = useTexts(phonesTexts);
  const { language } = useLanguage();
  const { id: account } = useAccount();
  const { phone, until } = subscriber;
  // What was chosen shows at once, and is taken back where it fails.
  const [wanted, setWanted] = useState<Wish>();
  const { state, reports } = wanted ?? subscriber;
  const switching = useAction(
    (wish: Wish) => actIn(account, 'simulator switch', { phone, ...wish }),
    ['phones', account],
  );
  const change = async (wish: Wish) => {
    setWanted(wish);
    await switching.run(wish);
    setWanted(undefined);
  };
  return (
    <Panel title={fill(texts.switchesOf, { phone: formatPhone(phone) })}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {texts.switchesText}
        </Text>
        <Radio.Group
          label={texts.state}
          value={state}
          onChange={(value) => void change({ state: value, reports })}
        >
          <Stack gap="xs" mt={6}>
            {states.map((each) => (
              <Radio
                key={each}
                value={each}
                label={texts[stateNames[each]]}
                description={each === 'on' ? undefined : texts[`${stateNames[each]}Text`]}
              />
            ))}
          </Stack>
        </Radio.Group>
        <NativeSelect
          label={texts.reports}
          value={reports}
          onChange={(event) =>
            void change({ state, reports: event.currentTarget.value as Wish['reports'] })
          }
          data={habits.map((value) => ({ value, label: texts[habitNames[value]] }))}
        />
        {until === null ? null : (
          <Group gap="sm">
            <Button variant="default" onClick={() => void change(usual)}>
              {texts.switchBack}
            </Button>
            <Text size="sm" c="dimmed">
              {fill(texts.until, { time: formatTime(Date.parse(until), language, Date.now()) })}
            </Text>
          </Group>
        )}
        <FailureNote failure={switching.failure} />
      </Stack>
    </Panel>
  );
}
