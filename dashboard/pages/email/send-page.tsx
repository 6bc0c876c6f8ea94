/** Composes an email, beside how it looks and what a send would do. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answered, call } from '../../api/call.ts';
import { useAccount, useMode } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { formatTime } from '../../components/format.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { FailureLine } from '../../components/submit.tsx';
import { composeTexts } from '../../texts/compose.ts';
import { fill } from '../../texts/texts.ts';
import classes from '../sms/sms.module.css';
import { EmailComposer } from './email-composer.tsx';
import { type EmailDraft, emptyEmail, isBlank, isReady, requestOf } from './email-draft.ts';
import { EmailVerdict } from './email-verdict.tsx';

type Sent = Answered<'POST /api/accounts/{account}/emails'>;

const pauseMs = 400;

export function SendEmailPage() {
  const texts = useTexts(composeTexts);
  const [draft, setDraft] = useState(emptyEmail);
  const [settled] = useDebouncedValue(draft, pauseMs);
  const [sent, setSent] = useState<Sent>();
  const preview = usePreview(settled);
  const again = () => {
    setSent(undefined);
    setDraft(emptyEmail);
  };
  return (
    <>
      <PageHeader title={texts.title} text={texts.intro} />
      {sent === undefined ? (
        <div className={classes['columns']}>
          <EmailComposer
            draft={draft}
            change={(part) => setDraft((before) => ({ ...before, ...part }))}
            onSent={setSent}
          />
          <div>
            <FailureLine failure={preview.error ?? undefined} />
            <EmailVerdict
              preview={isBlank(settled) ? undefined : preview.data}
              isReady={isReady(settled)}
            />
          </div>
        </div>
      ) : (
        <SentNote sent={sent} again={again} />
      )}
    </>
  );
}

/** Files weigh nothing in what is asked here: their number and size are known to the page. */
function usePreview(draft: EmailDraft) {
  const { id: account } = useAccount();
  const { mode } = useMode();
  const body = { mode, ...requestOf(draft) };
  return useQuery({
    queryKey: ['email-preview', account, body],
    queryFn: ({ signal }) =>
      call('POST /api/accounts/{account}/emails/preview', { params: { account }, body, signal }),
    enabled: !isBlank(draft),
    placeholderData: (before) => before,
    gcTime: 0,
    retry: false,
  });
}

function SentNote({ sent, again }: { readonly sent: Sent; readonly again: () => void }) {
  const texts = useTexts(composeTexts);
  const { language } = useLanguage();
  const { id: account } = useAccount();
  const { emailId: id, scheduledAt, held } = sent;
  const time = scheduledAt === null ? '' : formatTime(scheduledAt, language, Date.now());
  const text = held ? texts.heldNow : scheduledAt === null ? texts.sentText : texts.scheduledText;
  return (
    <Alert color="ink" role="status" title={texts.sentTitle} mb="md">
      <Text size="sm" mb="xs">
        {fill(text, { id, time })}
      </Text>
      <Group gap="xs">
        <Button
          size="compact-sm"
          renderRoot={(props) => <Link to={`/${account}/email/messages/${id}`} {...props} />}
        >
          {texts.open}
        </Button>
        <Button size="compact-sm" variant="default" onClick={again}>
          {texts.another}
        </Button>
      </Group>
    </Alert>
  );
}
