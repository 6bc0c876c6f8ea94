/** A call that is led on: its audio, the ways that are tried, and what follows where nobody takes it. */
import type { PhoneNumber } from '#core/phone-number.ts';
import { parseNameAddress, splitLists } from '../sip/fields.ts';
import type { SipResponse } from '../sip/message.ts';
import type { IncomingCallHandlers } from '../sip/user-agent.ts';
import { B2buaCall } from './b2bua-call.ts';
import { bypassed, type CallAudio, openRelay } from './call-audio.ts';
import { type CallInHand, type Course, legIn } from './call-in-hand.ts';
import { firstReserve } from './call-money.ts';
import type { Decision } from './call-policy.ts';
import type { EndCause } from './call-record.ts';
import type { CallServicePorts } from './call-service-ports.ts';
import { payablePrice } from './decide-call.ts';
import { phoneIn } from './dialled-number.ts';
import { MessageCall } from './message-call.ts';
import { type Ended, endedEarly, type PaidCall } from './paid-call.ts';
import { WayFinder } from './way-finder.ts';

export type Forward = Extract<Decision, { readonly kind: 'forward' }>;

export type LedOrder = {
  readonly inHand: CallInHand;
  readonly paid: PaidCall;
  readonly decision: Forward;
  /** Nobody took it, or nobody said anything to the machine that did. */
  readonly missed: (end: Ended) => void;
};

export class ForwardedCall implements Course {
  readonly #order: LedOrder;
  readonly #ports: CallServicePorts;
  #joined: B2buaCall | undefined;
  #message: MessageCall | undefined;
  /** Why it ended before it was led anywhere. */
  #gone: EndCause | undefined;

  constructor(order: LedOrder, ports: CallServicePorts) {
    this.#order = order;
    this.#ports = ports;
  }

  get #now(): B2buaCall | MessageCall | undefined {
    return this.#message ?? this.#joined;
  }

  get handlers(): IncomingCallHandlers {
    return {
      cancelled: (why, reason) => {
        this.#gone ??= 'caller_cancelled';
        this.#now?.handlers.cancelled(why, reason);
      },
      answeredEarly: (answer, fork) => this.#now?.handlers.answeredEarly?.(answer, fork),
      offered: (offer) => this.#now?.handlers.offered?.(offer) ?? { status: 488 },
    };
  }

  end(cause: EndCause): void {
    this.#gone ??= cause;
    if (this.#now === undefined) this.#turnAway();
    else this.#now.end(cause);
  }

  async run(): Promise<void> {
    const audio = await this.#openAudio();
    if (audio === undefined) this.end('overload');
    try {
      await this.#carry(audio);
    } catch (error) {
      // Nothing goes on without its row.
      this.#now?.end('interrupted');
      throw error;
    } finally {
      await audio?.close();
    }
  }

  async #carry(audio: CallAudio | undefined): Promise<void> {
    const { paid, missed } = this.#order;
    if (audio === undefined || this.#gone !== undefined) {
      return paid.end(endedEarly(this.#gone ?? 'overload'));
    }
    const end = await this.#join(audio);
    if (end === undefined) return this.#message?.run();
    await paid.end(end);
    if (end.answeredAtMs === null) missed(end);
  }

  /** Carriers go elsewhere on 503, and come back. */
  #turnAway(): void {
    this.#order.inHand.call.refuse(503, { headers: [['retry-after', '10']] });
  }

  /** Undefined where no port is left. */
  async #openAudio(): Promise<CallAudio | undefined> {
    const { inHand, decision } = this.#order;
    const { media, bindAddress, random } = this.#ports;
    const [firstOut] = decision.trunks;
    const ways = [inHand.trunk, ...(firstOut ? [firstOut] : [])];
    if (ways.every(({ settings }) => settings.media === 'bypass')) return bypassed;
    return openRelay({
      caller: legIn(inHand, this.#ports),
      media,
      bindAddress: bindAddress(),
      random,
      ended: (why) => this.#now?.end(why === 'silent' ? 'media_timeout' : 'interrupted'),
    });
  }

  /** Undefined where the call goes on as one whose message is recorded. */
  async #join(audio: CallAudio): Promise<Ended | undefined> {
    const { inHand, paid, decision } = this.#order;
    const { agent, clock, limits, health } = this.#ports;
    let { price } = decision;
    let finder = new WayFinder(decision, inHand, this.#ports);
    const ended = Promise.withResolvers<Ended | undefined>();
    const joined = new B2buaCall(inHand.call, {
      agent,
      clock,
      audio,
      nextWay: () => finder.next(),
      hasNextWay: () => finder.hasNext,
      heard: (trunk) => health.heard(trunk),
      rests: (trunk, ms) => health.rest(trunk, ms),
      ringMs: decision.options.ringMs,
      maxMs: limits.maxMs,
      answered: () => paid.answered(price, () => this.end('balance')),
      ended: (end) => ended.resolve(end),
      takeUnanswered: (cause) => {
        this.#message = this.#takeMessage(cause);
        if (this.#message !== undefined) ended.resolve(undefined);
        return this.#message !== undefined;
      },
      follow: async (redirection) => {
        const led = await redirectedTo(redirection, decision, this.#ports);
        if (led === undefined) return false;
        finder.release();
        price = led.price;
        finder = new WayFinder(led, inHand, this.#ports);
        return true;
      },
    });
    this.#joined = joined;
    try {
      joined.start();
      return await ended.promise;
    } finally {
      finder.release();
    }
  }

  /** The policy of the number: a message instead of a refusal. The call stays one, with one record. */
  #takeMessage(cause: EndCause): MessageCall | undefined {
    const { inHand, paid, decision, missed } = this.#order;
    const { options, hops, payer } = decision;
    const number = hops.at(-1)?.number;
    if (options.unanswered !== 'voicemail' || number === undefined) return undefined;
    const order = {
      inHand,
      paid,
      number,
      payerId: payer.id,
      mailTo: options.fallbackEmail,
      language: options.language,
      rule: `unanswered: ${cause}`,
      missed: (end: Ended) => missed({ ...end, cause }),
    };
    return new MessageCall(order, this.#ports);
  }
}

/**
 * Where a call goes that its callee has redirected (RFC 3261 §8.1.3.4). Who answers 302 must not send calls where the
 * account may not call, nor at its cost: only the number in Contact counts, and the account's rules hold for it.
 * Undefined where it may not go. What was set aside must do: nothing dearer than the number that was to be called.
 */
async function redirectedTo(
  redirection: SipResponse,
  decision: Forward,
  ports: Pick<CallServicePorts, 'mayCall' | 'prices' | 'limits' | 'trunks' | 'health' | 'random'>,
): Promise<Forward | undefined> {
  const { payer, hops } = decision;
  const target = targetIn(redirection);
  const isCircle = target === decision.target || hops.some(({ number }) => number.phone === target);
  if (target === undefined || isCircle || !(await ports.mayCall(payer, target))) return undefined;
  const price = payablePrice(payer.id, target, ports);
  if (price === undefined || firstReserve(price) > firstReserve(decision.price)) return undefined;
  const trunks = ports.health.inOrder(ports.trunks().toward(target, ports.random));
  return trunks.length === 0 ? undefined : { ...decision, target, price, trunks };
}

/** §21.3: the first Contact; what stands behind the @ is not where calls go. */
function targetIn({ headers }: SipResponse): PhoneNumber | undefined {
  const [first] = splitLists(headers.all('contact')) ?? [];
  const uri = first === undefined ? undefined : parseNameAddress(first)?.uri;
  return uri && phoneIn(uri);
}
