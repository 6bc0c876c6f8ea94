/** The SIP messages of a trunk while somebody looks: kept for some minutes, without credentials. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Answer, ask, useAct } from '../../api/operate.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { CodeBlock } from '../../components/code-tabs.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Code, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { consoleTexts } from '../../texts/console.ts';

type Traced = Answer<'trunk trace show'>;

/** As long as anybody looks at once; the server takes up to 15. */
const minutes = 5;
const limit = 100;
const lookedAtMs = 2_000;

type MessagesProps = { readonly name: string; readonly onClose: () => void };

export function TrunkMessages({ name, onClose }: MessagesProps) {
  const texts = useTexts(consoleTexts);
  const input = { name, limit };
  const query = useQuery({
    queryKey: ['trunk trace show', input],
    queryFn: ({ signal }) => ask('trunk trace show', input, { signal }),
    refetchInterval: lookedAtMs,
  });
  const start = useAct('trunk trace start');
  const stop = useAct('trunk trace stop');
  return (
    <FormModal isOpen title={`${texts.messagesOf} ${name}`} size="xl" onClose={onClose}>
      <Stack gap="md">
        <FailureNote failure={start.failure ?? stop.failure} />
        <QueryView query={query}>
          {(traced) => (
            <>
              <TraceState
                traced={traced}
                isBusy={start.isBusy || stop.isBusy}
                start={() => void start.run({ name, minutes })}
                stop={() => void stop.run({ name })}
              />
              <MessageList messages={traced.messages} />
            </>
          )}
        </QueryView>
      </Stack>
    </FormModal>
  );
}

type StateProps = {
  readonly traced: Traced;
  readonly isBusy: boolean;
  readonly start: () => void;
  readonly stop: () => void;
};

function TraceState({ traced: { tracedUntil }, isBusy, start, stop }: StateProps) {
  const texts = useTexts(consoleTexts);
  const tracedUntilMs = Date.parse(tracedUntil ?? '');
  const isTraced = tracedUntilMs > Date.now();
  return (
    <Alert color={isTraced ? 'blue' : 'gray'} role="status">
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {isTraced ? (
            <>
              {texts.tracedUntil} <Time atMs={tracedUntilMs} />
            </>
          ) : (
            texts.notTraced
          )}
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          loading={isBusy}
          onClick={isTraced ? stop : start}
        >
          {isTraced ? texts.traceStop : texts.traceStart}
        </Button>
      </Group>
    </Alert>
  );
}

function MessageList({ messages }: Pick<Traced, 'messages'>) {
  const texts = useTexts(consoleTexts);
  if (messages.length === 0) {
    return <EmptyView icon="call" title={texts.noMessages} text={texts.noMessagesText} />;
  }
  return (
    <Stack gap="md">
      {messages.toReversed().map(({ id, at, direction, peer, text }) => (
        <div key={id}>
          <Group gap="xs">
            <Time atMs={Date.parse(at)} />
            <StatusBadge tone="quiet">
              {direction === 'in' ? texts.received : texts.sent}
            </StatusBadge>
            <Code>{peer}</Code>
          </Group>
          <CodeBlock code={text.trimEnd()} label={`${peer} ${id}`} />
        </div>
      ))}
    </Stack>
  );
}
