/** A step of a message's story in words. */
import { formatDuration, formatMoney } from '../../components/format.ts';
import type { IconName } from '../../components/icon.tsx';
import type { storyTexts } from '../../texts/sms.ts';
import { countText, fill, type Language } from '../../texts/texts.ts';
import type { Step } from './story.tsx';

type Texts = (typeof storyTexts)['en'];

export type ToldStep = {
  readonly what: string;
  readonly details: readonly string[];
  readonly icon: IconName;
  readonly tone?: 'good' | 'bad';
};

export function tellStep(step: Step, texts: Texts, language: Language): ToldStep {
  switch (step.kind) {
    case 'accepted': {
      const parts = countText(texts.parts, step.parts, language);
      const cost = formatMoney(step.cost, step.currency, language);
      const encoding = step.encoding === 'ucs2' ? 'Unicode (UCS-2)' : step.encoding.toUpperCase();
      const what = fill(texts.accepted, { parts, cost, encoding });
      return { what, details: [], icon: 'check' };
    }
    case 'scheduled':
      return { what: texts.scheduled, details: [], icon: 'clock' };
    case 'routed':
      return tellRoute(step, texts);
    case 'submitted':
      return {
        what: fill(texts.submitted, step),
        details: step.remoteId === '' ? [] : [fill(texts.remoteId, { id: step.remoteId })],
        icon: 'send',
      };
    case 'reported':
      return tellReport(step, texts);
    case 'ended':
      return step.state === 'delivered'
        ? { what: texts.delivered, details: [], icon: 'phone', tone: 'good' }
        : { what: fill(texts.notDelivered, step), details: [], icon: 'cross', tone: 'bad' };
    case 'event':
      return { what: fill(texts.event, step), details: [step.webhookId], icon: 'bolt' };
    case 'attempt':
      return tellAttempt(step, texts, language);
    case 'refunded':
      return tellRefund(step, texts, language);
    default:
      return unknown(step);
  }
}

/** The types say that there is none. */
function unknown(step: never): ToldStep {
  return { what: String(step), details: [], icon: 'info' };
}

function tellRefund(
  step: Extract<Step, { kind: 'refunded' }>,
  texts: Texts,
  language: Language,
): ToldStep {
  const amount = formatMoney(step.amount, step.currency, language);
  return { what: fill(texts.refunded, { amount }), details: [], icon: 'wallet' };
}

function tellRoute(step: Extract<Step, { kind: 'routed' }>, texts: Texts): ToldStep {
  const { operator, leftOperator: left, reason } = step;
  const what =
    left === null ? fill(texts.routed, { operator }) : fill(texts.rerouted, { operator, left });
  return { what, details: [fill(texts.why, { reason })], icon: 'route' };
}

const meanings = {
  delivered: 'meaningDelivered',
  waiting: 'meaningWaiting',
  'not delivered': 'meaningNot',
} as const;

function tellReport(step: Extract<Step, { kind: 'reported' }>, texts: Texts): ToldStep {
  const { part, word, error, outcome } = step;
  const hasError = error !== '' && !/^0+$/.test(error);
  const tone = outcome === 'delivered' ? 'good' : outcome === 'waiting' ? undefined : 'bad';
  return {
    what: fill(texts.reported, { part, word: word || outcome }),
    details: [texts[meanings[outcome]], ...(hasError ? [fill(texts.errorCode, { error })] : [])],
    icon: 'operator',
    ...(tone !== undefined && { tone }),
  };
}

function tellAttempt(
  step: Extract<Step, { kind: 'attempt' }>,
  texts: Texts,
  language: Language,
): ToldStep {
  const { n, outcome, status, error, durationMs } = step;
  const time = formatDuration(durationMs, language);
  const answered = status === 0 ? [] : [fill(texts.answered, { status, time })];
  return {
    what: fill(texts.attempt, { n, outcome }),
    details: [...answered, ...(error === '' ? [] : [error])],
    icon: 'webhook',
    ...(outcome === 'delivered' && { tone: 'good' }),
  };
}
