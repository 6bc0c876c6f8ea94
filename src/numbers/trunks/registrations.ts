/**
 * Trunks that calls reach us by because we register there (RFC 3261 §10). A registration is held by one
 * process: the one that holds its lease refreshes it, and takes it back when it hands over.
 *
 *   lease taken ─► REGISTER ─► registered ─► refreshed at 80 % of what was granted
 *                     └► refused, silent: again after 30 s, doubling to 10 min, drawn by chance
 *   registrar or password changed ─► REGISTER at once
 */
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { Lease, LeaseHolder } from '#queue/lease.ts';
import { parseParameterized, splitLists } from '../sip/fields.ts';
import type { SipResponse } from '../sip/message.ts';
import type { Hop, RequestOutcome, UserAgent } from '../sip/user-agent.ts';
import { placeOf, type Trunk } from './trunk.ts';
import type { TrunkDirectory } from './trunk-directory.ts';

const wishedS = 3_600;
const firstWaitMs = 30_000;
const waitMaxMs = 600_000;
/** What a registrar may ask us to hold on for, or not to ask again before. */
const grantedMinS = 10;

export type RegistrationPorts = {
  readonly agent: () => Pick<UserAgent, 'request' | 'resolve' | 'contactFor'>;
  readonly trunks: () => TrunkDirectory;
  readonly passwordOf: (trunk: Trunk) => string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
};

type Held = {
  readonly trunkId: number;
  /** The user part of our Contact: calls that carry it come by this trunk. */
  readonly user: string;
  readonly callId: string;
  cseq: number;
  expiresS: number;
  /** Where the registrar is. */
  hops: readonly Hop[];
  /** What came of the last REGISTER, where it was not granted. */
  refused: string | null;
  readonly ended: AbortController;
  /** Ends the wait for the next REGISTER. */
  wake: AbortController;
  /** The registrar and who we are there, as they stood at the last REGISTER. */
  asked: string;
  running: Promise<void>;
};

export class Registrations implements LeaseHolder, AsyncDisposable {
  readonly #ports: RegistrationPorts;
  readonly #held = new Map<string, Held>();

  constructor(ports: RegistrationPorts) {
    this.#ports = ports;
  }

  /** One for each trunk that asks for it. */
  leaseNames(): readonly string[] {
    const { trunks } = this.#ports.trunks();
    return trunks.filter(({ settings }) => settings.register).map(({ id }) => `trunk/${id}`);
  }

  /** Whether a registrar of ours is at that address: calls come from where we registered. */
  admits(address: string): boolean {
    for (const { hops } of this.#held.values()) {
      if (hops.some((hop) => hop.address === address)) return true;
    }
    return false;
  }

  /** Why the registrar of that trunk does not hold us; null where it does, where it was not asked, and where another process asks it. */
  whyUnregistered(trunkId: number): string | null {
    return this.#held.get(`trunk/${trunkId}`)?.refused ?? null;
  }

  /** The trunk that was told that user part as our Contact. */
  trunkOf(user: string): Trunk | undefined {
    for (const held of this.#held.values()) {
      if (held.user === user) return this.#trunkOf(held);
    }
    return undefined;
  }

  taken({ name }: Lease): void {
    const held: Held = {
      trunkId: Number(name.slice('trunk/'.length)),
      user: this.#token(),
      callId: this.#token() + this.#token(),
      cseq: 1,
      expiresS: wishedS,
      hops: [],
      refused: null,
      ended: new AbortController(),
      wake: new AbortController(),
      asked: '',
      running: Promise.resolve(),
    };
    this.#held.set(name, held);
    held.running = this.#keep(held);
  }

