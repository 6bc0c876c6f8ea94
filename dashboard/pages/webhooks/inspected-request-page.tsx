/** One webhook as the inspector received it, and what is to be said of its signature. */
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type Answer, ask } from '../../api/operate.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { CodeBlock } from '../../components/code-tabs.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Code, Time } from '../../components/shown.tsx';
import { inspectorTexts } from '../../texts/inspector.ts';
import { fill } from '../../texts/texts.ts';
import { SignatureVerdict } from './signature-verdict.tsx';

type Received = Answer<'simulator webhooks show'>['webhook'];

export function InspectedRequestPage() {
  const id =
    useParams({ strict: false, select: (names: { request?: string }) => names.request }) ?? '';
  const query = useQuery({
    queryKey: ['inspected', 'one', id],
    queryFn: ({ signal }) => ask('simulator webhooks show', { webhook: Number(id) }, { signal }),
  });
  return <QueryView query={query}>{({ webhook }) => <Shown request={webhook} />}</QueryView>;
}

function Shown({ request }: { readonly request: Received }) {
  const texts = useTexts(inspectorTexts);
  return (
    <>
      <PageHeader
        title={fill(texts.request, { id: request.id })}
        text={
          <Group gap="sm" component="span">
            <Link to="/console/inspector">{texts.back}</Link>
            <Code>{request.event}</Code>
            <Time atMs={Date.parse(request.at)} />
            <span>{request.answer}</span>
          </Group>
        }
      />
      <Stack gap="lg">
        <Panel title={texts.signature}>
          {request.signature === null ? (
            <Text size="sm">{texts.unknownSender}</Text>
          ) : (
            <SignatureVerdict found={request.signature} />
          )}
        </Panel>
        <Panel title={texts.head}>
          <CodeBlock label={texts.head} code={request.head} />
        </Panel>
        <Panel title={texts.body}>
          <CodeBlock label={texts.body} code={request.body} />
        </Panel>
      </Stack>
    </>
  );
}
