/** A request is pasted, and the page says whether its signature is right, or what is wrong with it. */
import { Button, Group, PasswordInput, Stack, Textarea } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { actIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { useAction } from '../../components/use-action.ts';
import { inspectorTexts } from '../../texts/inspector.ts';
import { SignatureVerdict, type Verdict } from './signature-verdict.tsx';

const example = 'webhook-id: msg_…\nwebhook-timestamp: 1893456000\nwebhook-signature: v1,…';

export function CheckRequestPage() {
  const texts = useTexts(inspectorTexts);
  const account = useAccount().id;
  const [found, setFound] = useState<Verdict>();
  return (
    <>
      <PageHeader
        title={texts.checkTitle}
        text={texts.checkLead}
        actions={<Link to={`/${account}/webhooks`}>{texts.toWebhooks}</Link>}
      />
      <Stack gap="lg">
        <Panel>
          <Form tell={setFound} />
        </Panel>
        {found === undefined ? null : (
          <Panel title={texts.result}>
            <div role="status">
              <SignatureVerdict found={found} />
            </div>
          </Panel>
        )}
      </Stack>
    </>
  );
}

function Form({ tell }: { readonly tell: (found: Verdict | undefined) => void }) {
  const texts = useTexts(inspectorTexts);
  const account = useAccount().id;
  const [secret, setSecret] = useState('');
  const [headers, setHeaders] = useState('');
  const [body, setBody] = useState('');
  const check = useAction(
    () => actIn(account, 'endpoint check-request', { secret, headers, body }),
    ['signature check'],
  );
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    tell(await check.run());
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate autoComplete="off">
      <Stack gap="md">
        <PasswordInput
          label={texts.secret}
          description={texts.secretHint}
          value={secret}
          onChange={({ currentTarget }) => setSecret(currentTarget.value)}
        />
        <Textarea
          label={texts.headers}
          placeholder={example}
          rows={5}
          ff="monospace"
          spellCheck={false}
          value={headers}
          onChange={({ currentTarget }) => setHeaders(currentTarget.value)}
        />
        <Textarea
          label={texts.body}
          rows={8}
          ff="monospace"
          spellCheck={false}
          value={body}
          onChange={({ currentTarget }) => setBody(currentTarget.value)}
        />
        <FailureNote failure={check.failure} />
        <Group justify="flex-end">
          <Button type="submit" loading={check.isBusy}>
            {texts.check}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
