/** The SIP messages of a call, where its trunks were traced. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../../app/use-texts.tsx';
import { CodeBlock } from '../../components/code-tabs.tsx';
import { Panel } from '../../components/panel.tsx';
import { Code, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { oneCallTexts } from '../../texts/calls.ts';
import type { Found } from './call-page.tsx';
import classes from './sms.module.css';

type Trace = NonNullable<Found['trace']>;

export function CallTrace({ trace: { messages, isCut } }: { readonly trace: Trace }) {
  const texts = useTexts(oneCallTexts);
  const navigate = useNavigate();
  return (
    <Panel title={texts.trace}>
      {messages.length === 0 ? (
        <EmptyView
          icon="call"
          title={texts.traceEmpty}
          text={texts.traceEmptyText}
          action={
            <Button variant="default" onClick={() => void navigate({ to: '/console/trunks' })}>
              {texts.toTrunks}
            </Button>
          }
        />
      ) : (
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {texts.traceText}
          </Text>
          {messages.map((message) => (
            <OneMessage key={message.id} message={message} />
          ))}
          {isCut ? <Text size="sm">{texts.traceCut}</Text> : null}
        </Stack>
      )}
    </Panel>
  );
}

/** Its first line tells most; the rest is opened. */
function OneMessage({ message }: { readonly message: Trace['messages'][number] }) {
  const texts = useTexts(oneCallTexts);
  const { id, leg, trunk, atMs, direction, peer, text } = message;
  const [first = ''] = text.split(/\r?\n/, 1);
  return (
    <div>
      <Group gap="xs">
        <Time atMs={atMs} />
        <StatusBadge tone="quiet">
          {leg === 'caller' ? texts.legCaller : texts.legTarget}
        </StatusBadge>
        <Text size="sm">{direction === 'in' ? texts.received : texts.sent}</Text>
        <Code>{`${trunk} ${peer}`}</Code>
      </Group>
      <details className={classes['raw']}>
        <summary>{first}</summary>
        <CodeBlock code={text.trimEnd()} label={`${first} ${id}`} />
      </details>
    </div>
  );
}
