/** One call from its INVITE to its record: decided, led on, recorded or refused, and paid for. */
import { errorFields } from '#core/log.ts';
import { type Millionths, zero } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { IncomingCall, IncomingCallHandlers } from '../sip/user-agent.ts';
import type { Trunk } from '../trunks/trunk.ts';
import { type AudioLeg, bypassed, type CallAudio, openRelay } from './call-audio.ts';
import type { CallDeskPorts } from './call-desk.ts';
import { CallMoney, firstReserve } from './call-money.ts';
import { type CallPrice, priceOfCall } from './call-price.ts';
import type { EndCause, NewCall } from './call-record.ts';
import type { CallWay } from './call-way.ts';
import { type CallerIdentity, callerIdentity } from './caller-identity.ts';
import { type Decision, decide } from './decide.ts';
import { dialledNumber } from './dialled-number.ts';
import { divertedBy } from './diversions.ts';
import { type Ended, JoinedCall } from './joined-call.ts';
import { WayFinder } from './way-finder.ts';

type Forward = Extract<Decision, { readonly kind: 'forward' }>;
type ToVoicemail = Extract<Decision, { readonly kind: 'voicemail' }>;

/** What carries the call out, once it is decided. */
type Carrier = { readonly handlers: IncomingCallHandlers; end(cause: EndCause): void };

const dayMs = 86_400_000;

export class HandledCall {
  readonly #call: IncomingCall;
  readonly #trunk: Trunk;
  readonly #ports: CallDeskPorts;
  readonly #caller: CallerIdentity;
  readonly #id: number;
  readonly #startedAtMs: number;
  readonly #over = Promise.withResolvers<void>();
  #carrier: Carrier | undefined;
  #release: (() => void) | undefined;
  #cancelled = false;

  constructor(id: number, call: IncomingCall, trunk: Trunk, ports: CallDeskPorts) {
    this.#call = call;
    this.#trunk = trunk;
    this.#ports = ports;
    this.#caller = callerIdentity(call.request, trunk.settings);
    this.#id = id;
    this.#startedAtMs = ports.clock.nowMs();
  }

  /** Before the decision a CANCEL is only noted. */
  get handlers(): IncomingCallHandlers {
    return {
      cancelled: (why, reason) => {
        this.#cancelled = true;
        this.#carrier?.handlers.cancelled(why, reason);
      },
      answeredEarly: (answer, fork) => this.#carrier?.handlers.answeredEarly?.(answer, fork),
      offered: (offer) => this.#carrier?.handlers.offered?.(offer) ?? { status: 488 },
    };
  }

