/** Accepting a message: planned, priced, routed, and in one durable commit with the work it owes. */
import { unreachable } from '#core/assert.ts';
import type { Clock } from '#core/clock.ts';
import { add, type Millionths, times, zero } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import { StorageUnavailable } from '#core/unavailable.ts';
import { Batcher } from '#queue/batcher.ts';
import type { IdSource } from '#queue/id-source.ts';
import type { Job, Owed } from '#queue/job.ts';
import type { Directory } from './directory.ts';
import { partLane } from './links/part-lane.ts';
import {
  type Message,
  type MessageClass,
  type OutgoingPart,
  partIdOf,
  type Recipient,
  recipientIdOf,
} from './message.ts';
import type { Acceptance, AcceptResult, MessageStore } from './message-store.ts';
import type { Operator } from './operator.ts';
import type { SendRefusal, SendReply, SendRequest, Sent } from './send-request.ts';
import { type Plan, plan } from './text/plan.ts';

const hourMs = 3_600_000;
const defaultValidityMs = 48 * hourMs;
const replyRememberedMs = 24 * hourMs;
/** Codes that are worthless in a quarter of an hour pass everything else. */
const urgentValidityMs = 900_000;
const normalRecipientsMax = 100;
/** Accepts that wait for their commit; past this the disk is not keeping up. */
const unsettledMax = 5_000;
const overloadRetryS = 2;

export type SendPorts = {
  readonly store: Pick<MessageStore, 'acceptMessages'>;
  readonly directory: () => Directory;
  readonly messageIds: IdSource;
  readonly jobIds: IdSource;
  readonly clock: Clock;
  /** 0 to 1. */
  readonly random: () => number;
  /** Parts owed and not yet sent, and how many there may be. */
  readonly waiting: () => { readonly parts: number; readonly partsMax: number };
  /** The lane of a URL that a request named; undefined when the account has too many origins. */
  readonly endpointFor: (accountId: number, url: string) => Promise<number | undefined>;
  /** Takes parts whose jobs have just been committed. */
  readonly offer: (parts: readonly Owed<OutgoingPart>[]) => void;
};

type Priced = {
  readonly phone: PhoneNumber;
  readonly operator: Operator;
  readonly cost: Millionths;
};

type Refused = { readonly ok: false; readonly refusal: SendRefusal };

/** Everything of an accept that is known before its commit. */
type Draft = {
  readonly acceptance: Acceptance;
  readonly parts: readonly Owed<OutgoingPart>[];
  readonly sent: Sent;
};

export class SmsSender {
  readonly #ports: SendPorts;
  readonly #accepts: Batcher<Acceptance, AcceptResult>;

  constructor(ports: SendPorts) {
    this.#ports = ports;
    this.#accepts = new Batcher((items) => ports.store.acceptMessages(items));
  }

  /** Answers after the commit. Throws `StorageUnavailable` when nothing could be committed. */
  async send(request: SendRequest): Promise<SendReply> {
    if (this.#overloaded()) return refused({ why: 'overloaded', retryAfterS: overloadRetryS });
    const planned = plan(request.text, { unicode: request.forceUnicode });
    if (!planned.ok) return planned;
    const priced = this.#price(request, planned.plan);
    if (!Array.isArray(priced)) return priced;
    const endpointId = await this.#reportEndpoint(request);
    if (endpointId === undefined) return refused({ why: 'too many report addresses' });
    const draft = this.#draft(request, planned.plan, priced, endpointId);
    return this.#commit(draft);
  }

  #overloaded(): boolean {
    const { parts, partsMax } = this.#ports.waiting();
    return parts >= partsMax || this.#accepts.unsettled >= unsettledMax;
  }

