/** The built-in phones of this process: their trunk, what they cost, and the calls that people order. */

import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { Loop } from '#core/loop.ts';
import { zero } from '#core/money.ts';
import { fictionPrefixes } from '#core/phone-number.ts';
import { type Changes, untilChanged } from '#core/until-changed.ts';
import type { CallPrice } from '#numbers/calls/call-price.ts';
import type { Hop } from '#numbers/sip/user-agent.ts';
import { type Trunk, trunkDefaults } from '#numbers/trunks/trunk.ts';
import type { TrunkStore } from '#numbers/trunks/trunk-store.ts';
import {
  type OrderedPhoneCall,
  type PhoneEvent,
  readSamples,
  writeSamples,
} from '#simulator/phones/phone-call.ts';
import { Phones, type PhonesPorts, type PlacedCall } from '#simulator/phones/phones.ts';
import type { SimulatorStore } from '#simulator/simulator-store.ts';
import type { Common } from './common.ts';

const trunkName = 'simulator';
const here = '127.0.0.1';

export async function openPhones(
  { storage, clock, log }: Common,
  place: Pick<PhonesPorts, 'media' | 'server'>,
  stack: AsyncDisposableStack,
): Promise<Phones> {
  await makePhoneTrunk(storage.trunks, clock.nowMs());
  return stack.use(await Phones.open({ ...place, clock, log, random: Math.random }));
}

/** Once SIP is heard, wherever that is. */
export function startPhoneOrders(
  { storage: { simulator: store, changes }, clock, log }: Common,
  phones: Phones,
  stack: AsyncDisposableStack,
): void {
  stack.use(new PhoneOrders({ phones, store, changes, clock, log })).start();
}

/** Made once; where the phones are now each process knows for itself. */
async function makePhoneTrunk(
  trunks: Pick<TrunkStore, 'createTrunk'>,
  nowMs: number,
): Promise<void> {
  await trunks.createTrunk(
    {
      name: trunkName,
      enabled: true,
      builtIn: true,
      settings: { ...trunkDefaults, host: here, prefixes: fictionPrefixes },
      sealedPassword: '',
      sealedAuthInPassword: '',
      createdAtMs: nowMs,
    },
    { actor: 'start', atMs: nowMs },
  );
}

/** The built-in trunk as it is in this process; without phones there is none. */
export function withPhones(trunks: readonly Trunk[], port: number | undefined): readonly Trunk[] {
  if (port === undefined) return trunks.filter(({ builtIn }) => !builtIn);
  return trunks.map((trunk) =>
    trunk.builtIn ? { ...trunk, settings: { ...trunk.settings, port } } : trunk,
  );
}

/** Nobody is paid for a call to a phone of ours, so nobody pays. */
export const phonePrices: readonly CallPrice[] = fictionPrefixes.map((prefix) => ({
  accountId: 0,
  prefix,
  perMinute: zero,
  firstS: 1,
  nextS: 1,
}));

/** The place among those where SIP is heard that a phone on this machine reaches by UDP. */
export function hopHere(listeners: readonly Hop[]): Hop | undefined {
  const heard = listeners.find(
    ({ transport, address }) => transport === 'udp' && (isWild(address) || !address.includes(':')),
  );
  return heard && { ...heard, address: isWild(heard.address) ? here : heard.address };
}

function isWild(address: string): boolean {
  return address === '0.0.0.0' || address === '::';
}

type PhoneOrderPorts = {
  readonly phones: Phones;
  readonly store: Pick<SimulatorStore, 'takePhoneCalls' | 'notePhoneCall'>;
  readonly changes: Changes;
  readonly clock: Clock;
  readonly log: Log;
};

const ordersLookedAtMs = 250;
const ordersMax = 10;
/** An order that no server took in this time is not wanted any more. */
const orderedMsMax = 15_000;
/** A person who waits for a call sees by this that its program lives. */
const seenEveryMs = 2_000;

