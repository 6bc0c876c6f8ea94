/** One call from its INVITE to its record: decided, refused or led on or recorded, and paid for. */
import { must } from '#core/assert.ts';
import { type Millionths, zero } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { IncomingCall, IncomingCallHandlers } from '../sip/user-agent.ts';
import type { Trunk } from '../trunks/trunk.ts';
import type { VirtualNumber } from '../virtual-number.ts';
import type { CallDeskPorts } from './call-desk.ts';
import { type CallInHand, type Course, newCall } from './call-in-hand.ts';
import { firstReserve } from './call-money.ts';
import { bySecond } from './call-price.ts';
import type { EndCause } from './call-record.ts';
import type { CallWay, Hop } from './call-way.ts';
import { callerIdentity } from './caller-identity.ts';
import type { Decision } from './decide.ts';
import { decideCall } from './deciding.ts';
import { dialledNumber } from './dialled-number.ts';
import { LedCall } from './led-call.ts';
import { MessageCall } from './message-call.ts';
import { type Ended, endedEarly, endedLine, PaidCall, unanswered } from './paid-call.ts';

type Refusal = Extract<Decision, { readonly kind: 'refuse' }>;
type Taken = Exclude<Decision, Refusal>;

const nowhere: CallWay = { hops: [], isEndless: false };

export class HandledCall {
  readonly #inHand: CallInHand;
  readonly #ports: CallDeskPorts;
  #course: Course | undefined;
  /** Why it ended before anything was done with it. */
  #gone: EndCause | undefined;

  constructor(id: number, call: IncomingCall, trunk: Trunk, ports: CallDeskPorts) {
    const caller = callerIdentity(call.request, trunk.settings);
    this.#inHand = { id, call, trunk, caller, startedAtMs: ports.clock.nowMs() };
    this.#ports = ports;
  }

  /** Before the decision a CANCEL is only noted. */
  get handlers(): IncomingCallHandlers {
    return {
      cancelled: (why, reason) => {
        this.#gone ??= 'caller_cancelled';
        this.#course?.handlers.cancelled(why, reason);
      },
      answeredEarly: (answer, fork) => this.#course?.handlers.answeredEarly?.(answer, fork),
      offered: (offer) => this.#course?.handlers.offered?.(offer) ?? { status: 488 },
    };
  }

  end(cause: EndCause): void {
    this.#gone ??= cause;
    if (this.#course === undefined) this.#turnAway();
    else this.#course.end(cause);
  }

  /** Settles when the call is over and its record stored, or handed over for that. */
  async run(): Promise<void> {
    const { call, trunk } = this.#inHand;
    const dialled = dialledNumber(call.request, trunk.settings);
    const way = dialled && (await this.#readWay(dialled));
    if (way === 'away') return this.#turnAway();
    const { decision, release } = await decideCall(this.#inHand, way ?? nowhere, this.#ports);
    try {
      if (this.#gone !== undefined) await this.#recordGone(this.#gone, decision, dialled);
      else if (decision.kind === 'refuse') await this.#refuse(decision, way, dialled);
      else await this.#take(decision);
    } finally {
      release();
    }
  }

  async #readWay(dialled: PhoneNumber): Promise<CallWay | 'away'> {
    try {
      return await this.#ports.readWay(dialled);
    } catch {
      return 'away';
    }
  }

  /** Carriers go elsewhere on 503, and come back. */
  #turnAway(): void {
    this.#inHand.call.refuse(503, { headers: [['retry-after', '10']] });
  }

  async #refuse(
    { status, cause, rule }: Refusal,
    way: CallWay | undefined,
    dialled: PhoneNumber | undefined,
  ): Promise<void> {
    if (status === 503) this.#turnAway();
    else this.#inHand.call.refuse(status);
    const accountId = way?.hops[0]?.number.accountId ?? null;
    await this.#recordRefused(accountId, dialled, { cause, sipStatus: status, rule });
  }

  async #recordGone(
    cause: EndCause,
    decision: Decision,
    dialled: PhoneNumber | undefined,
  ): Promise<void> {
    const accountId = decision.kind === 'refuse' ? null : decision.payer.id;
    await this.#recordRefused(accountId, dialled, endedEarly(cause));
  }