  #price(request: SendRequest, { partCount }: Plan): Priced[] | Refused {
    const directory = this.#ports.directory();
    const test = isTest(request);
    const priced: Priced[] = [];
    const unpriced: PhoneNumber[] = [];
    const unrouted: PhoneNumber[] = [];
    for (const phone of request.phones) {
      const operator = directory.operatorFor(phone, test);
      const price = directory.priceOf(phone);
      if (price === undefined) unpriced.push(phone);
      else if (operator === undefined) unrouted.push(phone);
      else {
        const cost = request.sandbox ? zero : times(price, partCount);
        priced.push({ phone, operator, cost });
      }
    }
    if (unpriced.length > 0) return refused({ why: 'no price', phones: unpriced });
    if (unrouted.length === 0) return priced;
    return refused(test ? { why: 'simulator is off' } : { why: 'no operator', phones: unrouted });
  }

  /** Null: the account's own endpoint serves. */
  async #reportEndpoint({ caller, reportUrl }: SendRequest): Promise<number | null | undefined> {
    if (reportUrl === undefined) return null;
    return this.#ports.endpointFor(caller.account.id, reportUrl);
  }

  #draft(
    request: SendRequest,
    planned: Plan,
    priced: readonly Priced[],
    reportEndpointId: number | null,
  ): Draft {
    const message = this.#message(request, planned, reportEndpointId);
    const recipients: Recipient[] = [];
    const parts: Owed<OutgoingPart>[] = [];
    let cost = zero;
    for (const [place, each] of priced.entries()) {
      const recipient = this.#recipient(message, place, each, planned.partCount);
      recipients.push(recipient);
      cost = add(cost, each.cost);
      for (let part = 1; part <= recipient.parts; part += 1) {
        const job = this.#job(message, each, partIdOf(recipient.id, part));
        parts.push({ job, load: { message, recipient, part, intended: false } });
      }
    }
    const { currency, scheduledAtMs } = message;
    const sent: Sent = {
      messageId: message.id,
      parts: parts.length,
      cost,
      currency,
      scheduledAtMs,
    };
    const acceptance: Acceptance = {
      message,
      recipients,
      jobs: parts.map(({ job }) => job),
      purse: message.test ? 'test' : 'live',
      cost,
      idempotency: request.idempotency && {
        ...request.idempotency,
        reply: JSON.stringify(sent),
        forgottenBeforeMs: message.acceptedAtMs - replyRememberedMs,
      },
    };
    return { acceptance, parts, sent };
  }

  #message(request: SendRequest, planned: Plan, reportEndpointId: number | null): Message {
    const { caller, scheduledAtMs } = request;
    const acceptedAtMs = this.#ports.clock.nowMs();
    const validityMs = request.validityMs ?? defaultValidityMs;
    return {
      id: takeId(this.#ports.messageIds),
      accountId: caller.account.id,
      keyId: caller.key.id,
      acceptedAtMs,
      sender: request.sender ?? '',
      text: planned.text,
      alphabet: planned.alphabet,
      tag: request.tag,
      class: classOf(request, validityMs),
      validUntilMs: (scheduledAtMs ?? acceptedAtMs) + validityMs,
      scheduledAtMs: scheduledAtMs ?? null,
      reportUrl: request.reportUrl ?? null,
      reportEndpointId,
      currency: caller.account.currency,
      test: isTest(request),
      requestId: request.requestId,
    };
  }

  #recipient(message: Message, place: number, priced: Priced, parts: number): Recipient {
    return {
      id: recipientIdOf(message.id, place),
      messageId: message.id,
      phone: priced.phone,
      operatorId: priced.operator.id,
      parts,
      concatReference: parts > 1 ? Math.floor(this.#ports.random() * 65_536) : 0,
      cost: priced.cost,
    };
  }

  #job(message: Message, { operator, phone }: Priced, partId: number): Job {
    return {
      id: takeId(this.#ports.jobIds),
      lane: partLane(operator, message, phone),
      dueAtMs: message.scheduledAtMs ?? message.acceptedAtMs,
      attempt: 0,
      orderKey: null,
      expiresAtMs: message.validUntilMs,
      subject: partId,
    };
  }

  async #commit({ acceptance, parts, sent }: Draft): Promise<SendReply> {
    const result = await this.#accepts.add(acceptance);
    switch (result.kind) {
      case 'accepted':
        this.#ports.offer(parts);
        return { ok: true, sent };
      case 'repeated':
        return { ok: true, sent: JSON.parse(result.reply) as Sent };
      case 'balance is too low':
        return refused({ why: result.kind, balance: result.balance, cost: sent.cost });
      case 'key was used for another request':
        return refused({ why: 'idempotency key was used for another request' });
      default:
        return unreachable(result);
    }
  }
}

function refused(refusal: SendRefusal): Refused {
  return { ok: false, refusal };
}

/** Sandbox messages are simulated too: no setting can send them to a carrier. */
function isTest({ caller, sandbox }: SendRequest): boolean {
  return sandbox || caller.key.mode === 'test';
}

function classOf({ phones }: SendRequest, validityMs: number): MessageClass {
  if (validityMs <= urgentValidityMs) return 'urgent';
  return phones.length > normalRecipientsMax ? 'bulk' : 'normal';
}

function takeId(ids: IdSource): number {
  const id = ids.take();
  if (id === undefined) throw new StorageUnavailable('No ids could be reserved');
  return id;
}
