/** Where the replies and reports of SMS are posted, and how texts and times are written. */
import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { actIn } from '../../api/operate.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { accountTexts } from '../../texts/account.ts';
import { UrlStanding } from './own-url.tsx';
import { SaveFoot, useSaving } from './saved-secrets.tsx';
import type { Settings } from './use-settings.ts';

type FormProps = { readonly account: number; readonly settings: Settings };

export function SmsSettingsForm({ account, settings }: FormProps) {
  const [draft, setDraft] = useState(() => draftOf(settings));
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const { submit, ...saving } = useSaving(async () => {
    const changed = changedSettings(draft, settings);
    const saved = await actIn(account, 'account settings set', changed);
    return [saved.secrets.reply, saved.secrets.report];
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="md" maw={640}>
        <UrlFields draft={draft} change={change} settings={settings} />
        <FormatFields draft={draft} change={change} settings={settings} />
        <SaveFoot {...saving} />
      </Stack>
    </form>
  );
}

type Draft = ReturnType<typeof draftOf>;

function draftOf({ endpoints: { reply, report }, transliterate, timeZone }: Settings) {
  return { replyUrl: reply?.url ?? '', reportUrl: report?.url ?? '', transliterate, timeZone };
}

function changedSettings({ replyUrl, reportUrl, ...others }: Draft, { endpoints }: Settings) {
  return {
    ...changedUrl('replyUrl', replyUrl, endpoints.reply?.url),
    ...changedUrl('dlrUrl', reportUrl, endpoints.report?.url),
    ...others,
  };
}

/** An empty address removes it; one that stands as it was is left alone. */
function changedUrl(name: 'replyUrl' | 'dlrUrl', url: string, standing: string | undefined) {
  const written = url.trim();
  return written === (standing ?? '') ? {} : { [name]: written };
}

type FieldsProps = {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  /** As they stand. */
  readonly settings: Settings;
};

function UrlFields({ draft, change, settings }: FieldsProps) {
  const texts = useTexts(accountTexts);
  const { reply, report } = settings.endpoints;
  return (
    <>
      <TextInput
        label={texts.replyUrl}
        description={texts.replyUrlHint}
        type="url"
        value={draft.replyUrl}
        onChange={(event) => change({ replyUrl: event.currentTarget.value })}
      />
      {reply === null ? null : <UrlStanding url={reply} />}
      <TextInput
        label={texts.reportUrl}
        description={texts.reportUrlHint}
        type="url"
        value={draft.reportUrl}
        onChange={(event) => change({ reportUrl: event.currentTarget.value })}
      />
      {report === null ? null : <UrlStanding url={report} />}
    </>
  );
}

function FormatFields({ draft, change, settings }: FieldsProps) {
  const texts = useTexts(accountTexts);
  return (
    <>
      <NativeSelect
        label={texts.transliterate}
        description={texts.transliterateHint}
        value={draft.transliterate}
        onChange={(event) => change({ transliterate: readForm(event.currentTarget.value) })}
        data={[
          { value: 'off', label: texts.transliterateOff },
          { value: 'punctuation', label: texts.transliteratePunctuation },
          { value: 'letters', label: texts.transliterateLetters },
        ]}
      />
      <NativeSelect
        label={texts.timeZone}
        description={texts.timeZoneHint}
        value={draft.timeZone}
        onChange={(event) => change({ timeZone: event.currentTarget.value })}
        data={zonesWith(settings.timeZone)}
      />
    </>
  );
}

function readForm(value: string): Settings['transliterate'] {
  return value === 'punctuation' || value === 'letters' ? value : 'off';
}

/** What browsers know, and what stands: a server may know other names. */
function zonesWith(standing: string): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', standing])].toSorted();
}
