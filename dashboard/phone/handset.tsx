/** One phone of a call: what becomes of it, and its keys while it is the one in hand. */
import { Button, Group, Text, UnstyledButton } from '@mantine/core';
import type { LineEvent, LineOrder, LineSide } from '#simulator/phone-line/messages.ts';
import { useLanguage, useTexts } from '../app/use-texts.tsx';
import { Icon } from '../components/icon.tsx';
import { StatusBadge, type Tone } from '../components/status-badge.tsx';
import { callingTexts } from '../texts/calling.ts';
import { fill } from '../texts/texts.ts';
import classes from './call-panel.module.css';
import type { PhoneStory } from './call-story.ts';
import type { Microphone } from './use-phone-call.ts';

export type CallingTexts = (typeof callingTexts)['en' | 'fr'];

type HandsetProps = {
  readonly title: string;
  readonly side: LineSide;
  /** Undefined: nothing has happened to it yet. */
  readonly phone: PhoneStory | undefined;
  readonly isInHand: boolean;
  /** Whether there is another one to speak through. */
  readonly mayTake: boolean;
  readonly microphone: Microphone;
  readonly onOrder: (order: LineOrder) => void;
};

const tones: Readonly<Record<PhoneStory['state'], Tone>> = {
  calling: 'info',
  ringing: 'info',
  talking: 'good',
  over: 'quiet',
};

export function Handset(props: HandsetProps) {
  const { title, side, phone, isInHand, mayTake, onOrder } = props;
  const texts = useTexts(callingTexts);
  const isTalking = phone?.state === 'talking';
  return (
    <section className={classes['phone']} aria-label={title} data-side={side}>
      <Group justify="space-between" gap="xs">
        <Text fw={600} size="sm">
          {title}
        </Text>
        {phone === undefined ? null : (
          <StatusBadge tone={tones[phone.state]} icon={phone.state === 'over' ? 'info' : 'call'}>
            {texts[phone.state]}
          </StatusBadge>
        )}
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {phone === undefined ? texts.notCalledYet : sentenceOf(phone, props, texts)}
      </Text>
      {side === 'called' && phone?.state === 'ringing' ? <Ringing onOrder={onOrder} /> : null}
      {isTalking && mayTake && !isInHand ? (
        <Button variant="default" onClick={() => onOrder({ do: 'take', side })}>
          {texts.take}
        </Button>
      ) : null}
      {isTalking && isInHand ? <Keys onOrder={onOrder} /> : null}
      {isTalking && side === 'called' ? (
        <Button
          variant="light"
          color="red"
          onClick={() => onOrder({ do: 'hang up', side: 'called' })}
        >
          {texts.hangUpThis}
        </Button>
      ) : null}
      {phone === undefined || phone.keys === '' ? null : (
        <Text size="sm">{fill(texts.hearsKeys, { keys: phone.keys })}</Text>
      )}
    </section>
  );
}

function Ringing({ onOrder }: Pick<HandsetProps, 'onOrder'>) {
  const texts = useTexts(callingTexts);
  return (
    <Group gap="sm" grow>
      <Button
        leftSection={<Icon name="call" size={16} />}
        onClick={() => onOrder({ do: 'answer' })}
      >
        {texts.answer}
      </Button>
      <Button variant="default" onClick={() => onOrder({ do: 'decline' })}>
        {texts.decline}
      </Button>
    </Group>
  );
}

const keys = '123456789*0#'.split('');

/** With the sentence that is shipped, for who has no microphone or does not want to speak. */
function Keys({ onOrder }: Pick<HandsetProps, 'onOrder'>) {
  const texts = useTexts(callingTexts);
  const { language } = useLanguage();
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="play" size={16} />}
        onClick={() => onOrder({ do: 'speak sample', language })}
      >
        {texts.speakSample}
      </Button>
      <fieldset className={classes['keys']} aria-label={texts.keys}>
        {keys.map((key) => (
          <UnstyledButton
            key={key}
            className={classes['key'] ?? ''}
            aria-label={fill(texts.press, { key })}
            onClick={() => onOrder({ do: 'press', key })}
          >
            {key}
          </UnstyledButton>
        ))}
      </fieldset>
    </>
  );
}

function sentenceOf(
  { state, end }: PhoneStory,
  { isInHand, microphone, side }: HandsetProps,
  texts: CallingTexts,
): string {
  if (end !== undefined) return endOf(end, texts);
  if (state === 'ringing') return side === 'called' ? texts.ringsHere : texts.ringsThere;
  if (state === 'calling') return microphone === 'asked' ? texts.askingMicrophone : texts.dialling;
  if (!isInHand) return texts.repeats;
  return {
    unasked: texts.listening,
    asked: texts.listening,
    open: texts.speakNow,
    missing: texts.noMicrophone,
    refused: texts.microphoneRefused,
  }[microphone];
}

function endOf(end: LineEvent, texts: CallingTexts): string {
  if (end.what === 'hung up') return end.by === 'this phone' ? texts.hungUp : texts.otherHungUp;
  if (end.what === 'failed') return failureOf(end.why, texts);
  if (end.what !== 'refused') return '';
  const known: Readonly<Record<number, string>> = {
    403: texts.forbidden,
    404: texts.unknownNumber,
    408: texts.nobodyAnswers,
    480: texts.nobodyAnswers,
    486: texts.busy,
    487: texts.nobodyAnswers,
    603: texts.declined,
  };
  return known[end.status] ?? fill(texts.refusedWith, { status: end.status });
}

function failureOf(why: string, texts: CallingTexts): string {
  const known: Readonly<Record<string, string>> = {
    'no SIP here': texts.noSip,
    'too many calls': texts.tooMany,
    'too many': texts.tooMany,
    session: texts.sessionOver,
    'the number is not of this account': texts.notYours,
    'the caller is no test phone': texts.noTestPhone,
  };
  return known[why] ?? texts.cut;
}
