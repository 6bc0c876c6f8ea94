/** A TCP proxy that misbehaves when told to: the faults of a network between a client and its server. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { type Clock, systemClock } from '#core/clock.ts';

export type Direction = 'to server' | 'to client';

export type Address = { readonly host: string; readonly port: number };

type Fault =
  | { readonly kind: 'none' }
  /** Nothing is forwarded, no end either, and no socket closes: what a dead router looks like. */
  | { readonly kind: 'half-open' }
  | { readonly kind: 'one way'; readonly open: Direction }
  | { readonly kind: 'delay'; readonly delayMs: number }
  | { readonly kind: 'octet by octet' }
  | { readonly kind: 'cut'; readonly direction: Direction; octetsLeft: number }
  | {
      readonly kind: 'cut at';
      readonly words: string;
      readonly reaches: boolean;
      said: Socket | undefined;
    };

const noFault: Fault = { kind: 'none' };

export async function openTcpProxy(options: {
  readonly to: Address;
  readonly clock?: Clock;
}): Promise<TcpProxy> {
  const proxy = new TcpProxy(options.to, options.clock ?? systemClock);
  await proxy.listen();
  return proxy;
}

/** One fault at a time, for all connections, those that come later as well. What was held back flows on. */
export class TcpProxy implements AsyncDisposable {
  readonly #to: Address;
  readonly #clock: Clock;
  readonly #server: Server;
  readonly #links = new Set<Link>();
  readonly #closing = new AbortController();
  #fault: Fault = noFault;
  /** What the next cut leaves behind: nobody gets through. */
  #refuses = false;
  #isAway = false;
  #changed = Promise.withResolvers<void>();

  constructor(to: Address, clock: Clock) {
    this.#to = to;
    this.#clock = clock;
    // Each direction ends by itself, as through a wire.
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (client) =>
      this.#link(client),
    );
  }

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Connections of which one direction at least is open. */
  get connections(): number {
    return this.#links.size;
  }

  pass(): void {
    this.#refuses = false;
    this.#isAway = false;
    this.#become(noFault);
  }

  halfOpen(): void {
    this.#become({ kind: 'half-open' });
  }

  oneWay(open: Direction): void {
    this.#become({ kind: 'one way', open });
  }

  /** Each read waits for so long, and the next one behind it. */
  delay(delayMs: number): void {
    this.#become({ kind: 'delay', delayMs });
  }

  octetByOctet(): void {
    this.#become({ kind: 'octet by octet' });
  }

  /** So many octets more pass in this direction; then every connection closes, and new ones pass. */
  cutAfter(octets: number, direction: Direction): void {
    this.#become({ kind: 'cut', direction, octetsLeft: octets });
  }

  /**
   * Every connection closes at the next write to the server that holds these words: before the server gets them, or
   * when it answers them, and the answer is not heard. New ones pass, unless `then` says otherwise.
   */
  cutAt(words: string, when: 'before' | 'answered', then: 'pass' | 'refuse' = 'pass'): void {
    this.#refuses = then === 'refuse';
    this.#become({ kind: 'cut at', words, reaches: when === 'answered', said: undefined });
  }

  /** Both ends of every connection see a reset at once. */
  reset(): void {
    for (const { client, server } of this.#links) {
      client.resetAndDestroy();
      server.resetAndDestroy();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    this.#become(noFault);
    this.#closeAll();
    const closed = once(this.#server, 'close');
    this.#server.close();
    await closed;
  }

  #become(fault: Fault): void {
    this.#fault = fault;
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  #closeAll(): void {
    for (const { client, server } of this.#links) {
      client.destroy();
      server.destroy();
    }
  }

  #link(client: Socket): void {
    if (this.#isAway) return void client.destroy();
    const server = connect({ ...this.#to, allowHalfOpen: true, noDelay: true });
    const link: Link = { client, server };
    this.#links.add(link);
    const pumps = [
      this.#pump(client, server, 'to server'),
      this.#pump(server, client, 'to client'),
    ];
    void Promise.allSettled(pumps).then(() => this.#links.delete(link));
  }

  /** Reads no more than a socket buffers while something is held back, as a network would. */
  async #pump(source: Socket, target: Socket, direction: Direction): Promise<void> {
    // The iteration reports a broken source; a broken target shows in its own pump.
    target.on('error', () => {});
    const broken = await this.#forwardAll(source, target, direction).then(
      () => false,
      () => true,
    );
    await this.#mayPass(direction);
    if (broken) target.resetAndDestroy();
    else target.end();
  }

  async #forwardAll(source: Socket, target: Socket, direction: Direction): Promise<void> {
    for await (const chunk of source.iterator({ destroyOnReturn: false })) {
      await this.#forward(chunk as Buffer, target, direction);
    }
  }

  async #forward(octets: Buffer, target: Socket, direction: Direction): Promise<void> {
    await this.#mayPass(direction);
    const fault = this.#fault;
    switch (fault.kind) {
      case 'delay':
        await this.#clock.sleep(fault.delayMs, this.#closing.signal);
        return write(target, octets);
      case 'octet by octet':
        return writeOctets(target, octets);
      case 'cut':
        return this.#forwardUntilCut(fault, octets, target, direction);
      case 'cut at':
        return this.#forwardUntilWords(fault, octets, target, direction);
      case 'none':
      case 'half-open':
      case 'one way':
        return write(target, octets);
      default:
        return fault satisfies never;
    }
  }

  async #forwardUntilCut(
    cut: Extract<Fault, { kind: 'cut' }>,
    octets: Buffer,
    target: Socket,
    direction: Direction,
  ): Promise<void> {
    if (direction !== cut.direction) return write(target, octets);
    const passing = octets.subarray(0, cut.octetsLeft);
    cut.octetsLeft -= passing.length;
    if (passing.length > 0) await write(target, passing);
    if (cut.octetsLeft > 0 || this.#fault !== cut) return;
    this.#become(noFault);
    this.#closeAll();
  }

  async #forwardUntilWords(
    cut: Extract<Fault, { kind: 'cut at' }>,
    octets: Buffer,
    target: Socket,
    direction: Direction,
  ): Promise<void> {
    if (direction === 'to server' && cut.said === undefined && octets.includes(cut.words)) {
      if (!cut.reaches) return this.#cutNow();
      cut.said = [...this.#links].find(({ server }) => server === target)?.client;
    }
    if (direction === 'to client' && cut.said === target) return this.#cutNow();
    await write(target, octets);
  }

  #cutNow(): void {
    this.#become(noFault);
    this.#isAway = this.#refuses;
    this.#closeAll();
  }

  async #mayPass(direction: Direction): Promise<void> {
    while (isHeld(this.#fault, direction)) await this.#changed.promise;
  }
}

type Link = { readonly client: Socket; readonly server: Socket };

function isHeld(fault: Fault, direction: Direction): boolean {
  return fault.kind === 'half-open' || (fault.kind === 'one way' && fault.open !== direction);
}

/** Settles when the kernel has taken the octets, so that a slow reader slows the writer down. */
function write(target: Socket, octets: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    target.write(octets, (error) => (error ? reject(error) : resolve()));
  });
}

/** A turn of the event loop between two octets lets the other side read each by itself. */
async function writeOctets(target: Socket, octets: Buffer): Promise<void> {
  for (let at = 0; at < octets.length; at += 1) {
    await write(target, octets.subarray(at, at + 1));
    await setImmediate();
  }
}
