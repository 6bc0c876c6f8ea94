/** The story of a message at one phone, told from the facts that were stored, in the order of time. */
import type { z } from 'zod';
import { exactInstantText } from '#core/instant-text.ts';
import { formatExact } from '#core/money.ts';
import { partsMax } from '#sms/message.ts';
import { readForm, submitsOf } from '#sms/text/form.ts';
import { answerName } from './kept-pdu.ts';
import type {
  MessageRecord,
  PduRecord,
  RecipientFacts,
  RecipientRecord,
  SubmitRecord,
  WaitingRecord,
} from './message-record-store.ts';
import { encodingOf, modeOf, originOf } from './message-view.ts';
import type { stepView } from './story-view.ts';
import type { WhyWaiting } from './waiting-reason.ts';

type Dated<One> = One extends { readonly at: string }
  ? Omit<One, 'at'> & { readonly at: number }
  : never;

/** As people see it, with its instant in milliseconds. */
export type Step = Dated<z.input<typeof stepView>>;

/** A step that tells of a webhook. */
export type WebhookStep = Extract<Step, { readonly kind: 'event' | 'attempt' | 'pending' }>;

export type Story = {
  readonly message: MessageRecord;
  readonly recipient: RecipientRecord;
  readonly facts: RecipientFacts;
  /** What was told of it by webhooks. */
  readonly webhooks: readonly WebhookStep[];
  /** What each part of a long text carries; empty where that is not shown. */
  readonly partTexts: readonly string[];
  readonly operatorName: (id: number) => string;
  /** For each part that waits. */
  readonly reasons: ReadonlyMap<WaitingRecord, WhyWaiting>;
};

export function tellStory(story: Story): z.input<typeof stepView>[] {
  const steps = [
    requested(story),
    ...accepted(story),
    ...routed(story),
    ...kept(story),
    ...submitted(story),
    ...turnedDown(story),
    ...owed(story),
    ...ended(story),
    ...story.webhooks,
  ];
  // What happened in one millisecond stays in the order of the story.
  return steps
    .toSorted((a, b) => a.at - b.at)
    .map((step) => ({ ...step, at: exactInstantText(step.at) }));
}

function requested({ message }: Story): Step {
  const { acceptedAtMs: at, requestId, clientRequestId } = message;
  const from = originOf(message);
  const mode = modeOf(message);
  return { kind: 'requested', at, requestId, clientRequestId, from, mode };
}

function accepted(story: Story): Step[] {
  const { message, recipient, facts } = story;
  const { acceptedAtMs: at, scheduledAtMs, currency } = message;
  const { parts, cost } = recipient;
  const encoding = encodingOf(facts.form);
  const step: Step = { kind: 'accepted', at, parts, cost: formatExact(cost), currency, encoding };
  if (scheduledAtMs === null) return [step];
  // A message that was cancelled never reaches its time.
  const isOver = ended(story).some((end) => end.at < scheduledAtMs);
  return isOver ? [step] : [step, { kind: 'scheduled', at: scheduledAtMs }];
}

/** A choice without an alternative is not written down: it was made with the accept. */
function routed({ message, facts, operatorName }: Story): Step[] {
  const { acceptedAtMs: at } = message;
  if (facts.choices.length === 0) {
    const operator = operatorName(facts.operatorId);
    return [{ kind: 'routed', at, operator, leftOperator: null, reason: { code: 'only route' } }];
  }
  return facts.choices.map((choice) => ({
    kind: 'routed',
    at: choice.atMs,
    operator: operatorName(choice.operatorId),
    leftOperator: choice.leftOperatorId === null ? null : operatorName(choice.leftOperatorId),
    reason: choice.reason,
  }));
}

/** What left, what was refused, and reports that others have followed: of messages whose PDUs are kept. */
function kept(story: Story): Step[] {
  const { pdus, submits } = story.facts;
  return pdus.flatMap((one): Step[] => {
    const { part, atMs: at, command, status, text } = one;
    const shown = { at, part, operator: story.operatorName(one.operatorId), pdu: hexOf(one) };
    if (command === 'submit_sm') {
      return [{ kind: 'sent', timed: true, ...carriedBy(part, story), ...shown }];
    }
    if (command === 'deliver_sm') {
      const isTold = one === lastReceipt(part, pdus) && isReported(part, submits);
      return isTold ? [] : [{ kind: 'receipt', ...shown, text: text === '' ? null : text }];
    }
    return status === 0 ? [] : [{ kind: 'refused', ...shown, status: answerName(status) }];
  });
}

