/** A step of a message's story in words. */
import { type Fault, unsaidOf } from '../../components/explain-fault.ts';
import { formatDuration, formatMoney, formatTime } from '../../components/format.ts';
import type { IconName } from '../../components/icon.tsx';
import type { reasonTexts } from '../../texts/reasons.ts';
import type { routeReasonTexts } from '../../texts/route-reasons.ts';
import type { storyTexts } from '../../texts/sms.ts';
import { countText, fill, type Language } from '../../texts/texts.ts';
import type { waitingReasonTexts } from '../../texts/waiting-reasons.ts';
import type { webhookTexts } from '../../texts/webhooks.ts';
import { nameEncoding } from './encoding.ts';
import { explainReason } from './explain-reason.ts';
import { explainRoute } from './explain-route.ts';
import type { Step } from './story-step.ts';

type Texts = (typeof storyTexts)['en'] & {
  readonly reasons: (typeof reasonTexts)['en'];
  readonly routes: (typeof routeReasonTexts)['en'];
  readonly whyWaiting: (typeof waitingReasonTexts)['en'];
  readonly outcomes: Pick<
    (typeof webhookTexts)['en'],
    Outcome | 'nextAt' | 'nextSoon' | 'nextHeld' | 'attempts'
  >;
};

/** As attempts of webhooks end. */
type Outcome = 'delivered' | 'retry' | 'expired' | 'superseded' | 'gone' | 'dropped' | 'forbidden';

export type ToldStep = {
  readonly what: string;
  readonly details: readonly string[];
  readonly icon: IconName;
  readonly tone?: 'good' | 'bad';
  /** Of the event that it is about. */
  readonly eventId?: number;
};

export function describeStep(step: Step, texts: Texts, language: Language): ToldStep {
  switch (step.kind) {
    case 'requested':
      return describeRequest(step, texts);
    case 'accepted': {
      const parts = countText(texts.parts, step.parts, language);
      const cost = formatMoney(step.cost, step.currency, language);
      const encoding = nameEncoding(step.encoding);
      const what = fill(texts.accepted, { parts, cost, encoding });
      return { what, details: [], icon: 'check' };
    }
    case 'scheduled':
      return {
        what: Date.parse(step.at) > Date.now() ? texts.toBeSent : texts.scheduled,
        details: [],
        icon: 'clock',
      };
    case 'routed':
      return describeRoute(step, texts);
    case 'sent':
      return describeSent(step, texts);
    case 'owed':
      return describePending(step, texts, language);
    case 'refused':
      return {
        what: fill(texts.turnedDown, places(step)),
        details: [],
        icon: 'cross',
        tone: 'bad',
      };
    case 'receipt':
      return {
        what: fill(texts.receipt, places(step)),
        details: asWritten(step, texts),
        icon: 'operator',
      };
    case 'submitted':
      return {
        what: fill(texts.submitted, places(step)),
        details: step.remoteId === '' ? [] : [fill(texts.remoteId, { id: step.remoteId })],
        icon: 'check',
      };
    case 'reported':
      return describeReport(step, texts);
    case 'ended':
      return step.state === 'delivered'
        ? { what: texts.delivered, details: [], icon: 'phone', tone: 'good' }
        : {
            what: texts.notDelivered,
            details: [explainReason(step.reason, texts.reasons), fill(texts.reasonCode, step)],
            icon: 'cross',
            tone: 'bad',
          };
    case 'event':
      return {
        what: fill(texts.event, step),
        details: [step.webhookId],
        icon: 'bolt',
        eventId: step.eventId,
      };
    case 'attempt':
      return describeAttempt(step, texts, language);
    case 'pending':
      return describePendingDelivery(step, texts, language);
    case 'refunded':
      return describeRefund(step, texts, language);
    default:
      return unknown(step);
  }
}

/** The types say that there is none. */
function unknown(step: never): ToldStep {
  return { what: String(step), details: [], icon: 'info' };
}

function describeRefund(
  step: Extract<Step, { kind: 'refunded' }>,
  texts: Texts,
  language: Language,
): ToldStep {
  const amount = formatMoney(step.amount, step.currency, language);
  return { what: fill(texts.refunded, { amount }), details: [], icon: 'wallet' };
}

function describeSent(step: Extract<Step, { kind: 'sent' }>, texts: Texts): ToldStep {
  const { part, parts, operator, text, timed } = step;
  const what =
    parts > 1
      ? fill(texts.sentOf, { part, parts, operator })
      : fill(texts.sent, places({ part, operator }));
  const carries = text === null ? [] : [fill(texts.carries, { text })];
  return { what, details: [...carries, ...(timed ? [] : [texts.untimed])], icon: 'send' };
}

