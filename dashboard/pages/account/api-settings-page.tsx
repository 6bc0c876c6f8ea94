/** The API settings of a product: its keys, where its webhooks go, and how its requests look. */
import { Stack } from '@mantine/core';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { FailedView, Waiting } from '../../components/states.tsx';
import { accountTexts } from '../../texts/account.ts';
import { replyKinds, reportKinds } from '../webhooks/sample-kinds.ts';
import { DefaultSenderPanel } from './default-sender-panel.tsx';
import { EventUrlPanel } from './event-url-panel.tsx';
import { KeysPanel } from './keys-panel.tsx';
import { UrlTools } from './own-url.tsx';
import { SmsSettingsForm } from './sms-settings-form.tsx';
import { SwitchesPanel } from './switches-panel.tsx';
import { useSettings } from './use-settings.ts';

export function SmsSettingsPage() {
  return (
    <Page>
      <KeysPanel product="sms" />
      <UrlsPanel />
      <SwitchesPanel product="sms" />
    </Page>
  );
}

export function EmailSettingsPage() {
  return (
    <Page>
      <KeysPanel product="email" />
      <DefaultSenderPanel />
      <EventUrlPanel />
      <SwitchesPanel product="email" />
    </Page>
  );
}

function Page({ children }: { readonly children: React.ReactNode }) {
  const texts = useTexts(accountTexts);
  return (
    <>
      <PageHeader title={texts.settingsTitle} text={texts.settingsText} />
      <Stack gap="md">{children}</Stack>
    </>
  );
}

function UrlsPanel() {
  const texts = useTexts(accountTexts);
  const { id: account } = useAccount();
  const settings = useSettings(account);
  const { data, error } = settings;
  const replyUrl = data?.endpoints.reply ?? null;
  const reportUrl = data?.endpoints.report ?? null;
  return (
    <>
      <Panel title={texts.urls}>
        {error === null ? null : (
          <FailedView failure={error} retry={() => void settings.refetch()} />
        )}
        {data === undefined && error === null ? <Waiting rows={3} /> : null}
        {data === undefined ? null : <SmsSettingsForm account={account} settings={data} />}
      </Panel>
      {replyUrl === null ? null : (
        <UrlTools name={texts.replyUrl} url={replyUrl} kinds={replyKinds} />
      )}
      {reportUrl === null ? null : (
        <UrlTools name={texts.reportUrl} url={reportUrl} kinds={reportKinds} />
      )}
    </>
  );
}
