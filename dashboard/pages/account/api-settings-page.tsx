/** The API settings of a product: its keys, where its webhooks go, and how its requests look. */
import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { FailedView, Waiting } from '../../components/states.tsx';
import { FailureLine, useSubmit } from '../../components/submit.tsx';
import { accountTexts } from '../../texts/account.ts';
import { commonTexts } from '../../texts/common.ts';
import { replyKinds, reportKinds } from '../webhooks/sample-kinds.ts';
import { DefaultSenderPanel } from './default-sender-panel.tsx';
import { EventUrlPanel } from './event-url-panel.tsx';
import { KeysPanel } from './keys-panel.tsx';
import { UrlStanding, UrlTools } from './own-url.tsx';
import { Saved } from './saved-secrets.tsx';
import { SwitchesPanel } from './switches-panel.tsx';
import { type Settings, useSettings } from './use-settings.ts';

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
  const replyUrl = data?.replyUrl ?? null;
  const reportUrl = data?.reportUrl ?? null;
  return (
    <>
      <Panel title={texts.urls}>
        {error === null ? null : (
          <FailedView failure={error} retry={() => void settings.refetch()} />
        )}
        {data === undefined && error === null ? <Waiting rows={3} /> : null}
        {data === undefined ? null : <UrlsForm account={account} settings={data} />}
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

function UrlsForm({
  account,
  settings,
}: {
  readonly account: number;
  readonly settings: Settings;
}) {
  const texts = useTexts(accountTexts);
  const common = useTexts(commonTexts);
  const queries = useQueryClient();
  const [replyUrl, setReplyUrl] = useState(settings.replyUrl?.url ?? '');
  const [reportUrl, setReportUrl] = useState(settings.reportUrl?.url ?? '');
  const [transliterate, setTransliterate] = useState(settings.transliterate);
  const [timeZone, setTimeZone] = useState(settings.timeZone);
  const [secrets, setSecrets] = useState<readonly string[]>();
  const { isBusy, failure, submit } = useSubmit(async () => {
    setSecrets(undefined);
    const saved = await call('PATCH /api/accounts/{account}/api-settings', {
      params: { account },
      body: {
        ...changedUrl('replyUrl', replyUrl, settings.replyUrl?.url),
        ...changedUrl('reportUrl', reportUrl, settings.reportUrl?.url),
        transliterate,
        timeZone,
      },
    });
    setSecrets([saved.secrets.reply, saved.secrets.report].filter((one) => one !== null));
    await queries.invalidateQueries({ queryKey: ['api-settings', account] });
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="md" maw={640}>
        <TextInput
          label={texts.replyUrl}
          description={texts.replyUrlHint}
          type="url"
          value={replyUrl}
          onChange={(event) => setReplyUrl(event.currentTarget.value)}
        />
        {settings.replyUrl === null ? null : <UrlStanding url={settings.replyUrl} />}
        <TextInput
          label={texts.reportUrl}
          description={texts.reportUrlHint}
          type="url"
          value={reportUrl}
          onChange={(event) => setReportUrl(event.currentTarget.value)}
        />
        {settings.reportUrl === null ? null : <UrlStanding url={settings.reportUrl} />}
        <NativeSelect
          label={texts.transliterate}
          description={texts.transliterateHint}
          value={transliterate}
          onChange={(event) => setTransliterate(readForm(event.currentTarget.value))}
          data={[
            { value: 'off', label: texts.transliterateOff },
            { value: 'punctuation', label: texts.transliteratePunctuation },
            { value: 'letters', label: texts.transliterateLetters },
          ]}
        />
        <NativeSelect
          label={texts.timeZone}
          description={texts.timeZoneHint}
          value={timeZone}
          onChange={(event) => setTimeZone(event.currentTarget.value)}
          data={zonesWith(settings.timeZone)}
        />
        <FailureLine failure={failure} />
        {secrets === undefined ? null : <Saved secrets={secrets} />}
        <Group>
          <Button type="submit" loading={isBusy}>
            {common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What browsers know, and what stands: a server may know other names. */
function zonesWith(standing: string): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', standing])].toSorted();
}

/** An empty address removes it; one that stands as it was is left alone. */
function changedUrl(name: 'replyUrl' | 'reportUrl', url: string, standing: string | undefined) {
  const written = url.trim();
  if (written === (standing ?? '')) return {};
  return { [name]: written === '' ? null : written };
}

function readForm(value: string): Settings['transliterate'] {
  return value === 'punctuation' || value === 'letters' ? value : 'off';
}
