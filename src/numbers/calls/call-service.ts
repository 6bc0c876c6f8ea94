/** Calls that come in: whose they are, what becomes of them, and all that is under way. */
import type { Account } from '#accounts/account.ts';
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { IdSource } from '#queue/id-source.ts';
import { callWork } from '../call-boundaries.ts';
import { DigestServer } from '../sip/digest-server.ts';
import type { Media } from '../sip/media/media.ts';
import { parseUri } from '../sip/uri.ts';
import type { IncomingCall, IncomingCallHandlers, UserAgent } from '../sip/user-agent.ts';
import type { Trunk } from '../trunks/trunk.ts';
import type { TrunkDirectory } from '../trunks/trunk-directory.ts';
import type { TrunkHealth } from '../trunks/trunk-health.ts';
import type { CallCaps } from './call-caps.ts';
import type { CallEndings } from './call-endings.ts';
import type { CallPrice } from './call-price.ts';
import type { CallOwner, CallStore, CallsUnderWay, EndCause } from './call-record.ts';
import type { CallWay } from './call-way.ts';
import { InboundCall } from './inbound-call.ts';
import type { MissedCall, VoicemailTaker } from './voicemail-taker.ts';

export type CallServicePorts = {
  readonly agent: Pick<UserAgent, 'call' | 'resolve' | 'contactFor'>;
  readonly media: Media;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
  readonly trunks: () => TrunkDirectory;
  /** The trunk that we have registered at under that user part. */
  readonly registeredAs: (user: string) => Trunk | undefined;
  readonly health: TrunkHealth;
  readonly prices: () => readonly CallPrice[];
  readonly readWay: (dialled: PhoneNumber) => Promise<CallWay>;
  readonly mayCall: (account: Account, target: PhoneNumber) => Promise<boolean>;
  /** Millionths that the account has spent on calls since then. */
  readonly spentSince: (accountId: number, sinceMs: number) => Promise<number>;
  /** Where this process carries all calls there are none elsewhere. */
  readonly callsElsewhere: (owner: CallOwner) => Promise<CallsUnderWay>;
  readonly calls: CallStore;
  readonly endings: CallEndings;
  readonly callIds: Pick<IdSource, 'take'>;
  readonly processId: number;
  readonly caps: CallCaps;
  readonly limits: CallLimits;
  /** What SDP and Contact carry towards that address; `local` is the socket that it called. */
  readonly ourAddress: (peer: string, local?: string) => string;
  /** Where the ports of audio are opened: for who called that socket, or for whom we call. */
  readonly bindAddress: (local?: string) => string;
  readonly passwordOf: (trunk: Trunk) => string;
  /** Of who calls by a trunk that must sign in. */
  readonly passwordIn: (trunk: Trunk) => string;
  readonly voicemail: VoicemailTaker;
  readonly missed: (call: MissedCall) => void;
};

export type CallLimits = {
  /** Millionths a minute: dearer calls are not made. */
  readonly perMinuteMax: number;
  /** Millionths that an account may spend on calls in a day, UTC. */
  readonly spendPerDay: number;
  readonly maxMs: number;
};

/** Of a call that was answered at once. */
const nobody: IncomingCallHandlers = { cancelled: () => undefined };

/** What a stop waits for calls that go on. */
const partingMs = 60_000;
const lookMs = 100;

/** What callers sign in to. */
const realm = 'parley';

export class CallService {
  readonly #ports: CallServicePorts;
  readonly #calls = new Set<InboundCall>();
  readonly #digests: DigestServer;

  constructor(ports: CallServicePorts) {
    this.#ports = ports;
    this.#digests = new DigestServer(realm, ports.clock);
  }

  /** Calls under way. */
  get size(): number {
    return this.#calls.size;
  }

