/** The trunks of a call in their order: each with its addresses, and what the leg over it says. */
import { errorFields } from '#core/log.ts';
import { writeHost } from '../sip/uri.ts';
import type { IncomingCall } from '../sip/user-agent.ts';
import { placeOf, type Trunk } from '../trunks/trunk.ts';
import type { Way } from './b2bua-call.ts';
import type { Decision } from './call-policy.ts';
import type { CallServicePorts } from './call-service-ports.ts';
import type { CallerIdentity } from './caller-identity.ts';
import { outgoingLeg } from './outgoing-leg.ts';

type Forward = Extract<Decision, { readonly kind: 'forward' }>;
type From = { readonly call: IncomingCall; readonly caller: CallerIdentity };
type Ports = Pick<CallServicePorts, 'agent' | 'health' | 'ourAddress' | 'passwordOf' | 'log'>;

export class WayFinder {
  readonly #decision: Forward;
  readonly #from: From;
  readonly #ports: Ports;
  readonly #left: Trunk[];
  /** The one that the call is on now, counted against its limit. */
  #held: Trunk | undefined;

  constructor(decision: Forward, from: From, ports: Ports) {
    this.#decision = decision;
    this.#from = from;
    this.#ports = ports;
    this.#left = [...decision.trunks];
  }

  /** A trunk that is full, or whose name has no address, is passed over. */
  async next(): Promise<Way | undefined> {
    this.release();
    for (let trunk = this.#left.shift(); trunk !== undefined; trunk = this.#left.shift()) {
      if (!this.#ports.health.take(trunk)) continue;
      this.#held = trunk;
      const way = await this.#usableWay(trunk);
      if (way !== undefined) return way;
      this.release();
    }
    return undefined;
  }

  get hasNext(): boolean {
    return this.#left.length > 0;
  }

  release(): void {
    if (this.#held !== undefined) this.#ports.health.released(this.#held);
    this.#held = undefined;
  }

  /** A secret that does not open, a resolver that fails: that trunk is passed over, whatever it was. */
  async #usableWay(trunk: Trunk): Promise<Way | undefined> {
    try {
      return await this.#wayOver(trunk);
    } catch (error) {
      this.#ports.log.error('trunk.unusable', { trunk: trunk.name, ...errorFields(error) });
      return undefined;
    }
  }

  async #wayOver(trunk: Trunk): Promise<Way | undefined> {
    const { agent, ourAddress, passwordOf } = this.#ports;
    const hops = await agent.resolve(placeOf(trunk.settings));
    const [first] = hops;
    if (first === undefined) return undefined;
    const leg = outgoingLeg({
      request: this.#from.call.request,
      caller: this.#from.caller,
      trunk,
      target: this.#decision.target,
      numbers: this.#decision.hops.map(({ number }) => number.phone),
      host: writeHost(ourAddress(first.address)),
    });
    return { trunk, hops, leg, ourAddress, password: passwordOf(trunk) };
  }
}
