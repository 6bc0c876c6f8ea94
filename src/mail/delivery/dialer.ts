/**
 * Finds a server of a destination that talks to us: the next host is tried at once when one cannot be
 * reached, greets with a refusal, or fails at TLS. What hosts have shown is remembered for a while.
 */
import { BoundedMap } from '#core/bounded-map.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import { PeerTroubles } from '#core/peer-troubles.ts';
import { connectSmtp } from '../smtp/connect.ts';
import type { SmtpSession } from '../smtp/session.ts';
import type { SessionFault } from '../smtp/smtp-mail.ts';
import { usualTimeOuts } from '../smtp/time-outs.ts';
import type { Destination, Host, Route } from './route.ts';

export type Dialed =
  | {
      readonly ok: true;
      readonly session: SmtpSession;
      readonly host: string;
      readonly ip: string;
      readonly security: string;
    }
  | {
      readonly ok: false;
      readonly fault: SessionFault;
      readonly host: string;
      readonly ip: string;
    };

export type DialOptions = {
  readonly route: Route;
  readonly destination: Destination;
  readonly mailsMax: number;
  readonly room: () => void;
  readonly ended: (fault: SessionFault) => void;
};

const tlsFailed = { event: 'security.tls-failed', protocol: 'SMTP', way: 'out' } as const;
const hostsRemembered = 10_000;
const hostsMax = 10;
const addressesMax = 20;
/** A certificate may be renewed, a server replaced. */
const clearMs = 6 * 3_600_000;
const plainMs = 24 * 3_600_000;

export class Dialer {
  readonly #clock: Clock;
  readonly #random: () => number;
  /** Until when a host is spoken to in clear, or one command at a time. */
  readonly #clear = new BoundedMap<string, number>(hostsRemembered);
  readonly #plain = new BoundedMap<string, number>(hostsRemembered);

  readonly #troubles: PeerTroubles;

  constructor(ports: {
    readonly clock: Clock;
    readonly random: () => number;
    readonly log: Pick<Log, 'info'>;
  }) {
    this.#clock = ports.clock;
    this.#random = ports.random;
    this.#troubles = new PeerTroubles(ports);
  }

  /** It answered what was not asked. */
  lostCount(host: string): void {
    this.#plain.set(host, this.#clock.monotonicMs() + plainMs);
  }

  async dial(options: DialOptions): Promise<Dialed> {
    const { route, destination } = options;
    let failed: Dialed = unreachable('there is no server to try', '', '');
    let tried = 0;
    for (const host of this.#inOrder(destination)) {
      const found = await route.addressesOf(host);
      if (!found.ok) failed = unreachable(found.reason, host.name, '');
      for (const address of found.ok ? found.addresses : []) {
        if (tried >= addressesMax) return failed;
        tried += 1;
        const dialed = await this.#try(options, host, address);
        if (dialed.ok || isFinal(dialed.fault)) return dialed;
        failed = dialed;
      }
    }
    return failed;
  }

  #inOrder({ hosts }: Destination): readonly Host[] {
    return hosts
      .map((host) => ({ host, draw: this.#random() }))
      .toSorted((a, b) => a.host.preference - b.host.preference || a.draw - b.draw)
      .map(({ host }) => host)
      .slice(0, hostsMax);
  }

  async #try(options: DialOptions, host: Host, address: string): Promise<Dialed> {
    const mayGoClear = host.tls === 'opportunistic' && !host.implicitTls;
    const isClear = mayGoClear && this.#isIn(this.#clear, host.name);
    const dialed = await this.#open(options, { host, address, isClear });
    if (dialed.ok || dialed.fault.stage !== 'tls' || !mayGoClear || isClear) return dialed;
    this.#clear.set(host.name, this.#clock.monotonicMs() + clearMs);
    return this.#open(options, { host, address, isClear: true });
  }

  async #open(
    { route, mailsMax, room, ended }: DialOptions,
    { host, address, isClear }: { host: Host; address: string; isClear: boolean },
  ): Promise<Dialed> {
    const connected = await connectSmtp({
      address,
      port: host.port,
      from: route.from,
      helloName: route.helloName,
      startTls: isClear ? 'never' : startTlsOf(host.tls),
      login: host.login,
      tls: {
        implicit: host.implicitTls,
        verify: host.tls === 'verified',
        name: host.name,
        ca: route.ca,
      },
      windowMax: route.windowMax,
      plain: this.#isIn(this.#plain, host.name),
      mailsMax,
      timeOuts: usualTimeOuts,
      clock: this.#clock,
      room,
      ended,
    });
    const at = { host: host.name, ip: address };
    if (!connected.ok && connected.fault.stage === 'tls') {
      // Behind its words a fault has the code; the words may be those of a certificate.
      const why = /\((?<code>\w+)\)$/.exec(connected.fault.reason)?.groups?.['code'];
      this.#troubles.note(tlsFailed, { peer: address, why: why ?? 'handshake failed' });
    }
    return connected.ok
      ? { ok: true, session: connected.session, security: connected.security, ...at }
      : { ok: false, fault: connected.fault, ...at };
  }

  #isIn(memory: BoundedMap<string, number>, host: string): boolean {
    return (memory.get(host) ?? 0) > this.#clock.monotonicMs();
  }
}

/** Another host would say the same, or is not to be asked. */
function isFinal({ stage }: SessionFault): boolean {
  return stage === 'auth';
}

function startTlsOf(tls: Host['tls']): 'never' | 'offered' | 'required' {
  if (tls === 'never') return 'never';
  return tls === 'opportunistic' ? 'offered' : 'required';
}

function unreachable(reason: string, host: string, ip: string): Dialed {
  const fault: SessionFault = { stage: 'connect', reply: undefined, reason, outOfStep: false };
  return { ok: false, fault, host, ip };
}
