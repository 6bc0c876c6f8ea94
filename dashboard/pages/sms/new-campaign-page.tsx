/** A new campaign: a group, a text with fields, and what it will come to before it starts. */
import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { type Answer, actIn, askIn } from '../../api/operate.ts';
import { useAccount, useMode } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { formatNumber } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { EmptyView } from '../../components/states.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { campaignTexts } from '../../texts/campaigns.ts';
import { fill } from '../../texts/texts.ts';
import {
  campaignFields,
  type Draft,
  emptyDraft,
  isReady,
  requestOf,
  wordedOf,
} from './campaign-draft.ts';
import { CampaignPreview } from './campaign-preview.tsx';
import classes from './sms.module.css';

type GroupRow = Answer<'group list'>['groups'][number];

const pauseMs = 500;

export function NewCampaignPage() {
  const texts = useTexts(campaignTexts);
  const { id: account } = useAccount();
  const query = useQuery({
    queryKey: ['group list', account, 'filled'],
    queryFn: ({ signal }) => askIn(account, 'group list', {}, { signal }),
  });
  return (
    <>
      <PageHeader title={texts.new} text={texts.intro} />
      <QueryView query={query}>
        {({ groups }) => <Composer groups={groups.filter(({ contacts }) => contacts > 0)} />}
      </QueryView>
    </>
  );
}

function Composer({ groups }: { readonly groups: readonly GroupRow[] }) {
  const texts = useTexts(campaignTexts);
  const { id: account } = useAccount();
  const { mode } = useMode();
  const [draft, setDraft] = useState<Draft>({ ...emptyDraft, group: groups[0]?.id ?? 0 });
  const [settled] = useDebouncedValue(draft, pauseMs);
  const asked = wordedOf(settled, mode);
  const preview = useQuery({
    queryKey: ['campaign preview', account, asked],
    queryFn: ({ signal }) => actIn(account, 'campaign preview', asked, { signal }),
    enabled: settled.text.trim() !== '',
    placeholderData: (before) => before,
    retry: false,
  });
  if (groups.length === 0) {
    return (
      <Panel>
        <EmptyView
          icon="people"
          title={texts.noGroupsTitle}
          text={texts.noGroups}
          action={
            <Button renderRoot={(props) => <Link to={`/${account}/sms/contacts`} {...props} />}>
              {texts.toGroups}
            </Button>
          }
        />
      </Panel>
    );
  }
  return (
    <div className={classes['columns']}>
      <Form
        groups={groups}
        draft={draft}
        change={(part) => setDraft((before) => ({ ...before, ...part }))}
        failure={preview.error ?? undefined}
      />
      <CampaignPreview preview={settled.text.trim() === '' ? undefined : preview.data} />
    </div>
  );
}

type FormProps = {
  readonly groups: readonly GroupRow[];
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  /** Of the preview: the same that a start would hear. */
  readonly failure: Error | undefined;
};

function Form({ groups, draft, change, failure }: FormProps) {
  const texts = useTexts(campaignTexts);
  const { language } = useLanguage();
  const { id: account, currency } = useAccount();
  const { mode } = useMode();
  const navigate = useNavigate();
  const {
    isBusy,
    failure: refused,
    submit,
  } = useSubmit(async () => {
    const { campaign } = await actIn(account, 'campaign add', requestOf(draft, mode));
    void navigate({ to: `/${account}/sms/campaigns/${campaign.id}` });
  });
  return (
    <Panel>
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={texts.name}
            value={draft.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
            maxLength={100}
            required
          />
          <NativeSelect
            label={texts.group}
            value={String(draft.group)}
            onChange={(event) => change({ group: Number(event.currentTarget.value) })}
            data={groups.map(({ id, name, contacts }) => ({
              value: String(id),
              label: fill(texts.groupOption, { name, count: formatNumber(contacts, language) }),
            }))}
          />
          <TextInput
            label={texts.sender}
            description={texts.senderHint}
            value={draft.sender}
            onChange={(event) => change({ sender: event.currentTarget.value })}
            maxLength={20}
          />
          <TextWithFields draft={draft} change={change} />
          <Options draft={draft} change={change} currency={currency} />
          <FailureNote failure={refused ?? failure} />
          <Text size="xs" c="dimmed">
            {mode === 'test' ? texts.testNote : texts.liveNote}
          </Text>
          <Group>
            <Button
              type="submit"
              loading={isBusy}
              disabled={!isReady(draft)}
              leftSection={<Icon name={draft.isLater ? 'clock' : 'send'} size={16} />}
            >
              {draft.isLater ? texts.schedule : texts.start}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}

type PartProps = Pick<FormProps, 'draft' | 'change'>;

/** A field is put where the cursor stands. */
function TextWithFields({ draft, change }: PartProps) {
  const texts = useTexts(campaignTexts);
  const area = useRef<HTMLTextAreaElement>(null);
  const put = (field: string) => {
    const { selectionStart = draft.text.length, selectionEnd = selectionStart } =
      area.current ?? {};
    const text = draft.text.slice(0, selectionStart) + field + draft.text.slice(selectionEnd);
    change({ text });
    area.current?.focus();
  };
  return (
    <div>
      <Textarea
        ref={area}
        label={texts.text}
        value={draft.text}
        onChange={(event) => change({ text: event.currentTarget.value })}
        minRows={4}
        autosize
        maxRows={12}
        maxLength={5_000}
        required
      />
      <Group gap={4} mt={6} role="group" aria-label={texts.fields}>
        {campaignFields.map((field) => (
          <Button key={field} size="compact-xs" variant="default" onClick={() => put(field)}>
            {field}
          </Button>
        ))}
      </Group>
    </div>
  );
}

function Options({ draft, change, currency }: PartProps & { readonly currency: string }) {
  const texts = useTexts(campaignTexts);
  return (
    <Stack gap="xs">
      <Checkbox
        label={texts.saysStop}
        checked={draft.saysStop}
        onChange={(event) => change({ saysStop: event.currentTarget.checked })}
      />
      <Checkbox
        label={texts.marketing}
        checked={draft.marketing}
        onChange={(event) => change({ marketing: event.currentTarget.checked })}
      />
      <TextInput
        label={fill(texts.costMax, { currency })}
        description={texts.costMaxHint}
        value={draft.costMax}
        onChange={(event) => change({ costMax: event.currentTarget.value })}
        inputMode="decimal"
      />
      <Checkbox
        label={texts.later}
        checked={draft.isLater}
        onChange={(event) => change({ isLater: event.currentTarget.checked })}
      />
      {draft.isLater ? (
        <TextInput
          type="datetime-local"
          label={texts.startAt}
          description={texts.startHint}
          value={draft.at}
          onChange={(event) => change({ at: event.currentTarget.value })}
          required
        />
      ) : null}
    </Stack>
  );
}
