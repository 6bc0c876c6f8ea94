/**
 * What happens, as it happens: accepted, submitted, told, tried. Each line opens to its JSON. While somebody
 * points at a line or has one open, new ones wait behind a button.
 */
import { Button, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { askIn } from '../../api/operate.ts';
import { useLivePausedSince } from '../../app/live/use-live.ts';
import { useAccount } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { CodeBlock } from '../../components/code-tabs.tsx';
import { formatNumber } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { Panel } from '../../components/panel.tsx';
import { PausedNote } from '../../components/paused-note.tsx';
import { Time } from '../../components/shown.tsx';
import { FailedView, Waiting } from '../../components/states.tsx';
import { commonTexts } from '../../texts/common.ts';
import { homeTexts } from '../../texts/home.ts';
import { countText, fill } from '../../texts/texts.ts';
import type { Line } from './event-lines.ts';
import classes from './event-log.module.css';
import { type Happenings, useHappenings } from './use-happenings.ts';

export function EventLog() {
  const texts = useTexts(homeTexts);
  const box = useRef<HTMLDivElement>(null);
  const pausedSinceMs = useLivePausedSince();
  const happenings = useHappenings(() => box.current?.matches(reading) === true);
  const { lines, failure, retry } = happenings;
  return (
    <Panel title={texts.eventsTitle} isFlush>
      <PausedNote sinceMs={pausedSinceMs} />
      <Notes happenings={happenings} />
      {lines === undefined ? (
        failure === undefined ? (
          <Waiting />
        ) : (
          <FailedView failure={failure} retry={retry} />
        )
      ) : lines.length === 0 ? (
        <Text size="sm" c="dimmed" p="md">
          {texts.eventsEmpty}
        </Text>
      ) : (
        <div
          className={classes['log']}
          role="log"
          aria-live="off"
          aria-label={texts.eventsLog}
          ref={box}
        >
          {lines.map((line) => (
            <EventLine key={line.key} line={line} />
          ))}
        </div>
      )}
    </Panel>
  );
}

/** Somebody points at it, is in it by the keys, or has a line open. */
const reading = ':hover, :focus-within, :has([aria-expanded="true"])';

function Notes({ happenings: { news, showNews, oneIn } }: { readonly happenings: Happenings }) {
  const texts = { ...useTexts(commonTexts), ...useTexts(homeTexts) };
  const { language } = useLanguage();
  return (
    <>
      {oneIn === undefined ? null : (
        <Text size="xs" c="dimmed" px="md" py={6}>
          {fill(texts.oneIn, { count: formatNumber(oneIn, language) })}
        </Text>
      )}
      {news === 0 ? null : (
        <div className={classes['news']}>
          <Button size="compact-sm" radius="xl" onClick={showNews}>
            {countText(texts.news, news, language)}
          </Button>
        </div>
      )}
      <SpokenCount news={news} />
    </>
  );
}

/** Who hears the page hears a count now and then, and not each line. */
const spokenEveryMs = 10_000;

function SpokenCount({ news }: { readonly news: number }) {
  const texts = useTexts(commonTexts);
  const { language } = useLanguage();
  const [spoken, setSpoken] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setSpoken(news), spokenEveryMs);
    return () => clearTimeout(timer);
  }, [news]);
  return (
    <VisuallyHidden role="status">
      {spoken === 0 ? '' : countText(texts.news, spoken, language)}
    </VisuallyHidden>
  );
}

function EventLine({ line }: { readonly line: Line }) {
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
        <span className={classes['what']}>
          <span className={classes['kind']}>{line.event}</span>
          <span className={classes['about']}>{line.about}</span>
        </span>
        <Time atMs={Date.parse(line.createdAt)} />
      </UnstyledButton>
      {isOpen ? <LineBody line={line} /> : null}
    </div>
  );
}

function LineBody({ line: { id, event, payload } }: { readonly line: Line }) {
  const texts = useTexts(homeTexts);
  const label = fill(texts.eventOf, { kind: event });
  if (payload !== undefined) return <CodeBlock code={indented(payload)} label={label} />;
  if (id !== undefined) return <EventBody id={id.replace(/^msg_/, '')} label={label} />;
  return (
    <Text size="sm" c="dimmed" p="sm">
      {texts.hidden}
    </Text>
  );
}

/** The bytes that were posted, read when somebody wants to see them. */
function EventBody({ id, label }: { readonly id: string; readonly label: string }) {
  const account = useAccount();
  const { data, error } = useQuery({
    queryKey: ['event show', account.id, id],
    queryFn: () => askIn(account.id, 'event show', { event: Number(id) }),
  });
  if (error !== null) return <FailedView failure={error} />;
  if (data === undefined) return null;
  return <CodeBlock code={readable(data.body)} label={label} />;
}

function indented(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** What is no JSON is shown as it is. */
function readable(body: string): string {
  try {
    return indented(JSON.parse(body));
  } catch {
    return body;
  }
}