/** What the command line has written down for the phones, and what it is told of that. */
class PhoneOrders implements AsyncDisposable {
  readonly #ports: PhoneOrderPorts;
  readonly #underWay = new Map<number, Followed>();
  readonly #loop: Loop;

  constructor(ports: PhoneOrderPorts) {
    const { clock, log } = ports;
    this.#ports = ports;
    const work = untilChanged(ports.changes, () => this.#look());
    this.#loop = new Loop({
      name: 'calls of the built-in phones',
      everyMs: ordersLookedAtMs,
      clock,
      log,
      work,
    });
  }

  start(): void {
    this.#loop.start();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loop[Symbol.asyncDispose]();
    const followed = [...this.#underWay.values()];
    for (const { hangUp } of followed) hangUp();
    await Promise.all(followed.map(({ over }) => over));
  }

  /** Answers how many calls there are. */
  async #look(): Promise<number> {
    const { store, clock } = this.#ports;
    const nowMs = clock.nowMs();
    const since = nowMs - orderedMsMax;
    for (const order of await store.takePhoneCalls(ordersMax, since, nowMs)) this.#begin(order);
    for (const [id, followed] of this.#underWay) {
      if (!followed.isNews && clock.monotonicMs() - followed.notedAtMs < seenEveryMs) continue;
      await this.#note(id, followed);
    }
    return this.#underWay.size;
  }

  #begin({ id, wish, sound }: OrderedPhoneCall): void {
    const { phones, clock, log } = this.#ports;
    const followed = new Followed();
    const placed = phones.call(wish, readSamples(sound), (event) => {
      followed.add({ atMs: clock.nowMs(), ...event });
    });
    if (typeof placed === 'string') {
      followed.add({ atMs: clock.nowMs(), what: 'failed', why: placed });
    } else followed.hangUp = () => placed.hangUp();
    this.#underWay.set(id, followed);
    followed.over = this.#finish(id, followed, placed).catch((error: unknown) => {
      log.error('simulator.call_failed', { id, ...errorFields(error) });
    });
  }

  async #finish(id: number, followed: Followed, placed: ReturnType<Phones['call']>): Promise<void> {
    const { clock, store } = this.#ports;
    try {
      const pcm =
        typeof placed === 'string' ? new Int16Array() : await this.#heard(followed, placed);
      const { events } = followed;
      const heard = writeSamples(pcm);
      await store.notePhoneCall(id, { state: 'over', events, atMs: clock.nowMs(), heard });
    } finally {
      this.#underWay.delete(id);
    }
  }

  /** A person who waits for a call hears also of one that broke. */
  async #heard(followed: Followed, { heard }: PlacedCall): Promise<Int16Array> {
    const { clock, log } = this.#ports;
    try {
      return await heard;
    } catch (error) {
      log.error('simulator.call_failed', errorFields(error));
      followed.add({ atMs: clock.nowMs(), what: 'failed', why: 'the phone broke' });
      return new Int16Array();
    }
  }

  async #note(id: number, followed: Followed): Promise<void> {
    const { store, clock } = this.#ports;
    const { events } = followed;
    followed.noted(clock.monotonicMs());
    await store.notePhoneCall(id, { state: 'under way', events: [...events], atMs: clock.nowMs() });
  }
}

/** Bounds what one call tells: keys are told one by one. */
const eventsMax = 200;

class Followed {
  readonly events: PhoneEvent[] = [];
  isNews = false;
  notedAtMs = 0;
  hangUp: () => void = () => undefined;
  over: Promise<void> = Promise.resolve();

  /** The end is told whatever came before it. */
  add(event: PhoneEvent): void {
    if (this.events.length >= eventsMax) this.events.splice(-1, 1, event);
    else this.events.push(event);
    this.isNews = true;
  }

  noted(atMs: number): void {
    this.isNews = false;
    this.notedAtMs = atMs;
  }
}
