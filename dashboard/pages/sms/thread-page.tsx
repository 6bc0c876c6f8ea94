/** What a phone and one of the numbers have written to each other, and an answer. */
import { Alert, Button, Group, Stack, Textarea } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { type Answer as Answered, actIn, askIn } from '../../api/operate.ts';
import { useLiveQuery } from '../../app/live/use-live-query.ts';
import { useAccount, useMay } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { formatPhone } from '../../components/format.ts';
import { newKey } from '../../components/new-key.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Time } from '../../components/shown.tsx';
import { replyTexts } from '../../texts/replies.ts';
import { fill } from '../../texts/texts.ts';
import { AllowAgain } from './allow-again.tsx';
import classes from './sms.module.css';
import { type State, StateBadge } from './state-badge.tsx';

type Thread = Answered<'reply thread'>;

type Names = { readonly number?: string; readonly sender?: string };

export function ThreadPage() {
  const { id: account } = useAccount();
  const { number = '', sender = '' } = useParams({
    strict: false,
    select: (names: Names) => names,
  });
  const query = useLiveQuery({
    queryKey: ['reply thread', account, number, sender],
    kinds: ['reply', 'stop', 'start', 'message', 'dlr'],
    ask: (how) => askIn(account, 'reply thread', { number, sender }, how),
  });
  return (
    <QueryView query={query}>
      {(thread) => <Shown thread={thread} number={number} changed={() => void query.refetch()} />}
    </QueryView>
  );
}

type ShownProps = {
  readonly thread: Thread;
  readonly number: string;
  readonly changed: () => void;
};

function Shown({ thread, number, changed }: ShownProps) {
  const texts = useTexts(replyTexts);
  const { id: account } = useAccount();
  const maySend = useMay('send');
  const { phone, texts: said, isStopped } = thread;
  return (
    <>
      <PageHeader
        title={fill(texts.thread, { phone: formatPhone(phone), number: formatPhone(number) })}
        text={<Link to={`/${account}/sms/replies`}>{texts.back}</Link>}
      />
      <Panel>
        <Stack gap="md">
          <div className={classes['bubbles']} role="log">
            {said.map((text) => (
              <Bubble key={text.key} text={text} account={account} />
            ))}
          </div>
          {isStopped ? (
            <Alert color="red">
              <Stack gap="xs" align="flex-start">
                {texts.isStopped}
                {maySend ? <AllowAgain phone={phone} onAllowed={changed} /> : null}
              </Stack>
            </Alert>
          ) : null}
          {maySend && !isStopped ? (
            <Answer
              number={number}
              phone={phone}
              mode={said.at(-1)?.mode ?? 'live'}
              onSent={changed}
            />
          ) : null}
        </Stack>
      </Panel>
    </>
  );
}

function Bubble({
  text,
  account,
}: {
  readonly text: Thread['texts'][number];
  readonly account: number;
}) {
  const texts = useTexts(replyTexts);
  const { messageId, state } = text;
  return (
    <div className={classes['bubble']} data-from={text.from}>
      {text.text ?? texts.binary}
      <div className={classes['under']}>
        <Time atMs={Date.parse(text.at)} />
        {state === null ? null : <StateBadge state={state as State} />}
        {messageId === null ? null : (
          <Link to={`/${account}/sms/messages/${messageId}`}>
            {fill(texts.message, { id: messageId })}
          </Link>
        )}
      </div>
    </div>
  );
}

type AnswerProps = {
  readonly number: string;
  readonly phone: string;
  readonly mode: 'test' | 'live';
  readonly onSent: () => void;
};

/** From the same number, so that the thread goes on. */
function Answer({ number, phone, mode, onSent }: AnswerProps) {
  const texts = useTexts(replyTexts);
  const { id: account } = useAccount();
  const [message, setMessage] = useState('');
  // As long as it may have been sent already, it is asked for under the same key.
  const [key, setKey] = useState(newKey);
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const write = (text: string) => {
    setMessage(text);
    setKey(newKey());
  };
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    try {
      const asked = { phones: [phone], sender: number, text: message, test: mode === 'test' };
      await actIn(account, 'message send', { ...asked, key });
      write('');
      onSent();
    } catch (thrown) {
      setFailure(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="xs">
        <Textarea
          label={texts.answer}
          value={message}
          onChange={(event) => write(event.currentTarget.value)}
          autosize
          minRows={2}
          maxRows={8}
          required
        />
        <FailureNote failure={failure} />
        <Group>
          <Button type="submit" loading={isBusy} disabled={message.trim() === ''}>
            {texts.send}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
