/** Our address as a peer sees it, for listeners on all addresses: the one that the kernel sends from. */
import { createSocket } from 'node:dgram';
import { isIP } from 'node:net';
import { ignored } from '#core/boundary.ts';
import { BoundedMap } from '#core/bounded-map.ts';
import type { Clock } from '#core/clock.ts';

const rememberedMs = 60_000;
const peersMax = 4_096;
/** Nothing is sent; connecting only makes the kernel choose. */
const discardPort = 9;

export class LocalAddresses {
  readonly #clock: Clock;
  readonly #known = new BoundedMap<string, { readonly address: string; readonly untilMs: number }>(
    peersMax,
  );

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  towards(peer: string): string {
    const nowMs = this.#clock.monotonicMs();
    const known = this.#known.get(peer);
    if (known !== undefined && known.untilMs > nowMs) return known.address;
    const address = askKernel(peer);
    this.#known.set(peer, { address, untilMs: nowMs + rememberedMs });
    return address;
  }
}

function askKernel(peer: string): string {
  const family = isIP(peer) === 6 ? 6 : 4;
  const socket = createSocket({
    type: `udp${family}`,
    lookup: (host, _options, done) => done(null, host, family),
  });
  socket.on('error', ignored);
  try {
    socket.connect(discardPort, peer);
    return socket.address().address;
  } catch {
    // No route: what is sent there will say so.
    return family === 6 ? '::1' : '127.0.0.1';
  } finally {
    socket.close();
  }
}
