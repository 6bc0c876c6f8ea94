/** The form in which an email is written. */
import {
  Autocomplete,
  Checkbox,
  SegmentedControl,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, actIn, askIn } from '../../api/operate.ts';
import { useAccount, useMode } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { atFields } from '../../components/at-fields.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { newKey } from '../../components/new-key.ts';
import { Panel } from '../../components/panel.tsx';
import { SendFoot } from '../../components/send-foot.tsx';
import { SendOptions } from '../../components/send-options.tsx';
import { keyHere } from '../../components/show-as-code.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { composeTexts } from '../../texts/compose.ts';
import { sendingTexts } from '../../texts/sending.ts';
import { askedOf, attachmentOf, type EmailDraft, isReady, requestOf } from './email-draft.ts';
import { EmailFiles } from './email-files.tsx';

type ComposerProps = {
  readonly draft: EmailDraft;
  readonly change: (part: Partial<EmailDraft>) => void;
  /** Of the preview: the same that a send would hear. */
  readonly refusal: unknown;
  readonly onSent: (sent: Answer<'mail send'>) => void;
};

/** What the operation calls those that can say what is wrong with them. */
export const toldFields = ['to', 'sender', 'replyTo', 'subject', 'tag'] as const;

export function EmailComposer({ draft, change, refusal, onSent }: ComposerProps) {
  const texts = useTexts(composeTexts);
  const { id: account } = useAccount();
  const { mode } = useMode();
  const [key, setKey] = useState(() => newKey());
  const { isBusy, failure, submit } = useSubmit(async () => {
    const test = mode === 'test';
    onSent(await actIn(account, 'mail send', { ...askedOf(draft), ...filesOf(draft), test, key }));
    setKey(newKey());
  });
  const { errorOf } = atFields(failure ?? refusal, toldFields);
  return (
    <Panel>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Envelope draft={draft} change={change} errorOf={errorOf} />
          <Body draft={draft} change={change} />
          <EmailFiles files={draft.files} change={(files) => change({ files })} />
          <Options draft={draft} change={change} errorOf={errorOf} />
          <FailureNote failure={atFields(failure, toldFields).others} />
          <SendFoot
            texts={texts}
            isBusy={isBusy}
            isReady={isReady(draft)}
            isLater={draft.isLater}
            request={codeOf(draft)}
          />
        </Stack>
      </form>
    </Panel>
  );
}

function filesOf({ files }: EmailDraft) {
  return files.length > 0 ? { attachments: files.map(attachmentOf) } : {};
}

/** Of a file its first characters are enough to see where the rest goes. */
const shownCharacters = 40;

function codeOf(draft: EmailDraft) {
  const files = filesOf(draft).attachments?.map(({ base64Content, ...file }) => ({
    ...file,
    base64Content:
      base64Content.length > shownCharacters
        ? `${base64Content.slice(0, shownCharacters)}…`
        : base64Content,
  }));
  const body = {
    apiKey: keyHere,
    ...requestOf(draft),
    ...(files !== undefined && { attachments: files }),
  };
  return { method: 'POST', url: `${location.origin}/mail/v1/send`, body } as const;
}

type PartProps = Pick<ComposerProps, 'draft' | 'change'>;

type FieldProps = PartProps & {
  readonly errorOf: (field: (typeof toldFields)[number]) => string | undefined;
};

function Envelope({ draft, change, errorOf }: FieldProps) {
  const texts = { ...useTexts(composeTexts), ...useTexts(sendingTexts) };
  const account = useAccount().id;
  const { data } = useQuery({
    queryKey: ['sender list', account],
    queryFn: ({ signal }) => askIn(account, 'sender list', {}, { signal }),
  });
  const senders = (data?.senders ?? []).map(({ address, name }) =>
    name === '' ? address : `${name} <${address}>`,
  );
  return (
    <>
      <Textarea
        label={texts.to}
        description={texts.toHint}
        error={errorOf('to')}
        value={draft.to}
        onChange={(event) => change({ to: event.currentTarget.value })}
        rows={2}
        autoFocus
        required
      />
      <Autocomplete
        label={texts.sender}
        description={texts.senderHint}
        error={errorOf('sender')}
        value={draft.from}
        onChange={(from) => change({ from })}
        data={[...new Set(senders)]}
        maxLength={600}
      />
      <TextInput
        label={texts.replyTo}
        error={errorOf('replyTo')}
        value={draft.replyTo}
        onChange={(event) => change({ replyTo: event.currentTarget.value })}
        maxLength={600}
      />
      <TextInput
        label={texts.subject}
        error={errorOf('subject')}
        value={draft.subject}
        onChange={(event) => change({ subject: event.currentTarget.value })}
        maxLength={900}
        required
      />
    </>
  );
}

const textMax = 500_000;

function Body({ draft, change }: PartProps) {
  const texts = useTexts(composeTexts);
  const isHtml = draft.form === 'html';
  return (
    <>
      <SegmentedControl
        aria-label={texts.form}
        value={draft.form}
        onChange={(form) => change({ form: form === 'html' ? 'html' : 'plain' })}
        data={[
          { value: 'plain', label: texts.plain },
          { value: 'html', label: texts.html },
        ]}
      />
      {isHtml ? (
        <Textarea
          label={texts.htmlLabel}
          value={draft.html}
          onChange={(event) => change({ html: event.currentTarget.value })}
          minRows={8}
          maxRows={24}
          autosize
          maxLength={textMax}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          required
        />
      ) : null}
      <Textarea
        label={isHtml ? texts.textOf : texts.text}
        description={isHtml ? texts.textOfHint : undefined}
        value={draft.text}
        onChange={(event) => change({ text: event.currentTarget.value })}
        minRows={isHtml ? 3 : 8}
        maxRows={24}
        autosize
        maxLength={textMax}
        required={!isHtml}
      />
    </>
  );
}

function Options({ draft, change, errorOf }: FieldProps) {
  const texts = useTexts(composeTexts);
  return (
    <SendOptions draft={draft} change={change} tagError={errorOf('tag')} tagCharactersMax={64}>
      <Checkbox
        label={texts.unsubscribe}
        checked={draft.unsubscribe}
        onChange={(event) => change({ unsubscribe: event.currentTarget.checked })}
      />
    </SendOptions>
  );
}