function carriedBy(part: number, { recipient, facts, partTexts }: Story) {
  const parts = submitsOf({ form: readForm(facts.form), parts: recipient.parts });
  return { parts, text: partTexts[part - 1] ?? null };
}

function isReported(wanted: number, submits: readonly SubmitRecord[]): boolean {
  return submits.some(({ part, reportedAtMs }) => part === wanted && reportedAtMs !== null);
}

/** Of a part that went several times, the answer that came nearest to what is stored. */
function responseTo({ part, operatorId, submittedAtMs }: SubmitRecord, pdus: readonly PduRecord[]) {
  const distance = ({ atMs }: PduRecord) => Math.abs(atMs - submittedAtMs);
  const [nearest] = pdus
    .filter((one) => one.command === 'submit_sm_resp' && one.status === 0)
    .filter((one) => one.part === part && one.operatorId === operatorId)
    .toSorted((a, b) => distance(a) - distance(b));
  return nearest;
}

function lastReceipt(part: number, pdus: readonly PduRecord[]): PduRecord | undefined {
  return pdus.findLast((one) => one.command === 'deliver_sm' && one.part === part);
}

function hexOf(pdu: PduRecord | undefined): string | null {
  return pdu === undefined || pdu.octets.length === 0
    ? null
    : Buffer.from(pdu.octets).toString('hex');
}

function submitted(story: Story): Step[] {
  const { facts, operatorName } = story;
  return facts.submits.flatMap((submit): Step[] => {
    const { part, remoteId, submittedAtMs, outcome, reportedAtMs, word, error } = submit;
    const operator = operatorName(submit.operatorId);
    const response = responseTo(submit, facts.pdus);
    const at = submittedAtMs;
    const taken: Step = { kind: 'submitted', at, part, operator, remoteId, pdu: hexOf(response) };
    const left: Step[] =
      response === undefined
        ? [{ kind: 'sent', at, timed: false, part, ...carriedBy(part, story), operator, pdu: null }]
        : [];
    if (outcome === null || reportedAtMs === null) return [...left, taken];
    const receipt = lastReceipt(part, facts.pdus);
    const raw = { text: receipt?.text || null, pdu: hexOf(receipt) };
    const report: Step = { kind: 'reported', at: reportedAtMs, part, outcome, word, error, ...raw };
    return [...left, taken, report];
  });
}

/** A refusal whose PDUs are not kept any more: the reason has its status, and the first one ended the text. */
function turnedDown({ recipient, facts, operatorName }: Story): Step[] {
  const [, status] = /^refused_0x([\da-f]{1,8})$/i.exec(recipient.reason) ?? [];
  const isKept = facts.pdus.some(({ command, status: answer }) => {
    return command === 'submit_sm_resp' && answer !== 0;
  });
  if (status === undefined || isKept) return [];
  const taken = new Set(facts.submits.map(({ part }) => part));
  const part = partsOf(facts.refusedParts).find((one) => !taken.has(one));
  if (part === undefined) return [];
  const operator = operatorName(facts.operatorId);
  const answer = answerName(Number.parseInt(status, 16));
  return [
    { kind: 'refused', at: recipient.changedAtMs, part, operator, status: answer, pdu: null },
  ];
}

function partsOf(bits: number): number[] {
  return Array.from({ length: partsMax }, (_, at) => at + 1).filter(
    (part) => (bits & (1 << (part - 1))) !== 0,
  );
}

/** What waits is in the lane of a bind, or in one of those that limits hold. */
function owed({ facts, operatorName, reasons }: Story): Step[] {
  return facts.waiting.map((waiting): Step => {
    const { part, lane, dueAtMs: at, attempt: tries } = waiting;
    const { reason: why, status } = reasons.get(waiting) ?? { reason: 'in line', status: '' };
    const [, bind] = /^sms\/\d+\/(\d+):/.exec(lane) ?? [];
    const place = bind === undefined ? null : Number(bind) + 1;
    const operator = operatorName(facts.operatorId);
    return { kind: 'owed', at, part, tries, bind: place, operator, why, status };
  });
}

function ended({ message, recipient, facts }: Story): Step[] {
  const { state, reason, changedAtMs } = recipient;
  const { refund } = facts;
  const isFinal = state === 'delivered' || state === 'not delivered';
  const end: Step[] = isFinal ? [{ kind: 'ended', at: changedAtMs, state, reason }] : [];
  if (refund === undefined) return end;
  const { currency } = message;
  return [
    ...end,
    { kind: 'refunded', at: refund.atMs, amount: formatExact(refund.amount), currency },
  ];
}
