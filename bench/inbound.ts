/**
 * `inbound`: messages of three parts from phones, delivered by an operator on loopback, put together,
 * stored and told by webhook. Operator and webhook receiver are this process.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { systemClock } from '#core/clock.ts';
import { blankBody } from '#sms/smpp/layout.ts';
import type { DeliverSm } from '#sms/smpp/pdu.ts';
import { type BoundPeer, SmppServer, serverDefaults } from '#sms/smpp/server.ts';
import type { BenchOptions } from './options.ts';
import { installParley, runCommand, serveParley } from './parley.ts';

const number = '37060000000';
const partsEach = 3;
/** As many deliveries as Parley takes at a time on one bind. */
const window = 200;

export async function runInbound(options: BenchOptions): Promise<boolean> {
  const folder = await mkdtemp(path.join(options.folder, 'parley-inbound-'));
  const receiver = new Receiver();
  const peers = Promise.withResolvers<BoundPeer>();
  const handlers = {
    authenticate: () => 0,
    bound: (peer: BoundPeer) => peers.resolve(peer),
    request: () => ({ status: 0, body: { messageId: '1', tlvs: [] } }),
    unbound: () => undefined,
  };
  const place = { ...serverDefaults, host: '127.0.0.1', port: 0, systemId: 'bench', window };
  await using smsc = await SmppServer.listen(place, handlers, { clock: systemClock });
  try {
    const setup = { folder, smscPort: smsc.port, hookUrl: await receiver.open() };
    const installed = await installParley({ ...setup, binds: 1, window: 10, price: '0.01' });
    const owner = ['--account', installed.accountId];
    await runCommand(installed, ['number add', number, ...owner]);
    const reply = ['--reply-url', setup.hookUrl];
    await runCommand(installed, ['account set', installed.accountId, ...reply]);
    await using served = await serveParley(installed);
    const peer = await peers.promise;
    await run(peer, receiver, { first: 0, count: options.warmUp });
    const startedAtMs = performance.now();
    await run(peer, receiver, { first: options.warmUp, count: options.n });
    const seconds = (performance.now() - startedAtMs) / 1_000;
    process.stdout.write(figures(options.n, seconds, receiver));
    return receiver.repeated === 0 && served.program.runs;
  } finally {
    await receiver.close();
    await rm(folder, { recursive: true });
  }
}

type Lot = { readonly first: number; readonly count: number };

/** Delivers all parts, a window at a time, and waits until every message was told. */
async function run(peer: BoundPeer, receiver: Receiver, { first, count }: Lot): Promise<void> {
  const told = receiver.until(first + count);
  let next = first * partsEach;
  const deliverNext = async (): Promise<void> => {
    for (let at = next++; at < (first + count) * partsEach; at = next++) {
      const message = Math.floor(at / partsEach);
      if (at % partsEach === 0) receiver.expect(message);
      const outcome = await peer.deliver(aPart(message, (at % partsEach) + 1));
      if (outcome.kind !== 'answered' || outcome.status !== 0) {
        throw new Error(`A part was not taken: ${JSON.stringify(outcome)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: window }, () => deliverNext()));
  await told;
}

/** A phone and a reference of its own for each message; 50 characters a part make one webhook. */
function aPart(message: number, part: number): DeliverSm {
  const header = Buffer.from([5, 0, 3, message & 0xff, partsEach, part]);
  const text = Buffer.from(`${message} `.padEnd(50, 'x'));
  return {
    ...blankBody('deliver_sm'),
    source: { ton: 1, npi: 1, address: String(37_061_000_000 + message) },
    destination: { ton: 1, npi: 1, address: number },
    esmClass: 0x40,
    shortMessage: Buffer.concat([header, text]),
  };
}

/** Takes webhooks, each message once, and how long it took from its first part. */
class Receiver {
  readonly #server: Server;
  readonly #startedAtMs = new Map<number, number>();
  readonly tookMs: number[] = [];
  repeated = 0;
  #told = 0;
  #waiting: { readonly count: number; readonly resolve: () => void } | undefined;

  constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        response.end();
        this.#take(Buffer.concat(chunks).toString());
      });
    });
  }

  async open(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  expect(message: number): void {
    this.#startedAtMs.set(message, performance.now());
  }

  until(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting = { count, resolve };
    });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #take(body: string): void {
    const { text } = JSON.parse(body) as { readonly text: string };
    const message = Number(text.split(' ', 1)[0]);
    const startedAtMs = this.#startedAtMs.get(message);
    if (startedAtMs === undefined) this.repeated += 1;
    else this.tookMs.push(performance.now() - startedAtMs);
    this.#startedAtMs.delete(message);
    this.#told += 1;
    if (this.#told >= (this.#waiting?.count ?? Number.POSITIVE_INFINITY)) this.#waiting?.resolve();
  }
}

function figures(count: number, seconds: number, { tookMs, repeated }: Receiver): string {
  const sorted = tookMs.slice(-count).toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0);
  return [
    `messages of ${partsEach} parts/s   ${(count / seconds).toFixed(0)}`,
    `parts/s                ${((count * partsEach) / seconds).toFixed(0)}`,
    `first part to webhook  p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
    `told twice             ${repeated}`,
    '',
  ].join('\n');
}
