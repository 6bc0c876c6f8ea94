/** Where events of emails go, what signs them, a test of each kind, and the last ten deliveries. */
import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { actIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { accountTexts } from '../../texts/account.ts';
import { mailKinds } from '../webhooks/sample-kinds.ts';
import { UrlStanding, UrlTools } from './own-url.tsx';
import { SaveFoot, useSaving } from './saved-secrets.tsx';
import { type OwnUrl, useSettings } from './use-settings.ts';

export function EventUrlPanel() {
  const texts = useTexts(accountTexts);
  const settings = useSettings(useAccount().id);
  const url = settings.data?.endpoints.email ?? null;
  return (
    <>
      <Panel title={texts.eventUrl}>
        <QueryView query={settings}>
          {({ endpoints }) => <EventUrlForm url={endpoints.email} />}
        </QueryView>
      </Panel>
      {url === null ? null : <UrlTools name={texts.eventUrl} url={url} kinds={mailKinds} />}
    </>
  );
}

function EventUrlForm({ url }: { readonly url: OwnUrl | null }) {
  const texts = useTexts(accountTexts);
  const { id: account } = useAccount();
  const [written, setWritten] = useState(url?.url ?? '');
  const { submit, ...saving } = useSaving(async () => {
    // An empty address removes it.
    const saved = await actIn(account, 'account settings set', { eventUrl: written.trim() });
    return [saved.secrets.email];
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="md" maw={640}>
        <TextInput
          label={texts.eventUrl}
          description={texts.eventUrlHint}
          type="url"
          value={written}
          onChange={(event) => setWritten(event.currentTarget.value)}
        />
        {url === null ? null : <UrlStanding url={url} />}
        <SaveFoot {...saving} />
      </Stack>
    </form>
  );
}