  incoming(call: IncomingCall): IncomingCallHandlers {
    const { health, callIds } = this.#ports;
    const trunk = this.#trunkOf(call);
    const admission = trunk === undefined ? 'ignore' : health.admit(trunk);
    if (trunk === undefined || admission === 'ignore') {
      call.ignore();
      return nobody;
    }
    const isKnown = () => this.#showsCertificate(call, trunk) && this.#isSignedIn(call, trunk);
    if (admission === 'take' && !isKnown()) return nobody;
    const id = admission === 'take' ? callIds.take() : undefined;
    if (id === undefined) {
      if (admission === 'take') health.released(trunk);
      call.refuse(503, { headers: [['retry-after', '10']] });
      return nobody;
    }
    const handled = new InboundCall(id, call, trunk, this.#ports);
    this.#calls.add(handled);
    callWork.run(
      () => this.#follow(handled, { call, trunk }),
      () => {
        this.#release(handled, trunk);
        handled.end('interrupted');
      },
    );
    return handled.handlers;
  }

  async #follow(
    handled: InboundCall,
    { call, trunk }: { readonly call: IncomingCall; readonly trunk: Trunk },
  ): Promise<void> {
    try {
      await handled.run();
    } catch (error) {
      this.#ports.log.error('call.failed', { callId: call.callId, ...errorFields(error) });
      handled.end('interrupted');
    } finally {
      this.#release(handled, trunk);
    }
  }

  #release(handled: InboundCall, trunk: Trunk): void {
    if (this.#calls.delete(handled)) this.#ports.health.released(trunk);
  }

  /** Carriers that we register at put our Contact in the Request-URI, and the dialled number in To. */
  #trunkOf(call: IncomingCall): Trunk | undefined {
    const { trunks, registeredAs } = this.#ports;
    const uri = parseUri(call.request.uri);
    const trunk = uri?.scheme === 'sip' && uri.user ? registeredAs(uri.user) : undefined;
    const { address, port } = call.source;
    if (trunk === undefined) return trunks().ofSource(address, port);
    const { settings } = trunk;
    const numberFrom = settings.numberFrom === 'ruri' ? 'to' : settings.numberFrom;
    return { ...trunk, settings: { ...settings, numberFrom } };
  }

  /** Whoever has the address of the carrier is not the carrier yet, where it is known by its certificate. */
  #showsCertificate(call: IncomingCall, trunk: Trunk): boolean {
    const { certificates } = trunk.settings;
    const shown = call.source.certificates ?? [];
    if (certificates.length === 0 || shown.some((one) => certificates.includes(one))) return true;
    const { health, log } = this.#ports;
    const { transport, address } = call.source;
    log.warn('trunk.uncertified', { trunk: trunk.name, transport, address });
    health.released(trunk);
    call.refuse(403);
    return false;
  }

  /** Who is not yet is asked to; of a proof that is wrong nothing more is said. */
  #isSignedIn(call: IncomingCall, trunk: Trunk): boolean {
    const { authInUser } = trunk.settings;
    if (authInUser === '') return true;
    const verdict = this.#digests.judge(call.request, call.source, (user) =>
      user === authInUser ? { user, password: this.#ports.passwordIn(trunk) } : undefined,
    );
    if (verdict.kind === 'known') return true;
    const { health } = this.#ports;
    if (verdict.kind === 'wrong') {
      health.released(trunk);
      call.refuse(403);
    } else if (health.challenged(trunk)) call.refuse(401, { headers: verdict.headers });
    else call.ignore();
    return false;
  }

  /** Lets calls go on for a while, then hangs them up. New ones have been turned away by then. */
  async part(): Promise<void> {
    const { clock } = this.#ports;
    const untilMs = clock.monotonicMs() + partingMs;
    while (this.#calls.size > 0 && clock.monotonicMs() < untilMs) await clock.sleep(lookMs);
    this.endAll('interrupted');
    while (this.#calls.size > 0 && clock.monotonicMs() < untilMs + 2_000) await clock.sleep(lookMs);
  }

  endAll(cause: EndCause): void {
    for (const call of this.#calls) call.end(cause);
  }
}
