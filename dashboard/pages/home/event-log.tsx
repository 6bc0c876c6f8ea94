/** What your code would hear: events as they are stored, each opens to the JSON that is posted. */
import { Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answered, call } from '../../api/call.ts';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { CodeBlock } from '../../components/code-tabs.tsx';
import { Icon } from '../../components/icon.tsx';
import { Panel } from '../../components/panel.tsx';
import { Time } from '../../components/shown.tsx';
import { FailedView, Waiting } from '../../components/states.tsx';
import { homeTexts } from '../../texts/home.ts';
import { fill } from '../../texts/texts.ts';
import classes from './event-log.module.css';
import { liveKey, useWatch } from './use-watch.ts';

type Event = Answered<'GET /api/accounts/{account}/events'>['events'][number];

const shown = 30;

export function EventLog() {
  const texts = useTexts(homeTexts);
  const { id } = useAccount();
  const { data, error, refetch } = useWatch(liveKey('events', id), (isBackground) =>
    call('GET /api/accounts/{account}/events', {
      params: { account: id },
      query: { limit: shown },
      isBackground,
    }),
  );
  return (
    <Panel title={texts.eventsTitle} isFlush>
      {data === undefined ? (
        error === null ? (
          <Waiting />
        ) : (
          <FailedView failure={error} retry={() => void refetch()} />
        )
      ) : data.events.length === 0 ? (
        <Text size="sm" c="dimmed" p="md">
          {texts.eventsEmpty}
        </Text>
      ) : (
        <div className={classes['log']} role="log" aria-live="off" aria-label={texts.eventsLog}>
          {data.events.map((event) => (
            <EventLine key={event.id} event={event} />
          ))}
        </div>
      )}
    </Panel>
  );
}

function EventLine({ event }: { readonly event: Event }) {
  const texts = useTexts(homeTexts);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={classes['line']}>
      <UnstyledButton
        className={classes['button'] ?? ''}
        aria-expanded={isOpen}
        title={texts.opensTo}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'down' : 'right'} size={16} />
        <span className={classes['kind']}>{event.kind}</span>
        <span className={classes['about']}>{event.about}</span>
        <Time atMs={event.createdAtMs} />
      </UnstyledButton>
      {isOpen ? <EventBody id={event.id} kind={event.kind} /> : null}
    </div>
  );
}

function EventBody({ id, kind }: { readonly id: string; readonly kind: string }) {
  const texts = useTexts(homeTexts);
  const account = useAccount();
  const { data, error } = useQuery({
    queryKey: ['event', account.id, id],
    queryFn: () =>
      call('GET /api/accounts/{account}/events/{event}', {
        params: { account: account.id, event: id },
      }),
  });
  if (error !== null) return <FailedView failure={error} />;
  if (data === undefined) return null;
  return <CodeBlock code={indented(data.body)} label={fill(texts.eventOf, { kind })} />;
}

/** What is no JSON is shown as it is. */
function indented(body: string): string {
  try {
    const value: unknown = JSON.parse(body);
    return JSON.stringify(value, null, 2);
  } catch {
    return body;
  }
}
