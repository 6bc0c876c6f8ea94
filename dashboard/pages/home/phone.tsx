/** A simulated phone: what came to it, as bubbles, and what it writes back. */
import { Badge, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { actIn, askIn } from '../../api/operate.ts';
import { useLiveQuery } from '../../app/live/use-live-query.ts';
import { useAccount } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { formatPhone } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { Panel } from '../../components/panel.tsx';
import { Time } from '../../components/shown.tsx';
import { StaleNote } from '../../components/stale-note.tsx';
import { Waiting } from '../../components/states.tsx';
import { homeTexts } from '../../texts/home.ts';
import { countText } from '../../texts/texts.ts';
import { type Bubble, bubblesOf, usualNumber } from './bubbles.ts';
import classes from './phone.module.css';

type PhoneProps = { readonly phone: string; readonly numbers: readonly string[] };

export function Phone({ phone, numbers }: PhoneProps) {
  const texts = useTexts(homeTexts);
  const [chosen, setChosen] = useState<string>();
  const sent = useSent(phone);
  const number = chosen ?? usualNumber(sent.rows ?? [], numbers);
  const written = useWritten(phone, number);
  return (
    <Panel title={texts.phoneTitle} actions={<Text size="sm">{formatPhone(phone)}</Text>} isFlush>
      <div className={classes['screen']}>
        <StaleNote
          hasAny={sent.rows !== undefined}
          failure={sent.error ?? written.error}
          retry={() => {
            sent.retry();
            written.retry();
          }}
        />
        {sent.rows === undefined ? (
          sent.error === null ? (
            <Waiting rows={3} />
          ) : null
        ) : (
          <Bubbles bubbles={bubblesOf(sent.rows, written.rows ?? [])} />
        )}
        {number === undefined ? (
          <Text size="sm" c="dimmed" p="sm">
            {texts.noNumbers}
          </Text>
        ) : (
          <ReplyForm phone={phone} number={number} numbers={numbers} onNumber={setChosen} />
        )}
      </div>
    </Panel>
  );
}

const shown = 30;

/** The account's test messages to this phone. */
function useSent(phone: string) {
  const { id } = useAccount();
  const { data, error, refetch } = useLiveQuery({
    queryKey: ['sent', id, phone],
    kinds: ['message', 'dlr'],
    ask: (how) => askIn(id, 'message list', { to: `+${phone}`, mode: 'test', limit: shown }, how),
  });
  return { rows: data?.messages, error, retry: () => void refetch() };
}

/** What it wrote to one number. */
function useWritten(phone: string, number: string | undefined) {
  const { id } = useAccount();
  const { data, error, refetch } = useLiveQuery({
    queryKey: ['written', id, phone, number ?? ''],
    kinds: ['reply', 'stop', 'start'],
    ask: async (how) =>
      number === undefined
        ? { texts: [] }
        : askIn(id, 'reply thread', { number, sender: phone }, how),
  });
  return { rows: data?.texts, error, retry: () => void refetch() };
}

function Bubbles({ bubbles }: { readonly bubbles: readonly Bubble[] }) {
  const texts = useTexts(homeTexts);
  const list = useRef<HTMLDivElement>(null);
  const last = bubbles.at(-1)?.key;
  useEffect(() => {
    if (last !== undefined) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [last]);
  return (
    <div
      className={classes['bubbles']}
      role="log"
      aria-label={texts.phoneLog}
      ref={list}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled must be reached by the keys (WCAG 2.1.1)
      tabIndex={0}
    >
      {bubbles.length === 0 ? (
        <div className={classes['empty']}>{texts.phoneEmpty}</div>
      ) : (
        bubbles.map((bubble) => <BubbleLine key={bubble.key} bubble={bubble} />)
      )}
    </div>
  );
}

function BubbleLine({ bubble }: { readonly bubble: Bubble }) {
  const texts = useTexts(homeTexts);
  const { language } = useLanguage();
  const states = {
    'on its way': texts.onItsWay,
    delivered: texts.delivered,
    'not delivered': texts.notDelivered,
  };
  return (
    <div className={classes['line']} data-ours={bubble.from === 'us' || undefined}>
      <div className={classes['bubble']} data-state={bubble.state}>
        {bubble.from === 'us' ? <div className={classes['sender']}>{bubble.sender}</div> : null}
        <div className={classes['text']}>{bubble.text}</div>
      </div>
      <div className={classes['facts']}>
        <Time atMs={bubble.atMs} />
        {bubble.parts > 1 ? <span>{countText(texts.parts, bubble.parts, language)}</span> : null}
        {bubble.encoding === undefined ? null : <span>{bubble.encoding}</span>}
        {bubble.state === undefined ? null : <span>{states[bubble.state]}</span>}
      </div>
    </div>
  );
}

/** Longer ones belong to one account. */
const sharedDigitsMax = 7;

type ReplyProps = {
  readonly phone: string;
  readonly number: string;
  readonly numbers: readonly string[];
  readonly onNumber: (number: string) => void;
};

function ReplyForm({ phone, number, numbers, onNumber }: ReplyProps) {
  const texts = useTexts(homeTexts);
  const account = useAccount();
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const writing = useMutation({
    mutationFn: (written: string) =>
      actIn(account.id, 'simulator write', { phone, to: number, text: written }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['written'] }),
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (text !== '') writing.mutate(text, { onSuccess: () => setText('') });
  };
  return (
    <div className={classes['reply']}>
      <Group gap={6}>
        <QuickReplies write={writing.mutate} />
        {numbers.length > 1 ? (
          <NativeSelect
            size="xs"
            aria-label={texts.replyTo}
            data={numbers.map((value) => ({ value, label: formatPhone(value) }))}
            value={number}
            onChange={(event) => onNumber(event.currentTarget.value)}
          />
        ) : (
          <Badge variant="light">{formatPhone(number)}</Badge>
        )}
      </Group>
      {number.length > sharedDigitsMax ? null : (
        <Text size="xs" c="dimmed">
          {texts.sharedNumber}
        </Text>
      )}
      <form onSubmit={submit} className={classes['form']}>
        <TextInput
          aria-label={texts.reply}
          placeholder={texts.reply}
          value={text}
          maxLength={5_000}
          onChange={(event) => setText(event.currentTarget.value)}
          className={classes['field'] ?? ''}
        />
        <Button type="submit" aria-label={texts.sendReply} loading={writing.isPending} px="sm">
          <Icon name="send" size={16} />
        </Button>
      </form>
      <FailureNote failure={writing.error} />
    </div>
  );
}

/** Replies that try something out: consent, an opt-out, two segments, UCS-2. */
function QuickReplies({ write }: { readonly write: (text: string) => void }) {
  const texts = useTexts(homeTexts);
  const replies = [
    [texts.yes, texts.yes],
    [texts.stop, 'STOP'],
    [texts.long, texts.longText],
    [texts.emoji, '🎉 👍🏽 👩‍💻'],
  ] as const;
  return replies.map(([name, written]) => (
    <Button
      key={name}
      size="compact-xs"
      variant="default"
      radius="xl"
      onClick={() => write(written)}
    >
      {name}
    </Button>
  ));
}
