/** Makes message, recipients, parts and jobs of what was judged: all that one commit stores. */

import type { RuleName } from '#accounts/limits/rules.ts';
import { must } from '#core/assert.ts';
import type { Clock } from '#core/clock.ts';
import { replyRememberedMs } from '#core/idempotency.ts';
import { add, type Millionths, zero } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import { partIdOf, recipientIdOf } from '#model/ids.ts';
import type { RouteReason } from '#model/route-reason.ts';
import { type IdSource, takeId } from '#queue/id-source.ts';
import type { Job, Owed } from '#queue/job.ts';
import { heldLane, type PartSender, partLane, partLaneOn } from '#sms/links/part-lane.ts';
import type { Message, OutgoingPart, Recipient } from '#sms/message.ts';
import type { Acceptance } from '#sms/message-store.ts';
import type { Operator } from '#sms/operator.ts';
import type { RouteChoice } from '#sms/routing/route-store.ts';
import type { SendRequest, Sent, SentEach } from '#sms/send-request.ts';
import { writeForm } from '#sms/text/form.ts';
import type { ConcatReferences } from './concat-references.ts';
import { classOf, isTest, type Judgement, type Priced } from './judgement.ts';
import type { SendPlan } from './send-plans.ts';
import { stoppedOf } from './whole-request.ts';
import { replacedWords } from './words.ts';

const hourMs = 3_600_000;
const defaultValidityMs = 48 * hourMs;

export type DraftPorts = {
  readonly messageIds: IdSource;
  readonly jobIds: IdSource;
  readonly clock: Clock;
  readonly references: ConcatReferences;
  /** By which bind of an operator a message to one phone leaves. */
  readonly bindFor: (operator: Operator, phone: PhoneNumber, sender: PartSender) => number;
};

/** Everything of an accept that is known before its commit. */
export type Draft = {
  readonly acceptance: Acceptance;
  readonly parts: readonly Owed<OutgoingPart>[];
  readonly sent: Sent;
  /** Of recipients for whom there was more than one way. */
  readonly choices: readonly RouteChoice[];
};

/** `reportEndpointId` null: the account's own endpoint serves. Throws `StorageUnavailable` without ids. */
export function draft(
  judgement: Judgement,
  reportEndpointId: number | null,
  ports: DraftPorts,
): Draft {
  const { waits, allowed } = judgement;
  const { going, request } = judgement;
  const { text } = must(going[0], 'recipient of a message');
  const recipientCount = going.length;
  const startsAtMs = waits === undefined ? undefined : Math.max(...waits.values());
  const message = makeMessage(
    { ...judgement, text, recipientCount, startsAtMs, reportEndpointId },
    ports,
  );
  const recipients: Recipient[] = [];
  const parts: Owed<OutgoingPart>[] = [];
  const choices: RouteChoice[] = [];
  let cost: Millionths = zero;
  let partsPaid = 0;
  for (const [at, each] of going.entries()) {
    const recipient = makeRecipient(message, at, charged(each, request), ports);
    recipients.push(recipient);
    const told = reasonOf(each, judgement);
    if (!isPlain(told)) choices.push(choiceOf(recipient, told, message));
    const dueAtMs = waits?.get(each) ?? message.scheduledAtMs ?? message.acceptedAtMs;
    const lane = laneOf(each, message, recipientCount, ports);
    const place = { dueAtMs, lane: allowed.heldBy === undefined ? lane : heldLane(lane) };
    cost = add(cost, each.cost);
    partsPaid += each.plan.parts;
    for (let part = 1; part <= each.plan.submits; part += 1) {
      const job = makeJob(message, place, partIdOf(recipient.id, part), ports);
      parts.push({ job, load: { message, recipient, part, intended: false } });
    }
  }
  const stopped = stoppedOf(judgement.turnedAway);
  const transliterated = replacedWords(request);
  const sent: Sent = {
    messageId: message.id,
    parts: partsPaid,
    cost,
    currency: message.currency,
    scheduledAtMs: message.scheduledAtMs,
    deferredUntilMs: startsAtMs ?? null,
    held: allowed.heldBy !== undefined,
    ...(stopped.length > 0 && { stopped }),
    ...(request.partial === true && { each: sentEach(judgement) }),
    ...(transliterated !== undefined && { transliterated }),
  };
  return {
    acceptance: accept(request, { message, recipients, parts, sent }),
    parts,
    sent,
    choices,
  };
}

/** A list of phones is spread over all binds, wherever they are. */
function laneOf(
  { operator, phone }: Priced,
  message: Message,
  recipientCount: number,
  { bindFor }: DraftPorts,
): string {
  if (recipientCount > 1) return partLane(operator, message, phone);
  return partLaneOn(operator.id, bindFor(operator, phone, message), message);
}

