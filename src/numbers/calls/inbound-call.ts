/** One call from its INVITE to its record: decided, refused or led on or recorded, and paid for. */

import { must } from '#core/assert.ts';
import { type Millionths, zero } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { HeaderField } from '../sip/headers.ts';
import { writeHostPort } from '../sip/uri.ts';
import type { IncomingCall, IncomingCallHandlers } from '../sip/user-agent.ts';
import type { Trunk, TrunkSettings } from '../trunks/trunk.ts';
import { type CallInHand, type Course, newCall } from './call-in-hand.ts';
import { firstReserve } from './call-money.ts';
import type { Decision } from './call-policy.ts';
import { bySecond } from './call-price.ts';
import type { EndCause, NewCall } from './call-record.ts';
import type { CallServicePorts } from './call-service-ports.ts';
import type { CallWay, ForwardingStep } from './call-way.ts';
import { callerIdentity } from './caller-identity.ts';
import { decideCall } from './decide-call.ts';
import { dialledNumber } from './dialled-number.ts';
import { diversionFields } from './diversions.ts';
import { ForwardedCall } from './forwarded-call.ts';
import { MessageCall } from './message-call.ts';
import { writtenNumber } from './outgoing-leg.ts';
import { type Ended, endedEarly, endedLine, PaidCall, unanswered } from './paid-call.ts';

type Refusal = Extract<Decision, { readonly kind: 'refuse' }>;
type Taken = Exclude<Decision, Refusal>;

const nowhere: CallWay = { hops: [], isEndless: false };

export class InboundCall {
  readonly #inHand: CallInHand;
  readonly #ports: CallServicePorts;
  #course: Course | undefined;
  /** Why it ended before anything was done with it. */
  #gone: EndCause | undefined;

  constructor(id: number, call: IncomingCall, trunk: Trunk, ports: CallServicePorts) {
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
      if (this.#gone !== undefined) {
        await this.#recordRefused(decision.hops, dialled, endedEarly(this.#gone));
      } else if (decision.kind === 'refuse') await this.#refuse(decision, dialled);
      else if (decision.kind === 'forward' && isRedirected(this.#inHand, decision)) {
        await this.#redirect(decision);
      } else await this.#take(decision);
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

  async #refuse({ status, cause, rule, hops }: Refusal, dialled: PhoneNumber | undefined) {
    if (status === 503) this.#turnAway();
    else this.#inHand.call.refuse(status);
    await this.#recordRefused(hops, dialled, { cause, sipStatus: status, rule });
  }

  async #recordRefused(
    hops: readonly ForwardingStep[],
    dialled: PhoneNumber | undefined,
    end: Pick<Ended, 'cause' | 'sipStatus' | 'rule'>,
  ): Promise<void> {
    await this.#record({ number: dialled ?? '', ...wayRow(hops) }, end);
  }

  /** Begun and ended at once. */
  async #record(row: Partial<NewCall>, end: Pick<Ended, 'cause' | 'sipStatus' | 'rule'>) {
    const { calls, clock, log } = this.#ports;
    const call = newCall(this.#inHand, this.#ports, row);
    const ended = { ...unanswered, ...end, endedAtMs: clock.nowMs(), billedS: 0, cost: zero };
    await calls.recordRefused(call, ended);
    if (log.debugs) log.debug('call.ended', endedLine(call, ended));
  }

  /** A price that nobody could bill is no price: only calls that are free here are led on by others. */
  async #redirect(decision: Extract<Decision, { readonly kind: 'forward' }>): Promise<void> {
    const { call } = this.#inHand;
    const row = rowOf(decision);
    const isFree = decision.price.perMinute === 0;
    const status = isFree ? 302 : 403;
    const headers = isFree ? redirectionFields(this.#inHand, decision, this.#ports) : [];
    call.refuse(status, { headers });
    const why = isFree
      ? ({ cause: 'redirected', rule: '' } as const)
      : ({ cause: 'policy', rule: 'a redirected call cannot be billed' } as const);
    const kind = isFree ? 'forward' : 'refused';
    await this.#record({ ...row, kind }, { ...why, sipStatus: status });
  }