  end(cause: EndCause): void {
    if (this.#carrier !== undefined) this.#carrier.end(cause);
    else this.#call.refuse(503, { headers: [['retry-after', '10']] });
  }

  /** Settles when the call is over and its record stored, or handed over for that. */
  async run(): Promise<void> {
    const dialled = dialledNumber(this.#call.request, this.#trunk.settings);
    const way = dialled && (await this.#readWay(dialled));
    if (way === 'away') return this.#turnAway();
    const decision = await this.#decide(way ?? { hops: [], isEndless: false });
    try {
      if (this.#cancelled) await this.#recordCancelled(decision, dialled);
      else await this.#carryOut(decision, way, dialled);
    } finally {
      this.#release?.();
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
    this.#call.refuse(503, { headers: [['retry-after', '10']] });
  }

  async #decide(way: CallWay): Promise<Decision> {
    const { ports, target, payer, isOpen, isSpent } = await this.#ask(way);
    const forwards = this.#call.request.headers.get('max-forwards');
    return decide(
      {
        caller: this.#caller.number,
        maxForwards: forwards === undefined ? undefined : Number(forwards),
        divertedBy: divertedBy(this.#call.request),
        nowMs: this.#startedAtMs,
      },
      way,
      {
        mayCall: () => isOpen,
        priceOf: () => (target && payer ? this.#priceOf(payer, target) : undefined),
        trunksToward: (to) =>
          ports
            .trunks()
            .toward(to, ports.random)
            .filter((trunk) => ports.health.isUp(trunk)),
        cap: (account, number, caller) => {
          if (isSpent) return 'money for calls a day';
          const answer = ports.caps.take({ accountId: account.id, number, caller });
          if (!answer.ok) return answer.limit;
          this.#release = answer.release;
          return undefined;
        },
      },
    );
  }

  /** What the decision needs and only the storage knows. */
  async #ask(way: CallWay) {
    const ports = this.#ports;
    const last = way.hops.at(-1);
    const payer = last?.account;
    const target = last?.rule?.kind === 'forward' ? last.rule.target : undefined;
    if (payer === undefined)
      return { ports, target, payer: undefined, isOpen: false, isSpent: false };
    const since = this.#startedAtMs - (this.#startedAtMs % dayMs);
    const [isOpen, spent] = await Promise.all([
      target === undefined ? false : ports.mayCall(payer, target),
      ports.spentSince(payer.id, since),
    ]);
    return { ports, target, payer: payer.id, isOpen, isSpent: spent >= ports.limits.spendPerDay };
  }

  #priceOf(accountId: number, target: PhoneNumber): CallPrice | undefined {
    const price = priceOfCall(this.#ports.prices(), accountId, target);
    return price !== undefined && price.perMinute <= this.#ports.limits.perMinuteMax
      ? price
      : undefined;
  }

  async #carryOut(
    decision: Decision,
    way: CallWay | undefined,
    dialled: PhoneNumber | undefined,
  ): Promise<void> {
    switch (decision.kind) {
      case 'refuse':
        await this.#refuse(decision, way, dialled);
        break;
      case 'voicemail':
        await this.#record(decision);
        break;
      case 'forward':
        await this.#forward(decision);
        break;
    }
  }

  async #refuse(
    { status, cause, rule }: Extract<Decision, { readonly kind: 'refuse' }>,
    way: CallWay | undefined,
    dialled: PhoneNumber | undefined,
  ): Promise<void> {
    this.#call.refuse(status, status === 503 ? { headers: [['retry-after', '10']] } : {});
    const end = { cause, sipStatus: status, rule };
    await this.#recordRefused(way?.hops[0]?.number.accountId ?? null, dialled, end);
  }

  async #recordCancelled(decision: Decision, dialled: PhoneNumber | undefined): Promise<void> {
    const accountId = decision.kind === 'refuse' ? null : decision.payer.id;
    const end = { cause: 'caller_cancelled', sipStatus: 487, rule: '' } as const;
    await this.#recordRefused(accountId, dialled, end);
  }

  async #recordRefused(
    accountId: number | null,
    dialled: PhoneNumber | undefined,
    end: { readonly cause: EndCause; readonly sipStatus: number; readonly rule: string },
  ): Promise<void> {
    const call = this.#newCall({ accountId, number: dialled ?? '', kind: 'refused' });
    await this.#ports.calls.recordRefused(call, {
      ...end,
      endedAtMs: this.#ports.clock.nowMs(),
      ringingAtMs: null,
      answeredAtMs: null,
      trunkOut: '',
      billedS: 0,
      cost: zero,
    });
  }

  #newCall(over: Partial<NewCall>): NewCall {
    return {
      id: this.#id,
      accountId: null,
      payerId: null,
      number: '',
      caller: this.#caller.number,
      target: '',
      kind: 'forward',
      trunkIn: this.#trunk.name,
      processId: this.#ports.processId,
      startedAtMs: this.#startedAtMs,
      perMinute: zero,
      firstS: 1,
      nextS: 1,
      ...over,
    };
  }

  async #forward(decision: Forward): Promise<void> {
    const { target, hops, payer, price } = decision;
    const called = hops[0]?.number;
    const call = this.#newCall({
      accountId: called?.accountId ?? null,
      payerId: payer.id,
      number: called?.phone ?? '',
      target,
      perMinute: price.perMinute,
      firstS: price.firstS,
      nextS: price.nextS,
    });
    if (!(await this.#begin(call, firstReserve(price)))) {
      const why = { kind: 'refuse', status: 403, cause: 'balance', rule: 'balance' } as const;
      this.#call.refuse(why.status);
      await this.#recordRefused(call.accountId, called?.phone, { ...why, sipStatus: 403 });
      return;
    }
    const money = new CallMoney(this.#id, price, this.#ports);
    const audio = await this.#openAudio(decision);
    if (audio === undefined) {
      this.#turnAway();
      await this.#finish(money, { ...unanswered, cause: 'overload', sipStatus: 503 });
      return;
    }
    await this.#join(decision, { money, audio });
    await audio.close();
  }

  /** A commit whose answer was lost may have been kept: then the call ends here, and the money goes back. */
  async #begin(call: NewCall, reserve: Millionths): Promise<boolean> {
    const { calls, endings, clock } = this.#ports;
    try {
      return await calls.beginCall(call, reserve);
    } catch (error) {
      const end = { ...unanswered, cause: 'overload', sipStatus: 503 } as const;
      void endings.save(call.id, { ...end, billedS: 0, cost: zero, endedAtMs: clock.nowMs() });
      throw error;
    }
  }

  async #openAudio({ trunks }: Forward): Promise<CallAudio | undefined> {
    const ways = [this.#trunk, ...trunks.slice(0, 1)].map(({ settings }) => settings.media);
    if (ways.every((media) => media === 'bypass')) return bypassed;
    return openRelay({
      caller: this.#legIn(),
      media: this.#ports.media,
      bindAddress: this.#ports.bindAddress,
      random: this.#ports.random,
      ended: (why) => this.#carrier?.end(why === 'silent' ? 'media_timeout' : 'interrupted'),
    });
  }

  #legIn(): AudioLeg {
    const { address } = this.#call.source;
    return {
      trunk: this.#trunk.settings,
      peerAddress: address,
      ourAddress: this.#ports.ourAddress(address),
    };
  }

  async #join(
    decision: Forward,
    { money, audio }: { readonly money: CallMoney; readonly audio: CallAudio },
  ): Promise<void> {
    const { agent, clock, limits, health } = this.#ports;
    const finder = new WayFinder(decision, { call: this.#call, caller: this.#caller }, this.#ports);
    const ended = Promise.withResolvers<Ended | undefined>();
    const joined = new JoinedCall(this.#call, {
      agent,
      clock,
      audio,
      nextWay: () => finder.next(),
      hasNextWay: () => finder.hasNext,
      rests: (trunk, ms) => health.rest(trunk, ms),
      ringMs: decision.options.ringMs,
      maxMs: limits.maxMs,
      answered: () => this.#answered(money),
      ended: (end) => ended.resolve(end),
      takeUnanswered: (cause) => this.#takeUnanswered(decision, cause, ended),
    });
    this.#carrier = joined;
    if (this.#cancelled) joined.handlers.cancelled('cancelled', undefined);
    else await joined.start();
    const end = await ended.promise;
    finder.release();
    if (end === undefined) {
      await this.#over.promise;
      return;
    }
    await this.#finish(money, end);
    this.#tellMissed(decision, end);
  }

  /** The policy of the number: a message instead of a refusal. The call stays one, with one record. */
  #takeUnanswered(
    decision: Forward,
    cause: EndCause,
    joined: PromiseWithResolvers<Ended | undefined>,
  ): boolean {
    const { options, hops, payer } = decision;
    const number = hops.at(-1)?.number;
    if (options.unanswered !== 'voicemail' || number === undefined) return false;
    const money = new CallMoney(this.#id, perMinute(number.minutePrice), this.#ports);
    this.#carrier = this.#ports.voicemail.take({
      callId: this.#id,
      call: this.#call,
      number,
      accountId: payer.id,
      caller: this.#caller,
      mailTo: options.fallbackEmail,
      language: options.language,
      isSimulated: this.#trunk.builtIn,
      leg: this.#legIn(),
      answered: () => this.#answered(money),
      ended: (end) => {
        const told = { ...unanswered, ...end, rule: `unanswered: ${cause}` };
        void this.#finish(money, told).finally(() => this.#over.resolve());
        if (!end.hasMessage) this.#tellMissed(decision, { ...told, cause });
      },
    });
    joined.resolve(undefined);
    return true;
  }

  async #record(decision: ToVoicemail): Promise<void> {
    const { hop, payer, mailTo, options } = decision;
    const price = perMinute(decision.perMinute);
    const { number } = hop;
    const call = this.#newCall({
      accountId: number.accountId,
      payerId: payer.id,
      number: number.phone,
      target: mailTo,
      kind: 'voicemail',
      perMinute: price.perMinute,
    });
    if (!(await this.#begin(call, firstReserve(price)))) {
      this.#call.refuse(403);
      const end = { cause: 'balance', sipStatus: 403, rule: 'balance' } as const;
      await this.#recordRefused(call.accountId, number.phone, end);
      return;
    }
    const money = new CallMoney(this.#id, price, this.#ports);
    this.#carrier = this.#ports.voicemail.take({
      callId: this.#id,
      call: this.#call,
      number,
      accountId: payer.id,
      caller: this.#caller,
      mailTo,
      language: options.language,
      isSimulated: this.#trunk.builtIn,
      leg: this.#legIn(),
      answered: () => this.#answered(money),
      ended: (end) => {
        void this.#finish(money, { ...unanswered, ...end }).finally(() => this.#over.resolve());
        if (!end.hasMessage) this.#tellMissed(decision, { ...unanswered, ...end });
      },
    });
    if (this.#cancelled) this.#carrier.handlers.cancelled('cancelled', undefined);
    await this.#over.promise;
  }

  /** Written down at once: who ends the call after a crash bills what is known. */
  #answered(money: CallMoney): void {
    const { calls, clock, log } = this.#ports;
    money.answered(() => this.#carrier?.end('balance'));
    calls.answered(this.#id, clock.nowMs()).catch((error: unknown) => {
      log.warn('call.answer.unwritten', { callId: this.#id, ...errorFields(error) });
    });
  }

  async #finish(money: CallMoney, end: Ended): Promise<void> {
    const { clock, endings } = this.#ports;
    await endings.save(this.#id, { ...end, ...money.end(), endedAtMs: clock.nowMs() });
  }

  #tellMissed(decision: Forward | ToVoicemail, { cause, answeredAtMs }: Ended): void {
    const { options, payer } = decision;
    const number = decision.kind === 'forward' ? decision.hops.at(-1)?.number : decision.hop.number;
    const tellTo = decision.kind === 'voicemail' ? decision.mailTo : options.missedCallEmail;
    const wasTaken = decision.kind === 'forward' && answeredAtMs !== null;
    if (number === undefined || tellTo === '' || wasTaken) return;
    this.#ports.missed({
      callId: this.#id,
      accountId: payer.id,
      number,
      caller: this.#caller,
      atMs: this.#startedAtMs,
      cause,
      tellTo,
      language: options.language,
      isSimulated: this.#trunk.builtIn,
    });
  }
}

const unanswered: Ended = {
  cause: 'no_answer',
  sipStatus: 480,
  trunkOut: '',
  ringingAtMs: null,
  answeredAtMs: null,
  rule: '',
};

/** Calls that end here are billed by the second. */
function perMinute(price: CallPrice['perMinute']) {
  return { perMinute: price, firstS: 1, nextS: 1 } as const;
}
