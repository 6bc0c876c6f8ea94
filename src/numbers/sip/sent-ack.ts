/**
 * The ACK to a 2xx, sent again as often as the 2xx comes again (RFC 3261 §13.2.2.4). It is all of a
 * session that has to outlive it: the 2xx may come for 32 s, and a call may be over before.
 */
import { type KeptOctets, keepOctets, readKept } from './transaction/kept-octets.ts';
import type { Flow } from './transport/flow.ts';

export class SentAck {
  #octets: KeptOctets | undefined;
  #flow: Flow | undefined;

  sent(octets: Buffer, flow: Flow): void {
    this.#octets = keepOctets(octets);
    this.#flow = flow;
  }

  repeat(): void {
    if (this.#octets !== undefined) this.#flow?.send(readKept(this.#octets));
  }
}
