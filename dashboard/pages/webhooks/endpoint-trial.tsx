/** Sends a sample to an endpoint, once and now, and shows what went and what came back. */
import { Alert, Button, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type Answer, actIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { CodeBlock } from '../../components/code-tabs.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Fault } from '../../components/fault.tsx';
import { Icon } from '../../components/icon.tsx';
import { Panel } from '../../components/panel.tsx';
import { useAction } from '../../components/use-action.ts';
import { webhookTexts } from '../../texts/webhooks.ts';
import type { SampleKind } from './sample-kinds.ts';

type Result = Answer<'endpoint test'>;

type TrialProps = {
  readonly endpoint: number;
  readonly kinds: readonly SampleKind[];
  readonly title: string;
};

export function EndpointTrial({ endpoint, kinds, title }: TrialProps) {
  const texts = useTexts(webhookTexts);
  const account = useAccount().id;
  const [chosen, setChosen] = useState('');
  const [result, setResult] = useState<Result>();
  const kind = kinds.find((each) => each === chosen) ?? kinds[0] ?? 'dlr';
  const test = useAction(() => actIn(account, 'endpoint test', { endpoint, kind }));
  return (
    <Panel
      title={title}
      actions={
        <>
          <NativeSelect
            aria-label={texts.testKind}
            data={[...kinds]}
            value={kind}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          />
          <Button
            variant="default"
            loading={test.isBusy}
            onClick={() => void test.run().then(setResult)}
            leftSection={<Icon name="send" size={16} />}
          >
            {texts.test}
          </Button>
        </>
      }
    >
      <FailureNote failure={test.failure} />
      {result === undefined ? (
        <Text size="sm" c="dimmed">
          {texts.testHint}
        </Text>
      ) : (
        <Came result={result} />
      )}
    </Panel>
  );
}

function Came({ result }: { readonly result: Result }) {
  const texts = useTexts(webhookTexts);
  return (
    <Stack gap="xs">
      <Alert color={result.received ? 'green' : 'red'} role="status">
        {result.received ? texts.received : texts.notReceived}
        <Fault fault={result.fault} raw={result.error} />
      </Alert>
      <CodeBlock label={texts.requestSent} code={result.request} />
      {result.status === 0 ? null : (
        <CodeBlock
          label={texts.answer}
          code={`${result.response.head.trim()}\n\n${result.response.body}`.trim()}
        />
      )}
      <Text size="sm" fw={600}>
        {texts.verify}
      </Text>
      <CodeBlock label={texts.verify} code={result.verify} />
    </Stack>
  );
}
