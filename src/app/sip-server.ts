/** Where SIP is heard: the user agent of this process, opened again when trunks want it heard elsewhere. */
import { isIP } from 'node:net';
import type { CallsConfig } from '#config.ts';
import { must } from '#core/assert.ts';
import { type Certificate, certificateWatch, readCertificate } from '#core/certificate-watch.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { Loop } from '#core/loop.ts';
import { handshakeFault, PeerTroubles, tlsFailureOf } from '#core/peer-troubles.ts';
import { SipAgent } from '#numbers/sip/agent.ts';
import { LocalAddresses } from '#numbers/sip/transport/local-address.ts';
import type { ListenerSettings, UserAgentHandlers } from '#numbers/sip/user-agent.ts';
import type { Trunk } from '#numbers/trunks/trunk.ts';

const usualPort = 5_060;
const here = '127.0.0.1';
const everywhere = '0.0.0.0';
const everywhereSix = '::';

export type SipServerPorts = {
  readonly config: CallsConfig;
  /** When the certificate that is shown ends. */
  readonly certificateEnds?: ((endsAtMs: number) => void) | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
  readonly product: string;
};

export class SipServer implements AsyncDisposable {
  readonly #ports: SipServerPorts;
  readonly #local: LocalAddresses;
  #agent: SipAgent | undefined;
  #handlers: UserAgentHandlers | undefined;
  #watch: Loop | undefined;
  /** Of the places that were chosen here: whether other machines reach them. */
  #isWide = false;
  #isClosed = false;

  readonly #troubles: PeerTroubles;

  constructor(ports: SipServerPorts) {
    this.#ports = ports;
    this.#troubles = new PeerTroubles(ports);
    this.#local = new LocalAddresses(ports.clock);
  }

  get agent(): SipAgent {
    return must(this.#agent, 'user agent');
  }

  /**
   * Where the ports of audio are opened: for a caller at the socket that it called, for whom we call at the only address
   * there is, or at all.
   */
  bindAddress(local?: string): string {
    const bound = new Set(this.agent.listeners.map(({ address }) => address));
    if (local !== undefined && bound.has(local)) return local;
    const [only = here] = bound;
    if (bound.size <= 1) return only;
    return [...bound].some((each) => isIP(each) === 6) ? everywhereSix : everywhere;
  }

  /** `udp 127.0.0.1:5060`. */
  get places(): readonly string[] {
    return this.agent.listeners.map(({ transport, address, port }) => {
      const host = isIP(address) === 6 ? `[${address}]` : address;
      return `${transport} ${host}:${port}`;
    });
  }

  /** What SDP and our addresses carry towards that peer; `local` is the socket that it called. */
  ourAddress(peer: string, local?: string): string {
    const { publicAddress } = this.#ports.config;
    if (publicAddress === undefined) {
      const isBound = this.agent.listeners.some(({ address }) => address === local);
      const isAny = local === everywhere || local === everywhereSix;
      if (local !== undefined && isBound && !isAny) return local;
    }
    if (publicAddress !== undefined && isLoopback(peer)) return this.#local.towards(peer);
    return this.agent.addressTowards(peer);
  }

  /** `handlers`: of what comes in, also where it is heard later. */
  async open(trunks: readonly Trunk[], handlers: UserAgentHandlers): Promise<void> {
    const { listen } = this.#ports.config;
    this.#handlers = handlers;
    this.#isWide = trunks.some(isElsewhere);
    this.#agent =
      listen.how === 'at'
        ? await this.#listen(await this.#configured(), handlers)
        : await this.#listenAround(this.#isWide ? everywhere : here, handlers);
  }

  /** Sockets cannot move: they are opened again while no call is on them, else at the next change. */
  async apply(trunks: readonly Trunk[], isIdle: () => boolean): Promise<void> {
    const isWide = trunks.some(isElsewhere);
    const stays = this.#ports.config.listen.how === 'at' || isWide === this.#isWide;
    if (stays || this.#isClosed || !isIdle()) return;
    await this.agent[Symbol.asyncDispose]();
    await this.open(trunks, must(this.#handlers, 'handlers of an open server'));
    this.#ports.log.info('calls.listening', { places: this.places });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await this.#watch?.[Symbol.asyncDispose]();
    await this.#agent?.[Symbol.asyncDispose]();
  }

  async #configured(): Promise<readonly ListenerSettings[]> {
    const { listen } = this.#ports.config;
    const places = listen.how === 'at' ? listen.places : [];
    const hasTls = places.some(({ transport }) => transport === 'tls');
    const tls = hasTls ? await this.#readCertificate() : undefined;
    return places.map((place) => (place.transport === 'tls' ? { ...place, tls } : place));
  }

  /** It is used, and so is the next one that stands in its files. */
  async #readCertificate(): Promise<Certificate> {
    const { config, certificateEnds: ends, clock, log } = this.#ports;
    const used = await readCertificate(config);
    const renew = (renewed: Certificate): void => this.agent.renewCertificate(renewed);
    this.#watch = certificateWatch(config, used, { port: 'sip', renew, ends, clock, log });
    this.#watch.start();
    return used;
  }

  /** Another exchange on this machine may have the usual port. */
  async #listenAround(host: string, handlers: UserAgentHandlers): Promise<SipAgent> {
    const at = (port: number): readonly ListenerSettings[] => [
      { transport: 'udp', host, port },
      { transport: 'tcp', host, port },
    ];
    try {
      return await this.#listen(at(usualPort), handlers);
    } catch (error) {
      if ((error as { readonly code?: unknown }).code !== 'EADDRINUSE') throw error;
      const agent = await this.#listen(at(0), handlers);
      const ports = agent.listeners.map(({ transport, port }) => `${transport} ${port}`);
      this.#ports.log.warn('calls.moved', { wanted: usualPort, ports });
      return agent;
    }
  }

  #told(): Pick<UserAgentHandlers, 'unreadable' | 'tlsFailed'> {
    const sip = { protocol: 'SIP' } as const;
    return {
      unreadable: (peer, why) =>
        this.#troubles.note({ event: 'security.parser-refused', ...sip }, { peer, why }),
      tlsFailed: (way, error, peer) => {
        const why = way === 'in' ? handshakeFault(error) : tlsFailureOf(error);
        if (why === undefined) return;
        this.#troubles.note({ event: 'security.tls-failed', ...sip, way }, { peer, why });
      },
    };
  }

  #listen(listeners: readonly ListenerSettings[], handlers: UserAgentHandlers): Promise<SipAgent> {
    const { config, clock, random, product } = this.#ports;
    const settings = { listeners, publicAddress: config.publicAddress, product };
    return SipAgent.open(settings, { ...handlers, ...this.#told() }, { clock, random });
  }
}

/** Whether the trunk reaches beyond this machine. */
function isElsewhere({ enabled, settings: { sources, host, register } }: Trunk): boolean {
  if (!enabled) return false;
  return register || sources.some((source) => !isLoopback(source)) || !isLoopback(host);
}

/** An address, a network or a name; empty: nowhere. */
function isLoopback(place: string): boolean {
  return place === '' || place === 'localhost' || /^(?:127\.|::1(?:\/128)?$)/.test(place);
}