function describePending(
  step: Extract<Step, { kind: 'owed' }>,
  texts: Texts,
  language: Language,
): ToldStep {
  const { part, bind, tries, why, operator, status } = step;
  const what =
    bind === null ? fill(texts.heldPart, { part }) : fill(texts.owedPart, { part, bind });
  const tried = tries === 0 ? [] : [countText(texts.tries, tries, language)];
  const reason = fill(texts.whyWaiting[why], { operator, status });
  return { what, details: [reason, ...tried], icon: 'clock' };
}

function describeRoute(step: Extract<Step, { kind: 'routed' }>, texts: Texts): ToldStep {
  const { operator, leftOperator: left, reason } = step;
  const what =
    left === null ? fill(texts.routed, { operator }) : fill(texts.rerouted, { operator, left });
  return {
    what,
    details: [fill(texts.why, { reason: explainRoute(reason, texts.routes) })],
    icon: 'route',
  };
}

function describeRequest(step: Extract<Step, { kind: 'requested' }>, texts: Texts): ToldStep {
  const { kind, id } = step.from;
  const origins = {
    key: texts.originKey,
    smpp: texts.originSmpp,
    dashboard: texts.originDashboard,
  };
  return {
    what: fill(texts.requested, { origin: fill(origins[kind], { id }) }),
    details: [
      fill(texts.requestId, { id: step.requestId }),
      ...(step.clientRequestId === ''
        ? []
        : [fill(texts.clientRequestId, { id: step.clientRequestId })]),
      ...(step.mode === 'test' ? [texts.inTest] : []),
    ],
    icon: kind === 'key' ? 'key' : 'bolt',
  };
}

function meaningOf({ outcome, word }: Extract<Step, { kind: 'reported' }>, texts: Texts): string {
  if (outcome === 'delivered') return texts.meaningDelivered;
  return outcome === 'waiting' ? texts.meaningWaiting : explainReason(word, texts.reasons);
}

function places(step: {
  readonly part: number;
  readonly operator: string;
  readonly status?: string;
}) {
  const { part, operator, status = '' } = step;
  return { part, operator, status };
}

function asWritten({ text }: { readonly text: string | null }, texts: Texts): readonly string[] {
  return text === null || text === '' ? [] : [fill(texts.asWritten, { text })];
}

function describeReport(step: Extract<Step, { kind: 'reported' }>, texts: Texts): ToldStep {
  const { part, word, error, outcome } = step;
  const hasError = error !== '' && !/^0+$/.test(error);
  const tone = outcome === 'delivered' ? 'good' : outcome === 'waiting' ? undefined : 'bad';
  return {
    what: fill(texts.reported, { part, word: word || outcome }),
    details: [
      meaningOf(step, texts),
      ...(hasError ? [fill(texts.errorCode, { error })] : []),
      ...asWritten(step, texts),
    ],
    icon: 'operator',
    ...(tone !== undefined && { tone }),
  };
}

/** Of another version there may be others. */
function describeOutcome(outcome: string, { outcomes }: Texts): string {
  return Object.hasOwn(outcomes, outcome) ? outcomes[outcome as Outcome] : outcome;
}

function describePendingDelivery(
  { endpoint, tries, nextAttemptAt, held, eventId }: Extract<Step, { kind: 'pending' }>,
  texts: Texts,
  language: Language,
): ToldStep {
  const { nextAt, nextHeld, nextSoon, attempts } = texts.outcomes;
  const nowMs = Date.now();
  const nextAtMs = Date.parse(nextAttemptAt ?? '');
  const soonest = nextAtMs > nowMs ? formatTime(nextAtMs, language, nowMs) : nextSoon;
  const made = tries === 0 ? [] : [countText(attempts, tries, language)];
  return {
    what: fill(texts.pending, { endpoint }),
    details: [fill(nextAt, { time: held ? nextHeld : soonest }), ...made],
    icon: 'clock',
    eventId,
  };
}

/** In words, and as it came. */
function describeFault(error: string, fault: Fault, language: Language): readonly string[] {
  return [fault?.says[language], unsaidOf(error, fault)].filter((line) => line !== undefined);
}

function describeAttempt(
  step: Extract<Step, { kind: 'attempt' }>,
  texts: Texts,
  language: Language,
): ToldStep {
  const { n, endpoint, outcome, status, error, fault, durationMs } = step;
  const time = formatDuration(durationMs, language);
  const answered = status === 0 ? [] : [fill(texts.answered, { status, time })];
  return {
    what: fill(texts.attempt, { n, endpoint, outcome: describeOutcome(outcome, texts) }),
    details: [...answered, ...describeFault(error, fault, language)],
    icon: 'webhook',
    ...(outcome === 'delivered' && { tone: 'good' }),
    eventId: step.eventId,
  };
}
