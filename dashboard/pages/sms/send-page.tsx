/** Composes an SMS, with a live preview of what a send would do and cost. */
import { Checkbox, Stack, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, actIn } from '../../api/operate.ts';
import { useAccount, useMode } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { atFields } from '../../components/at-fields.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { newKey } from '../../components/new-key.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { SendFoot } from '../../components/send-foot.tsx';
import { SendOptions } from '../../components/send-options.tsx';
import { SentNote } from '../../components/sent-note.tsx';
import { keyHere } from '../../components/show-as-code.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { sendingTexts } from '../../texts/sending.ts';
import { sendTexts } from '../../texts/sms.ts';
import { Preview } from './preview.tsx';
import { askedOf, type Draft, emptyDraft, isReady, requestOf } from './send-draft.ts';
import classes from './sms.module.css';

type Sent = Answer<'message send'>;

const pauseMs = 350;

export function SendPage() {
  const texts = useTexts(sendTexts);
  const { id: account } = useAccount();
  const [draft, setDraft] = useState(emptyDraft);
  const [settled] = useDebouncedValue(draft, pauseMs);
  const [sent, setSent] = useState<Sent>();
  const preview = usePreview(settled);
  return (
    <>
      <PageHeader title={texts.title} text={texts.intro} />
      {sent === undefined ? (
        <div className={classes['columns']}>
          <Composer
            draft={draft}
            change={(part) => setDraft((before) => ({ ...before, ...part }))}
            failure={preview.error}
            refused={isReady(settled) ? preview.data?.refused : undefined}
            onSent={setSent}
          />
          <Preview preview={isReady(settled) ? preview.data : undefined} text={settled.message} />
        </div>
      ) : (
        <SentNote
          texts={texts}
          id={sent.messageId}
          sent={sent}
          to={`/${account}/sms/messages/${sent.messageId}`}
          again={() => {
            setSent(undefined);
            setDraft(emptyDraft);
          }}
        />
      )}
    </>
  );
}

function usePreview(draft: Draft) {
  const { id: account } = useAccount();
  const { mode } = useMode();
  const asked = { ...askedOf(draft), test: mode === 'test' };
  return useQuery({
    queryKey: ['preview', account, asked],
    queryFn: ({ signal }) => actIn(account, 'message preview', asked, { signal }),
    enabled: isReady(draft),
    placeholderData: (before) => before,
    retry: false,
  });
}

type ComposerProps = {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  /** Of the preview: the same that a send would hear. */
  readonly failure: Error | null;
  /** Phones that would get nothing, as the preview says. */
  readonly refused: Answer<'message preview'>['refused'] | undefined;
  readonly onSent: (sent: Sent) => void;
};

function Composer({ draft, change, failure, refused = [], onSent }: ComposerProps) {
  const texts = useTexts(sendTexts);
  const { isBusy, failure: lost, submit } = useSending(draft, onSent);
  const told = lost ?? (isReady(draft) ? failure : undefined) ?? undefined;
  const { language } = useLanguage();
  const { errorOf, others } = atFields(told, fields);
  const unsent = refused.slice(0, refusedShown).map(({ says }) => says[language]);
  return (
    <Panel>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Recipients
            draft={draft}
            change={change}
            errorOf={(field) =>
              errorOf(field) ?? ((field === 'phones' && unsent.join(' ')) || undefined)
            }
          />
          <Textarea
            label={texts.message}
            error={errorOf('text')}
            value={draft.message}
            onChange={(event) => change({ message: event.currentTarget.value })}
            minRows={5}
            autosize
            maxRows={14}
            maxLength={5_000}
            required
          />
          <Options draft={draft} change={change} errorOf={errorOf} />
          <FailureNote failure={others} />
          <SendFoot
            texts={texts}
            isBusy={isBusy}
            isReady={isReady(draft)}
            isLater={draft.isLater}
            request={{
              method: 'POST',
              url: `${location.origin}/v1/send`,
              body: { ...requestOf(draft), apiKey: keyHere },
            }}
          />
        </Stack>
      </form>
    </Panel>
  );
}

/** Sends a draft once, however often it is tried: its key changes only when it was sent. */
function useSending(draft: Draft, onSent: (sent: Sent) => void) {
  const { id: account } = useAccount();
  const { mode } = useMode();
  const [key, setKey] = useState(() => newKey());
  return useSubmit(async () => {
    const asked = { ...askedOf(draft), test: mode === 'test', key };
    onSent(await actIn(account, 'message send', asked));
    setKey(newKey());
  });
}

type PartProps = Pick<ComposerProps, 'draft' | 'change'> & {
  readonly errorOf: (field: (typeof fields)[number]) => string | undefined;
};

/** What the operation calls those that can say what is wrong with them. */
const fields = ['phones', 'sender', 'text', 'tag'] as const;
const refusedShown = 3;

function Recipients({ draft, change, errorOf }: PartProps) {
  const texts = { ...useTexts(sendTexts), ...useTexts(sendingTexts) };
  return (
    <>
      <Textarea
        label={texts.to}
        description={texts.toHint}
        error={errorOf('phones')}
        value={draft.to}
        onChange={(event) => change({ to: event.currentTarget.value })}
        rows={2}
        autoFocus
        required
      />
      <TextInput
        label={texts.sender}
        description={texts.senderHint}
        error={errorOf('sender')}
        value={draft.sender}
        onChange={(event) => change({ sender: event.currentTarget.value })}
        maxLength={20}
      />
    </>
  );
}

function Options({ draft, change, errorOf }: PartProps) {
  const texts = useTexts(sendTexts);
  return (
    <SendOptions draft={draft} change={change} tagError={errorOf('tag')} tagCharactersMax={20}>
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
    </SendOptions>
  );
}
