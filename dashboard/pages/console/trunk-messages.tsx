/** The SIP messages of a trunk while somebody looks: kept for some minutes, without credentials. */
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Answered, call } from '../../api/call.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { CodeBlock } from '../../components/code-tabs.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Code, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useAction } from '../../components/use-action.ts';
import { commonTexts } from '../../texts/common.ts';
import { consoleTexts } from '../../texts/console.ts';

type Traced = Answered<'GET /api/console/trunks/{id}/messages'>;

/** As long as anybody looks at once; the server takes up to 15. */
const minutes = 5;
const lookedAtMs = 2_000;

type MessagesProps = {
  readonly id: number;
  readonly name: string;
  readonly onClose: () => void;
};

export function TrunkMessages({ id, name, onClose }: MessagesProps) {
  const texts = useTexts(consoleTexts);
  const { close } = useTexts(commonTexts);
  const key = ['console', 'trunk-messages', id];
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      call('GET /api/console/trunks/{id}/messages', { params: { id }, signal }),
    refetchInterval: lookedAtMs,
  });
  const trace = useAction(
    (count: number) =>
      call('PUT /api/console/trunks/{id}/trace', { params: { id }, body: { minutes: count } }),
    key,
  );
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={`${texts.messagesOf} ${name}`}
      closeButtonProps={{ 'aria-label': close }}
    >
      <Stack gap="md">
        <FailureNote failure={trace.failure} />
        <QueryView query={query}>
          {(traced) => (
            <>
              <TraceState
                traced={traced}
                isBusy={trace.isBusy}
                set={(count) => void trace.run(count)}
              />
              <MessageList messages={traced.messages} />
            </>
          )}
        </QueryView>
      </Stack>
    </Modal>
  );
}

type StateProps = {
  readonly traced: Traced;
  readonly isBusy: boolean;
  readonly set: (minutes: number) => void;
};

function TraceState({ traced: { tracedUntilMs }, isBusy, set }: StateProps) {
  const texts = useTexts(consoleTexts);
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
          onClick={() => set(isTraced ? 0 : minutes)}
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
      {messages.map(({ id, atMs, direction, peer, text }) => (
        <div key={id}>
          <Group gap="xs">
            <Time atMs={atMs} />
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