  /** From the commit that begins it to the one that ends it: what breaks in between ends it too. */
  async #take(decision: Taken): Promise<void> {
    const row = rowOf(decision);
    const call = newCall(this.#inHand, this.#ports, row);
    const paid = await PaidCall.begin(call, reserveOf(decision), this.#ports);
    if (paid === undefined) {
      this.#inHand.call.refuse(403);
      const end = { cause: 'balance', sipStatus: 403, rule: 'balance' } as const;
      return this.#record(wayRow(decision.hops), end);
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
    const missed = (end: Ended): void => this.#notifyMissed(decision, end);
    this.#course =
      decision.kind === 'forward'
        ? new ForwardedCall({ inHand, paid, decision, missed }, this.#ports)
        : new MessageCall({ inHand, paid, missed, ...messageOf(decision), rule: '' }, this.#ports);
    await this.#course.run();
  }

  #notifyMissed(decision: Taken, { cause }: Ended): void {
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
  const price = kind === 'forward' ? decision.price : bySecond(decision.perMinute);
  const target = kind === 'forward' ? decision.target : decision.mailTo;
  const { perMinute: minutePrice, firstS, nextS } = price;
  return {
    kind,
    ...wayRow(decision.hops),
    payerId: payer.id,
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
  hops,
  payer,
  mailTo,
  options,
}: Extract<Taken, { readonly kind: 'voicemail' }>) {
  return {
    number: lastHop({ hops }).number,
    payerId: payer.id,
    mailTo,
    language: options.language,
  };
}

/** The number that was called, and those that it was led on to; nothing where it is not ours. */
function wayRow(hops: readonly ForwardingStep[]) {
  const [called, ...others] = hops.map(({ number: { phone, accountId } }) => ({
    number: phone,
    accountId,
  }));
  return called === undefined ? {} : { ...called, hops: others };
}

/** Whose rule it is. */
function lastHop({ hops }: Pick<Taken, 'hops'>): ForwardingStep {
  return must(hops.at(-1), 'hop');
}

/**
 * A call that a proxy in front of us leads on: our 302 tells it where, in the order of the trunks, and who has diverted
 * the call. Nothing of it passes through us from then on, so that nothing is known of its end, and nothing billed.
 */
type Forward = Extract<Decision, { readonly kind: 'forward' }>;

/** As many as a proxy would try one behind the other. */
const contactsMax = 10;

/** Whether calls of that trunk are redirected; those to the built-in phones end here. */
function isRedirected({ trunk }: CallInHand, { trunks }: Forward): boolean {
  return trunk.settings.media === 'redirect' && trunks.every(({ builtIn }) => !builtIn);
}

/** RFC 3261 §20.10: the best first by q; RFC 5806 §6: Diversion stands in the 302 too. */
function redirectionFields(
  { call }: CallInHand,
  { trunks, target, hops }: Forward,
  { ourAddress }: Pick<CallServicePorts, 'ourAddress'>,
): readonly HeaderField[] {
  const { source, request } = call;
  const host = writeHostPort({
    host: ourAddress(source.address, source.localAddress),
    port: undefined,
  });
  const contacts = trunks.slice(0, contactsMax).map(({ settings }, place): HeaderField => {
    const uri = `sip:${writtenNumber(target, settings.numberForm)}@${placeIn(settings)};user=phone`;
    return ['contact', `<${uri}>;q=${(1 - place / contactsMax).toFixed(1)}`];
  });
  const numbers = hops.map(({ number }) => number.phone);
  return [...contacts, ...diversionFields({ request, how: 'stack', numbers, target, host })];
}

function placeIn({ host, port, transport }: TrunkSettings): string {
  const place = writeHostPort({ host, port: port ?? undefined });
  return transport === 'udp' ? place : `${place};transport=${transport}`;
}
