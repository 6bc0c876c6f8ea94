/** Composes an email, beside how it looks and what a send would do. */
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, actIn } from '../../api/operate.ts';
import { useAccount, useMode } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { atFields } from '../../components/at-fields.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { SentNote } from '../../components/sent-note.tsx';
import { composeTexts } from '../../texts/compose.ts';
import classes from '../sms/sms.module.css';
import { EmailComposer, toldFields } from './email-composer.tsx';
import { askedOf, type EmailDraft, emptyEmail, isBlank, isReady } from './email-draft.ts';
import { EmailVerdict } from './email-verdict.tsx';

type Sent = Answer<'mail send'>;

const pauseMs = 400;

export function SendEmailPage() {
  const texts = useTexts(composeTexts);
  const { id: account } = useAccount();
  const [draft, setDraft] = useState(emptyEmail);
  const [settled] = useDebouncedValue(draft, pauseMs);
  const [sent, setSent] = useState<Sent>();
  const again = () => {
    setSent(undefined);
    setDraft(emptyEmail);
  };
  const look = useLook(settled);
  const verdict = useVerdict(settled);
  const refusal = (isReady(settled) && verdict.error) || undefined;
  return (
    <>
      <PageHeader title={texts.title} text={texts.intro} />
      {sent === undefined ? (
        <div className={classes['columns']}>
          <EmailComposer
            draft={draft}
            change={(part) => setDraft((before) => ({ ...before, ...part }))}
            refusal={refusal}
            onSent={setSent}
          />
          <EmailVerdict
            look={isBlank(settled) ? undefined : look.data}
            verdict={isReady(settled) && refusal === undefined ? verdict.data : undefined}
            failure={atFields(refusal, toldFields).others ?? look.error ?? undefined}
          />
        </div>
      ) : (
        <SentNote
          texts={texts}
          id={sent.email}
          sent={sent}
          to={`/${account}/email/messages/${sent.email}`}
          again={again}
        />
      )}
    </>
  );
}

const kept = { gcTime: 0, retry: false } as const;

function useLook(draft: EmailDraft) {
  const { id: account } = useAccount();
  const { html } = askedOf(draft);
  return useQuery({
    ...kept,
    queryKey: ['mail html', account, html],
    queryFn: ({ signal }) => actIn(account, 'mail html', { html }, { signal }),
    enabled: !isBlank(draft),
    placeholderData: (before) => before,
  });
}

/** Files weigh nothing in what is asked here: their number and size are known to the page. */
function useVerdict(draft: EmailDraft) {
  const { id: account } = useAccount();
  const { mode } = useMode();
  const asked = { ...askedOf(draft), test: mode === 'test' };
  return useQuery({
    ...kept,
    queryKey: ['mail preview', account, asked],
    queryFn: ({ signal }) => actIn(account, 'mail preview', asked, { signal }),
    enabled: isReady(draft),
    placeholderData: (before) => before,
  });
}
