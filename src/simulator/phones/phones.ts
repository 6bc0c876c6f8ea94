/**
 * The built-in phones: user agents on loopback behind a trunk of their own. They call numbers of this
 * installation, and answer where calls are led to numbers for films and examples.
 */
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { SipAgent } from '#numbers/sip/agent.ts';
import { parseNameAddress, splitLists } from '#numbers/sip/fields.ts';
import type { Media } from '#numbers/sip/media/media.ts';
import { parseUri, type Uri, unescapeUser } from '#numbers/sip/uri.ts';
import type { Hop, IncomingCall, IncomingCallHandlers, Source } from '#numbers/sip/user-agent.ts';
import { CalledPhone } from './called-phone.ts';
import { planOfPhone } from './called-phones.ts';
import { CallingPhone } from './calling-phone.ts';
import type { DiallingPorts } from './dialled-call.ts';
import { HeldCall, type HeldWish, type Holder } from './held-call.ts';
import { phoneAddress } from './phone-audio.ts';
import type { PhoneWish, ToldEvent } from './phone-call.ts';

export type PhonesPorts = {
  readonly media: Media;
  /** Where the program hears SIP by UDP on this machine; undefined where it does not. */
  readonly server: () => Hop | undefined;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
};

export type LivePhone = {
  readonly side: 'caller' | 'called';
  /** Digits; the caller's are empty where it hides. */
  readonly from: string;
  readonly to: string;
  readonly isTalking: boolean;
  readonly sinceMs: number;
};

export type PlacedCall = {
  /** What was heard, when the call is over. */
  readonly heard: Promise<Int16Array>;
  hangUp(): void;
};

export type Obstacle = 'no SIP here' | 'too many calls';

/** On each side. */
const callsMax = 50;

type Live = Omit<LivePhone, 'isTalking'> & {
  readonly phone: CallingPhone | CalledPhone | HeldCall;
};

export class Phones implements AsyncDisposable {
  readonly #ports: PhonesPorts;
  readonly #live = new Set<Live>();
  readonly #running = new Set<Promise<unknown>>();
  #agent!: SipAgent;

  private constructor(ports: PhonesPorts) {
    this.#ports = ports;
  }

  static async open(ports: PhonesPorts): Promise<Phones> {
    const phones = new Phones(ports);
    const { clock, random } = ports;
    phones.#agent = await SipAgent.open(
      {
        listeners: [{ transport: 'udp', host: phoneAddress, port: 0 }],
        publicAddress: undefined,
        product: 'Parley phone',
      },
      { admits: (source) => phones.#admits(source), incoming: (call) => phones.#incoming(call) },
      { clock, random },
    );
    return phones;
  }

  /** Where they are, on this machine alone. */
  get port(): number {
    return this.#agent.listeners[0]?.port ?? 0;
  }

  /** Those that ring or talk now, the longest first. */
  get live(): readonly LivePhone[] {
    return [...this.#live].map(({ phone, ...rest }) => ({ ...rest, isTalking: phone.isTalking }));
  }

  /** Begins a call; why not, where it cannot. */
  call(
    wish: PhoneWish,
    sound: Int16Array,
    tell: (event: ToldEvent) => void,
  ): PlacedCall | Obstacle {
    const dialling = this.#dialling();
    if (typeof dialling === 'string') return dialling;
    const phone = new CallingPhone(wish, sound, { ...dialling, tell });
    const { from, to } = wish;
    const heard = this.#follow({ side: 'caller', from, to, phone }, phone.run());
    return { heard, hangUp: () => phone.hangUp() };
  }

  /** Begins a call that somebody speaks in, and whose other phone rings for them if it is one of these. */
  hold(wish: HeldWish, holder: Holder): { call: HeldCall; over: Promise<void> } | Obstacle {
    const dialling = this.#dialling();
    if (typeof dialling === 'string') return dialling;
    const call = new HeldCall(wish, holder, dialling);
    return { call, over: this.#follow({ side: 'caller', ...wish, phone: call }, call.run()) };
  }

  /** All that ring or talk. */
  hangUp(): void {
    for (const { phone } of this.#live) phone.hangUp();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.hangUp();
    await this.#agent[Symbol.asyncDispose]();
    for (const { phone } of this.#live) phone.drop();
    await Promise.allSettled(this.#running);
  }

  #dialling(): DiallingPorts | Obstacle {
    const hop = this.#ports.server();
    if (hop === undefined) return 'no SIP here';
    if (this.#count('caller') >= callsMax) return 'too many calls';
    return { ...this.#ports, agent: this.#agent, hop };
  }

  #admits({ port }: Source): boolean {
    return port === this.#ports.server()?.port;
  }

  #incoming(call: IncomingCall): IncomingCallHandlers {
    const { log } = this.#ports;
    if (this.#count('called') >= callsMax) {
      call.refuse(486);
      return { cancelled: () => undefined };
    }
    const to = digitsIn(call.request.uri);
    const from = digitsOfAddress(call.request.headers.get('from') ?? '');
    const hand = this.#heldBy(call)?.ring(call, from);
    const phone = new CalledPhone(call, { plan: planOfPhone(to), hand }, this.#ports);
    // What it says to the call must not be said before this has returned.
    const run = Promise.resolve().then(() => phone.run());
    this.#follow({ side: 'called', from, to, phone }, run).catch((error: unknown) => {
      log.error('simulator.phone_failed', errorFields(error));
      call.refuse(500);
    });
    return phone.handlers;
  }

  /** The call of somebody who has dialled the number that led this one here. */
  #heldBy({ request }: IncomingCall): HeldCall | undefined {
    const diversions = splitLists(request.headers.all('diversion')) ?? [];
    const numbers = diversions.map(digitsOfAddress);
    return [...this.#live]
      .map(({ phone }) => phone)
      .find((phone): phone is HeldCall => phone instanceof HeldCall && phone.leads(numbers));
  }

  async #follow<Value>(live: Omit<Live, 'sinceMs'>, run: Promise<Value>): Promise<Value> {
    const standing = { ...live, sinceMs: this.#ports.clock.nowMs() };
    this.#live.add(standing);
    this.#running.add(run);
    try {
      return await run;
    } finally {
      this.#live.delete(standing);
      this.#running.delete(run);
    }
  }

  #count(side: LivePhone['side']): number {
    return [...this.#live].filter((each) => each.side === side).length;
  }
}

function digitsOfAddress(written: string): string {
  const uri = parseNameAddress(written)?.uri;
  return uri === undefined ? '' : digitsOf(uri);
}

function digitsIn(text: string): string {
  const uri = parseUri(text);
  return uri === undefined ? '' : digitsOf(uri);
}

/** Empty where there is no number. */
function digitsOf(uri: Uri): string {
  if (uri.scheme === 'other') return '';
  const written = uri.scheme === 'tel' ? uri.number : unescapeUser(uri.user ?? '');
  return /^\+?\d+$/.test(written) ? written.replace('+', '') : '';
}
