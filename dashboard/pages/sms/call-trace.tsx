/** The SIP messages of a call, where its trunks were traced. */
import { Button, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { Answer } from '../../api/operate.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { Panel } from '../../components/panel.tsx';
import { EmptyView } from '../../components/states.tsx';
import { oneCallTexts } from '../../texts/calls.ts';
import { CallLadder } from './call-ladder.tsx';

type Trace = Answer<'call trace'>;

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
          <CallLadder messages={messages} />
          {isCut ? <Text size="sm">{texts.traceCut}</Text> : null}
        </Stack>
      )}
    </Panel>
  );
}