  async #recordRefused(
    accountId: number | null,
    dialled: PhoneNumber | undefined,
    end: Pick<Ended, 'cause' | 'sipStatus' | 'rule'>,
  ): Promise<void> {
    const { calls, clock, log } = this.#ports;
    const call = newCall(this.#inHand, this.#ports, { accountId, number: dialled ?? '' });
    const ended = { ...unanswered, ...end, endedAtMs: clock.nowMs(), billedS: 0, cost: zero };
    await calls.recordRefused(call, ended);
    if (log.debugs) log.debug('call.ended', endedLine(call, ended));
  }

  /** From the commit that begins it to the one that ends it: what breaks in between ends it too. */
  async #take(decision: Taken): Promise<void> {
    const row = rowOf(decision);
    const call = newCall(this.#inHand, this.#ports, row);
    const paid = await PaidCall.begin(call, reserveOf(decision), this.#ports);
    if (paid === undefined) {
      this.#inHand.call.refuse(403);
      const end = { cause: 'balance', sipStatus: 403, rule: 'balance' } as const;
      return this.#recordRefused(call.accountId, row.number, end);
    }
    try {
      if (this.#gone === undefined) await this.#follow(decision, paid);
      else await paid.end(endedEarly(this.#gone));
    } finally {
      await paid.endBroken();
    }
  }

  async #follow(decision: Taken, paid: PaidCall): Promise<void> {
    const inHand = this.#inHand;
    const missed = (end: Ended): void => this.#tellMissed(decision, end);
    this.#course =
      decision.kind === 'forward'
        ? new LedCall({ inHand, paid, decision, missed }, this.#ports)
        : new MessageCall({ inHand, paid, missed, ...messageOf(decision), rule: '' }, this.#ports);
    await this.#course.run();
  }

  #tellMissed(decision: Taken, { cause }: Ended): void {
    const { id, caller, startedAtMs, trunk } = this.#inHand;
    const { options, payer } = decision;
    const { number } = lastHop(decision);
    const tellTo = decision.kind === 'voicemail' ? decision.mailTo : options.missedCallEmail;
    const { missedCallText: textBack } = options;
    if (tellTo === '' && textBack === '') return;
    this.#ports.missed({
      callId: id,
      accountId: payer.id,
      number,
      caller,
      atMs: startedAtMs,
      cause,
      tellTo,
      textBack,
      language: options.language,
      isSimulated: trunk.builtIn,
    });
  }
}

/** What the row says of it: the number that was called, who pays, and the price of a minute. */
function rowOf(decision: Taken) {
  const { kind, payer } = decision;
  const { accountId, phone: number } = calledNumber(decision);
  const price = kind === 'forward' ? decision.price : bySecond(decision.perMinute);
  const target = kind === 'forward' ? decision.target : decision.mailTo;
  const { perMinute: minutePrice, firstS, nextS } = price;
  return {
    kind,
    accountId,
    payerId: payer.id,
    number,
    target,
    perMinute: minutePrice,
    firstS,
    nextS,
  };
}

/** A call that may end in voicemail has the money for either. */
function reserveOf(decision: Taken): Millionths {
  if (decision.kind === 'voicemail') return firstReserve(bySecond(decision.perMinute));
  const { price, options } = decision;
  const led = firstReserve(price);
  if (options.unanswered !== 'voicemail') return led;
  const message = firstReserve(bySecond(lastHop(decision).number.minutePrice));
  return Math.max(led, message) as Millionths;
}

function messageOf({
  hop,
  payer,
  mailTo,
  options,
}: Extract<Taken, { readonly kind: 'voicemail' }>) {
  return { number: hop.number, payerId: payer.id, mailTo, language: options.language };
}

function calledNumber(decision: Taken): VirtualNumber {
  return decision.kind === 'voicemail' ? decision.hop.number : must(decision.hops[0], 'hop').number;
}

/** Whose rule it is. */
function lastHop(decision: Taken): Hop {
  return decision.kind === 'voicemail' ? decision.hop : must(decision.hops.at(-1), 'hop');
}