/** The same of a usual message, which its plan has judged: to one phone, at once. */
export function draftPlanned({ request, priced, plan, heldBy }: Planned, ports: DraftPorts): Draft {
  const { text, cost } = priced;
  const { sender, lanes } = plan;
  const message = makeMessage(
    { request, sender, text, recipientCount: 1, startsAtMs: undefined, reportEndpointId: null },
    ports,
  );
  const recipient = makeRecipient(message, 0, priced, ports);
  const bind = ports.bindFor(priced.operator, priced.phone, message);
  const usualLane = must(lanes[bind], 'lane of a bind');
  const lane = heldBy === undefined ? usualLane : heldLane(usualLane);
  const parts: Owed<OutgoingPart>[] = [];
  for (let part = 1; part <= priced.plan.submits; part += 1) {
    const job = makeJob(
      message,
      { dueAtMs: message.acceptedAtMs, lane },
      partIdOf(recipient.id, part),
      ports,
    );
    parts.push({ job, load: { message, recipient, part, intended: false } });
  }
  const told: RouteReason = { code: plan.reason, ...(heldBy !== undefined && { heldBy }) };
  const transliterated = replacedWords(request);
  const sent: Sent = {
    messageId: message.id,
    parts: priced.plan.parts,
    cost,
    currency: message.currency,
    scheduledAtMs: null,
    deferredUntilMs: null,
    held: heldBy !== undefined,
    ...(transliterated !== undefined && { transliterated }),
  };
  return {
    acceptance: accept(request, { message, recipients: [recipient], parts, sent }),
    parts,
    sent,
    choices: isPlain(told) ? noChoices : [choiceOf(recipient, told, message)],
  };
}

/** A usual message whose limits have been counted. */
export type Planned = {
  readonly request: SendRequest;
  readonly priced: Priced;
  readonly plan: SendPlan;
  readonly heldBy: RuleName | undefined;
};

const noChoices: readonly RouteChoice[] = [];

/** Why it goes this way, and what it waits for. */
function reasonOf(each: Priced, { waits, allowed }: Judgement): RouteReason {
  const { heldBy } = allowed;
  const isQuiet = waits?.has(each) === true;
  return {
    code: each.reason,
    ...(isQuiet && { isQuiet }),
    ...(heldBy !== undefined && { heldBy }),
  };
}

/** It was made with the accept, and needs no note. */
function isPlain({ code, isQuiet, heldBy }: RouteReason): boolean {
  return code === 'only route' && isQuiet === undefined && heldBy === undefined;
}

function choiceOf(
  { id: recipientId, operatorId }: Recipient,
  reason: RouteReason,
  { acceptedAtMs: atMs }: Message,
): RouteChoice {
  return { recipientId, atMs, leftOperatorId: null, operatorId, reason };
}

function sentEach({ going, turnedAway }: Judgement): readonly SentEach[] {
  return [
    ...going.map(({ phone, plan, cost }) => ({ phone, parts: plan.parts, cost })),
    ...turnedAway,
  ];
}

type Made = {
  readonly message: Message;
  readonly recipients: readonly Recipient[];
  readonly parts: readonly Owed<OutgoingPart>[];
  readonly sent: Sent;
};

function accept(
  { idempotency, sandbox }: SendRequest,
  { message, recipients, parts, sent }: Made,
): Acceptance {
  return {
    message,
    recipients,
    jobs: parts.map(({ job }) => job),
    purse: message.test ? 'test' : 'live',
    cost: sandbox ? zero : sent.cost,
    idempotency: idempotency && {
      ...idempotency,
      reply: JSON.stringify(sent),
      forgottenBeforeMs: message.acceptedAtMs - replyRememberedMs,
    },
  };
}

type Wanted = {
  readonly request: SendRequest;
  readonly sender: string;
  readonly text: string;
  readonly recipientCount: number;
  /** When its last recipient has rested; undefined: nobody rests. */
  readonly startsAtMs: number | undefined;
  readonly reportEndpointId: number | null;
};

function makeMessage(wanted: Wanted, { messageIds, clock }: DraftPorts): Message {
  const { request, sender, text, recipientCount, startsAtMs = 0, reportEndpointId } = wanted;
  const { caller, scheduledAtMs, clientRequestId } = request;
  const acceptedAtMs = clock.nowMs();
  const validityMs = request.validityMs ?? defaultValidityMs;
  return {
    id: takeId(messageIds),
    accountId: caller.account.id,
    keyId: caller.key.id,
    acceptedAtMs,
    sender,
    text,
    tag: request.tag,
    class: classOf(recipientCount, request),
    validUntilMs: Math.max(scheduledAtMs ?? acceptedAtMs, startsAtMs) + validityMs,
    scheduledAtMs: scheduledAtMs ?? null,
    reportUrl: request.reportUrl ?? null,
    reportEndpointId,
    currency: caller.account.currency,
    test: isTest(request),
    requestId: request.requestId,
    ...(clientRequestId !== undefined && { clientRequestId }),
    submission: request.submission ?? null,
  };
}

/** The sandbox prices like any other send, and takes nothing. */
function charged(each: Priced, { sandbox }: SendRequest): Priced {
  return sandbox ? { ...each, cost: zero } : each;
}

function makeRecipient(
  message: Message,
  place: number,
  { phone, text, operator, plan, cost }: Priced,
  { references }: DraftPorts,
): Recipient {
  return {
    id: recipientIdOf(message.id, place),
    messageId: message.id,
    phone,
    operatorId: operator.id,
    text: text === message.text ? null : text,
    form: writeForm(plan.form),
    parts: plan.parts,
    concatReference: plan.parts > 1 ? references.draw(phone) : 0,
    cost,
  };
}

function makeJob(
  message: Message,
  { dueAtMs, lane }: Pick<Job, 'dueAtMs' | 'lane'>,
  partId: number,
  { jobIds }: DraftPorts,
): Job {
  return {
    id: takeId(jobIds),
    lane,
    dueAtMs,
    attempt: 0,
    orderKey: null,
    expiresAtMs: message.validUntilMs,
    subject: partId,
  };
}
