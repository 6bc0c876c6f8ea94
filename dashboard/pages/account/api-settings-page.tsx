/** The API settings of a product: its keys, where its webhooks go, and how its requests look. */
import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { actIn } from '../../api/operate.ts';
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
  const replyUrl = data?.endpoints.reply ?? null;
  const reportUrl = data?.endpoints.report ?? null;
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
  const { reply, report } = settings.endpoints;
  const [replyUrl, setReplyUrl] = useState(reply?.url ?? '');
  const [reportUrl, setReportUrl] = useState(report?.url ?? '');
  const [transliterate, setTransliterate] = useState(settings.transliterate);
  const [timeZone, setTimeZone] = useState(settings.timeZone);
  const [secrets, setSecrets] = useState<readonly string[]>();
  const { isBusy, failure, submit } = useSubmit(async () => {
    setSecrets(undefined);
    const saved = await actIn(account, 'account settings set', {
      ...changedUrl('replyUrl', replyUrl, reply?.url),
      ...changedUrl('dlrUrl', reportUrl, report?.url),
      transliterate,
      timeZone,
    });
    setSecrets([saved.secrets.reply, saved.secrets.report].filter((one) => one !== undefined));
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
        {reply === null ? null : <UrlStanding url={reply} />}
        <TextInput
          label={texts.reportUrl}
          description={texts.reportUrlHint}
          type="url"
          value={reportUrl}
          onChange={(event) => setReportUrl(event.currentTarget.value)}
        />
        {report === null ? null : <UrlStanding url={report} />}
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
function changedUrl(name: 'replyUrl' | 'dlrUrl', url: string, standing: string | undefined) {
  const written = url.trim();
  return written === (standing ?? '') ? {} : { [name]: written };
}

function readForm(value: string): Settings['transliterate'] {
  return value === 'punctuation' || value === 'letters' ? value : 'off';
}
