/** Calls that come in: whose they are, what becomes of them, and all that is in progress. */
import { errorFields } from '#core/log.ts';
import { callWork } from '../call-boundaries.ts';
import { DigestServer } from '../sip/digest-server.ts';
import { parseUri } from '../sip/uri.ts';
import type { IncomingCall, IncomingCallHandlers } from '../sip/user-agent.ts';
import type { Trunk } from '../trunks/trunk.ts';
import type { EndCause } from './call-record.ts';
import type { CallServicePorts } from './call-service-ports.ts';
import { InboundCall } from './inbound-call.ts';

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

  /** Calls in progress. */
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

  /** A peer with the address of the carrier is not the carrier yet, where it is known by its certificate. */
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