  /** Trunks were changed: an administrator who has corrected a password does not wait ten minutes to see whether it is right. */
  changed(): void {
    for (const held of this.#held.values()) {
      if (registrarOf(this.#trunkOf(held)) !== held.asked) held.wake.abort();
    }
  }

  /** Taken back, so that calls go where the next holder registers. */
  async handOver({ name }: Lease): Promise<void> {
    const held = this.#end(name);
    await held?.running;
    const trunk = held && this.#trunkOf(held);
    const [hop] = held?.hops ?? [];
    if (held && trunk && hop) await this.#register(held, { trunk, hop, expiresS: 0 });
  }

  lost({ name }: Lease): void {
    this.#end(name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const name of this.#held.keys()) await this.#end(name)?.running;
  }

  #end(name: string): Held | undefined {
    const held = this.#held.get(name);
    this.#held.delete(name);
    held?.ended.abort(new Error('The registration ends'));
    return held;
  }

  async #keep(held: Held): Promise<void> {
    const { clock, random } = this.#ports;
    for (let failures = 0; !held.ended.signal.aborted; ) {
      held.wake = new AbortController();
      held.asked = registrarOf(this.#trunkOf(held));
      const grantedS = await this.#once(held).catch(() => undefined);
      failures = grantedS === undefined ? failures + 1 : 0;
      const backOffMs = Math.min(waitMaxMs, firstWaitMs * 2 ** Math.max(0, failures - 1));
      const restMs = grantedS === undefined ? backOffMs * (0.5 + random() / 2) : grantedS * 800;
      const signal = AbortSignal.any([held.ended.signal, held.wake.signal]);
      await clock.sleep(restMs, signal).catch(() => undefined);
      if (held.wake.signal.aborted) failures = 0;
    }
  }

  /** Tries each address of the registrar; what was granted in seconds, undefined where nobody did. */
  async #once(held: Held): Promise<number | undefined> {
    const trunk = this.#trunkOf(held);
    if (trunk === undefined) return undefined;
    held.hops = await this.#ports.agent().resolve(placeOf(trunk.settings));
    for (const hop of held.hops) {
      const granted = await this.#grantedBy(held, trunk, hop);
      if (granted !== undefined) return granted;
    }
    return undefined;
  }

  async #grantedBy(held: Held, trunk: Trunk, hop: Hop): Promise<number | undefined> {
    const { log } = this.#ports;
    const first = await this.#register(held, { trunk, hop, expiresS: held.expiresS });
    const leastS = leastAllowed(first);
    if (leastS !== undefined) held.expiresS = leastS;
    const outcome =
      leastS === undefined
        ? first
        : await this.#register(held, { trunk, hop, expiresS: held.expiresS });
    if (outcome.kind === 'answered' && outcome.status < 300) {
      const grantedS = grantedIn(outcome.response, held);
      held.refused = null;
      log.info('trunk.registered', { trunk: trunk.name, grantedS });
      return grantedS;
    }
    const why = reasonOf(outcome);
    held.refused = why;
    log.warn('trunk.unregistered', { trunk: trunk.name, why });
    return undefined;
  }

  #register(
    held: Held,
    {
      trunk,
      hop,
      expiresS,
    }: { readonly trunk: Trunk; readonly hop: Hop; readonly expiresS: number },
  ): Promise<RequestOutcome> {
    const { host, authUser: user } = trunk.settings;
    const agent = this.#ports.agent();
    const place = host.includes(':') ? `[${host}]` : host;
    const address = `<sip:${user}@${place}>`;
    const { callId, cseq } = held;
    // RFC 3261 §10.2.4: counted up with each request; a challenge takes one more.
    held.cseq += 2;
    return agent.request({
      method: 'REGISTER',
      hop,
      uri: `sip:${place}`,
      from: address,
      to: address,
      headers: [
        ['contact', `${agent.contactFor(hop, held.user)};expires=${expiresS}`],
        ['expires', String(expiresS)],
      ],
      credentials: { user, password: this.#ports.passwordOf(trunk) },
      callId,
      cseq,
    });
  }

  #trunkOf({ trunkId }: Held): Trunk | undefined {
    return this.#ports.trunks().trunks.find(({ id }) => id === trunkId);
  }

  #token(): string {
    return Math.floor(this.#ports.random() * 2 ** 52).toString(36);
  }
}

function registrarOf(trunk: Trunk | undefined): string {
  if (trunk === undefined) return '';
  const { transport, host, port, certificates, authUser } = trunk.settings;
  return JSON.stringify([transport, host, port, certificates, authUser, trunk.sealedPassword]);
}

function reasonOf(outcome: RequestOutcome): string {
  if (outcome.kind === 'answered') return String(outcome.status);
  return outcome.kind === 'unreachable' ? outcome.cause : outcome.kind;
}

/** RFC 3261 §10.2.8: 423 names the shortest time that is taken. */
function leastAllowed(outcome: RequestOutcome): number | undefined {
  if (outcome.kind !== 'answered' || outcome.status !== 423) return undefined;
  const leastS = Number(outcome.response.headers.get('min-expires'));
  return Number.isSafeInteger(leastS) && leastS > 0 && leastS <= 86_400 ? leastS : undefined;
}

/** RFC 3261 §10.2.4: of our own Contact among those listed, else of all. */
function grantedIn({ headers }: SipResponse, { user, expiresS }: Held): number {
  const contacts = splitLists(headers.all('contact')) ?? [];
  const ours = contacts.find((contact) => contact.includes(user));
  const own = ours === undefined ? undefined : parseParameterized(ours)?.parameters.get('expires');
  const told = Number(own ?? headers.get('expires') ?? expiresS);
  return Number.isSafeInteger(told) ? Math.max(grantedMinS, told) : expiresS;
}
