/** What a phone and one of the numbers have written to each other, and an answer. */
import { Alert, Button, Group, Stack, Textarea } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { ApiFailure } from '../../api/api-failure.ts';
import { type Answered, call } from '../../api/call.ts';
import { useLiveQuery } from '../../app/live/use-live-query.ts';
import { useAccount, useMay } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { formatPhone } from '../../components/format.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { sayFailure } from '../../components/say-failure.ts';
import { Time } from '../../components/shown.tsx';
import { FailedView, Waiting } from '../../components/states.tsx';
import { commonTexts } from '../../texts/common.ts';
import { replyTexts } from '../../texts/sms.ts';
import { fill } from '../../texts/texts.ts';
import classes from './sms.module.css';
import { type State, StateBadge } from './state-badge.tsx';

type Thread = Answered<'GET /api/accounts/{account}/replies/{number}/{sender}'>;

type Names = { readonly number?: string; readonly sender?: string };

export function ThreadPage() {
  const texts = useTexts(replyTexts);
  const { id: account } = useAccount();
  const { number = '', sender = '' } = useParams({
    strict: false,
    select: (names: Names) => names,
  });
  const maySend = useMay('send');
  const params = { account, number, sender };
  const query = useLiveQuery({
    queryKey: ['thread', account, number, sender],
    kinds: ['reply', 'stop', 'start', 'message', 'dlr'],
    ask: (how) => call('GET /api/accounts/{account}/replies/{number}/{sender}', { params, ...how }),
  });
  if (query.data === undefined) {
    return query.error === null ? (
      <Waiting />
    ) : (
      <FailedView failure={query.error} retry={() => void query.refetch()} />
    );
  }
  const { phone, texts: said, isStopped } = query.data;
  return (
    <>
      <PageHeader
        title={fill(texts.thread, { phone: formatPhone(phone), number: formatPhone(number) })}
      />
      <Panel>
        <Stack gap="md">
          <div className={classes['bubbles']} role="log">
            {said.map((text) => (
              <Bubble key={text.key} text={text} account={account} />
            ))}
          </div>
          {isStopped ? <Alert color="red">{texts.isStopped}</Alert> : null}
          {maySend && !isStopped ? (
            <Answer
              number={number}
              phone={phone}
              mode={said.at(-1)?.mode ?? 'live'}
              onSent={() => void query.refetch()}
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
        <Time atMs={text.at} />
        {state === null ? null : <StateBadge state={state as State} />}
        {messageId === null ? null : (
          <Link to={`/${account}/sms/messages/${messageId}`}>{messageId}</Link>
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
  const common = useTexts(commonTexts);
  const { id: account } = useAccount();
  const [message, setMessage] = useState('');
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    try {
      const idempotencyKey = `thread-${number}-${Date.now()}`;
      const body = { mode, phoneNumbers: phone, sender: number, message, idempotencyKey };
      await call('POST /api/accounts/{account}/messages', { params: { account }, body });
      setMessage('');
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
          onChange={(event) => setMessage(event.currentTarget.value)}
          autosize
          minRows={2}
          maxRows={8}
          required
        />
        {failure === undefined ? null : (
          <Alert color="red" role="alert">
            {failure instanceof ApiFailure ? sayFailure(failure, common) : common.wentWrong}
          </Alert>
        )}
        <Group>
          <Button type="submit" loading={isBusy} disabled={message.trim() === ''}>
            {texts.send}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
