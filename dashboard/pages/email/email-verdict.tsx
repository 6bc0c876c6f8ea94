/** What an email would do before it is sent: how it looks, what it costs, who signs it, who would not get it. */
import { Alert, Stack, Text } from '@mantine/core';
import { ApiFailure } from '../../api/api-failure.ts';
import type { Answer } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Figures } from '../../components/figures.tsx';
import { formatNumber, formatTime } from '../../components/format.ts';
import { Panel } from '../../components/panel.tsx';
import { Money } from '../../components/shown.tsx';
import { StatusBadge, type Tone } from '../../components/status-badge.tsx';
import { composeTexts } from '../../texts/compose.ts';
import { sendingTexts } from '../../texts/sending.ts';
import { countText, fill } from '../../texts/texts.ts';
import classes from '../sms/sms.module.css';
import { MailLook } from './mail-look.tsx';

type Verdict = Answer<'mail preview'>;

type EmailVerdictProps = {
  readonly look: Answer<'mail html'> | undefined;
  /** Undefined: it is not written so far, or cannot be sent. */
  readonly verdict: Verdict | undefined;
  readonly failure: unknown;
};

export function EmailVerdict({ look, verdict, failure }: EmailVerdictProps) {
  const texts = { ...useTexts(composeTexts), ...useTexts(sendingTexts) };
  return (
    <Panel title={texts.preview}>
      {look === undefined && failure === undefined ? (
        <Text size="sm" c="dimmed">
          {texts.previewEmpty}
        </Text>
      ) : (
        <Stack gap="md">
          <Stack gap="md" role="status">
            <Faults failure={failure} />
            {verdict === undefined ? null : <Totals verdict={verdict} />}
            {verdict === undefined ? null : <Standing verdict={verdict} />}
          </Stack>
          {look === undefined ? null : <MailLook look={look} />}
        </Stack>
      )}
    </Panel>
  );
}

/** All that is wrong, each once. */
function Faults({ failure }: Pick<EmailVerdictProps, 'failure'>) {
  if (!(failure instanceof ApiFailure) || failure.fields.length < 2)
    return <FailureNote failure={failure} />;
  return (
    <Alert color="red" role="alert">
      {[...new Set(failure.fields.map(({ message }) => message))].map((message) => (
        <Text key={message} size="sm">
          {message}
        </Text>
      ))}
    </Alert>
  );
}

function Totals({ verdict }: { readonly verdict: Verdict }) {
  const texts = { ...useTexts(composeTexts), ...useTexts(sendingTexts) };
  const { language } = useLanguage();
  const { mails, cost, balance, currency } = verdict;
  return (
    <Figures
      figures={[
        { name: texts.recipients, value: formatNumber(mails, language) },
        { name: texts.totalCost, value: <Money amount={cost} currency={currency} /> },
        { name: texts.balance, value: <Money amount={balance} currency={currency} /> },
      ]}
    />
  );
}

type Line = { readonly tone: Tone; readonly word: string; readonly text: string };

/** One line for each thing that decides what becomes of it. */
function Standing({ verdict }: { readonly verdict: Verdict }) {
  const lines = useLines(verdict);
  return (
    <Stack gap="xs">
      {lines.map(({ tone, word, text }) => (
        <div key={word}>
          <StatusBadge tone={tone}>{word}</StatusBadge>
          <div className={classes['detail']}>{text}</div>
        </div>
      ))}
    </Stack>
  );
}

const shownMax = 20;

function useLines(verdict: Verdict): readonly Line[] {
  const texts = useTexts(composeTexts);
  const { language } = useLanguage();
  const { sender, suppressed, unfilled, heldBecause, isPayable, scheduledAt } = verdict;
  const domain = sender.address.slice(sender.address.lastIndexOf('@') + 1);
  const from = sender.name === '' ? sender.address : `${sender.name} <${sender.address}>`;
  const lines: Line[] = [
    {
      ...senderLine(verdict, texts),
      text: `${from} — ${fill(senderText(verdict, texts), { domain })}`,
    },
  ];
  if (!isPayable) lines.push({ tone: 'bad', word: texts.tooDear, text: texts.tooDearText });
  if (suppressed.length > 0) {
    const shown = suppressed.slice(0, shownMax).join(', ');
    const word = countText(texts.suppressed, suppressed.length, language);
    lines.push({ tone: 'warn', word, text: `${texts.suppressedText} ${shown}` });
  }
  if (unfilled.length > 0) {
    const word = countText(texts.unfilled, unfilled.length, language);
    lines.push({ tone: 'warn', word, text: `${texts.unfilledText} ${unfilled.join(', ')}` });
  }
  if (heldBecause !== null) {
    lines.push({
      tone: 'warn',
      word: texts.held,
      text: fill(texts.heldText, { why: heldBecause }),
    });
  }
  if (scheduledAt !== null) {
    const time = formatTime(Date.parse(scheduledAt), language, Date.now());
    lines.push({ tone: 'quiet', word: texts.later, text: fill(texts.laterText, { time }) });
  }
  return lines;
}

type Words = (typeof composeTexts)['en'];

function senderLine({ domain, staysHere }: Verdict, texts: Words) {
  if (staysHere) return { tone: 'quiet', word: texts.stays } as const;
  return domain === 'proved'
    ? ({ tone: 'good', word: texts.signed } as const)
    : ({ tone: 'warn', word: texts.byRelay } as const);
}

function senderText({ domain, staysHere }: Verdict, texts: Words): string {
  if (staysHere) return texts.staysText;
  return domain === 'proved' ? texts.signedText : texts.byRelayText;
}
