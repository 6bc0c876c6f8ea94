/** Two phones: one that calls a number of the account, and the one that the number may ring. */
import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import type { LineOrder, LineSide } from '#simulator/phone-line/messages.ts';
import { type Answer, askIn } from '../api/operate.ts';
import { useAccount } from '../app/session.tsx';
import { useTexts } from '../app/use-texts.tsx';
import { formatPhone } from '../components/format.ts';
import { Icon } from '../components/icon.tsx';
import { QueryView } from '../components/query-view.tsx';
import { callingTexts } from '../texts/calling.ts';
import { fill } from '../texts/texts.ts';
import classes from './call-panel.module.css';
import { type CallingTexts, Handset } from './handset.tsx';
import { LeftMessage } from './left-message.tsx';
import { usePhoneCall } from './use-phone-call.ts';

type OneNumber = Answer<'number rented'>['numbers'][number];

const usualPhone = '33639980001';

type PhoneCallPanelProps = {
  /** Digits; left out: one of the account's is chosen. */
  readonly number?: string;
};

export function PhoneCallPanel({ number }: PhoneCallPanelProps) {
  const texts = useTexts(callingTexts);
  const { id: account } = useAccount();
  const query = useQuery({
    queryKey: ['number rented', account],
    queryFn: ({ signal }) => askIn(account, 'number rented', {}, { signal }),
  });
  return (
    <QueryView query={query}>
      {({ numbers }) => {
        const callable = numbers.filter(
          (each) => each.calls && (number === undefined || digitsOf(each) === number),
        );
        return callable.length === 0 ? (
          <Text size="sm" c="dimmed">
            {texts.noNumbers}
          </Text>
        ) : (
          <NumberPanel numbers={callable} />
        );
      }}
    </QueryView>
  );
}

function NumberPanel({ numbers }: { readonly numbers: readonly OneNumber[] }) {
  const { id: account } = useAccount();
  const texts = useTexts(callingTexts);
  const [chosen, setChosen] = useState(numbers[0]?.number ?? '');
  const [begunAtMs, setBegunAt] = useState<number>();
  const [taken, setTaken] = useState<LineSide>('caller');
  const { story, microphone, isUnderWay, begin, order, hangUp } = usePhoneCall(account);
  const number = numbers.find((each) => each.number === chosen) ?? numbers[0];
  if (number === undefined) return null;
  const inHand = story.called?.state === 'talking' ? taken : 'caller';
  const pass = (wanted: LineOrder) => {
    if (wanted.do === 'take') setTaken(wanted.side);
    order(wanted);
  };
  const dial = (from: string) => {
    setBegunAt(Date.now());
    setTaken('caller');
    void begin({ from, to: digitsOf(number) });
  };
  const common = { microphone, onOrder: pass, mayTake: story.called?.state === 'talking' };
  const isOver = story.caller?.state === 'over';
  return (
    <div className={classes['phones']}>
      <div className={classes['phone']}>
        <DialForm
          number={number}
          numbers={numbers}
          isUnderWay={isUnderWay}
          onNumber={setChosen}
          onDial={dial}
          onHangUp={hangUp}
        />
        {isOver && begunAtMs !== undefined && mayLeaveMessage(number) ? (
          <LeftMessage number={digitsOf(number)} sinceMs={begunAtMs} />
        ) : null}
      </div>
      <Handset
        {...common}
        title={texts.yourPhone}
        side="caller"
        phone={story.caller}
        isInHand={inHand === 'caller'}
      />
      {story.called === undefined ? null : (
        <Handset
          {...common}
          title={fill(texts.secondPhone, { phone: formatPhone(number.target) })}
          side="called"
          phone={story.called}
          isInHand={inHand === 'called'}
        />
      )}
    </div>
  );
}

function digitsOf({ number }: OneNumber): string {
  return number.slice(1);
}

function mayLeaveMessage({ mode, unanswered }: OneNumber): boolean {
  return mode === 'voicemail' || (mode === 'phone' && unanswered === 'voicemail');
}

type DialProps = {
  readonly number: OneNumber;
  readonly numbers: readonly OneNumber[];
  readonly isUnderWay: boolean;
  readonly onNumber: (number: string) => void;
  readonly onDial: (from: string) => void;
  readonly onHangUp: () => void;
};

function DialForm({ number, numbers, isUnderWay, onNumber, onDial, onHangUp }: DialProps) {
  const texts = useTexts(callingTexts);
  const [phone, setPhone] = useState(usualPhone);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onDial(phone);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <NativeSelect
          label={texts.number}
          description={whatItDoes(number, texts)}
          disabled={isUnderWay}
          value={number.number}
          onChange={(event) => onNumber(event.currentTarget.value)}
          data={numbers.map(({ number: value, label }) => ({
            value,
            label: label === '' ? formatPhone(value) : `${label} · ${formatPhone(value)}`,
          }))}
        />
        <TextInput
          label={texts.from}
          description={texts.fromHint}
          type="tel"
          inputMode="tel"
          disabled={isUnderWay}
          value={`+${phone}`}
          onChange={(event) => setPhone(event.currentTarget.value.replace(/\D/g, '').slice(0, 15))}
        />
        <Group gap="sm">
          {isUnderWay ? (
            <Button
              key="hang up"
              variant="light"
              color="red"
              leftSection={<Icon name="cross" size={16} />}
              onClick={onHangUp}
            >
              {texts.hangUp}
            </Button>
          ) : (
            <Button
              key="call"
              type="submit"
              leftSection={<Icon name="call" size={16} />}
              disabled={phone.length < 8}
            >
              {texts.call}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function whatItDoes({ mode, target }: OneNumber, texts: CallingTexts): string {
  if (mode === 'off') return texts.doesNothing;
  return mode === 'phone'
    ? fill(texts.ringsPhone, { phone: formatPhone(target) })
    : fill(texts.takesMessages, { address: target });
}
