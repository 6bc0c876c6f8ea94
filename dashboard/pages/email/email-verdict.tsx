/** What an email would do before it is sent: how it looks, what it costs, who signs it, who would not get it. */
import { Alert, Stack, Text } from '@mantine/core';
import type { Answered } from '../../api/call.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { formatNumber, formatTime } from '../../components/format.ts';
import { Panel } from '../../components/panel.tsx';
import { Money } from '../../components/shown.tsx';
import { StatusBadge, type Tone } from '../../components/status-badge.tsx';
import { composeTexts } from '../../texts/compose.ts';
import { countText, fill } from '../../texts/texts.ts';
import classes from '../sms/sms.module.css';
import { MailFrame } from './mail-frame.tsx';

type Answer = Answered<'POST /api/accounts/{account}/emails/preview'>;
type Verdict = NonNullable<Answer['verdict']>;

type EmailVerdictProps = {
  readonly preview: Answer | undefined;
  /** Whether the person has written enough that what is wrong is worth saying. */
  readonly isReady: boolean;
};

export function EmailVerdict({ preview, isReady }: EmailVerdictProps) {
  const texts = useTexts(composeTexts);
  const { language } = useLanguage();
  return (
    <Panel title={texts.preview}>
      {preview === undefined ? (
        <Text size="sm" c="dimmed">
          {texts.previewEmpty}
        </Text>
      ) : (
        <Stack gap="md">
          <Stack gap="md" role="status">
            {isReady ? <Problems problems={preview.problems} /> : null}
            {preview.verdict === null ? null : <Figures verdict={preview.verdict} />}
            {preview.verdict === null ? null : <Standing verdict={preview.verdict} />}
          </Stack>
          {preview.remote === 0 ? null : (
            <Text size="xs" c="dimmed">
              {countText(texts.remote, preview.remote, language)}
            </Text>
          )}
          <MailFrame html={preview.html} title={texts.look} />
        </Stack>
      )}
    </Panel>
  );
}

function Problems({ problems }: Pick<Answer, 'problems'>) {
  const [first] = problems;
  if (first === undefined) return null;
  return (
    <Alert color="red" role="alert">
      {[...new Set(problems.map(({ message }) => message))].map((message) => (
        <Text key={message} size="sm">
          {message}
        </Text>
      ))}
    </Alert>
  );
}

function Figures({ verdict }: { readonly verdict: Verdict }) {
  const texts = useTexts(composeTexts);
  const { language } = useLanguage();
  const { mails, cost, balance, currency } = verdict;
  return (
    <div className={classes['figures']}>
      <div className={classes['figure']}>
        <small>{texts.recipients}</small>
        {formatNumber(mails, language)}
      </div>
      <div className={classes['figure']}>
        <small>{texts.totalCost}</small>
        <Money amount={cost} currency={currency} />
      </div>
      <div className={classes['figure']}>
        <small>{texts.balance}</small>
        <Money amount={balance} currency={currency} />
      </div>
    </div>
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
    const time = formatTime(scheduledAt, language, Date.now());
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
