/** The world around one installation, within this process: an operator, a receiver of webhooks, a mail server and two phones. */
import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { must } from '#core/assert.ts';
import { systemClock } from '#core/clock.ts';
import { blankBody } from '#sms/smpp/layout.ts';
import { type BoundPeer, SmppServer, serverDefaults } from '#sms/smpp/server.ts';
import { answerSdp, openPhone, type Phone } from '#test/harness/sip-phones.ts';
import { MailSink } from '../mail/sink.ts';
import { receiptPdu } from '../receipt.ts';

/** Counts what has arrived, for those who wait until so much has. */
export class Arrivals {
  readonly #arrived = new EventEmitter().setMaxListeners(0);
  count = 0;

  add(): void {
    this.count += 1;
    this.#arrived.emit('one');
  }

  async until(count: number): Promise<void> {
    while (this.count < count) await once(this.#arrived, 'one');
  }
}

export type CountedPeers = AsyncDisposable & {
  readonly operatorPort: number;
  readonly hookUrl: string;
  readonly hooks: Arrivals;
  readonly mailPort: number;
  readonly mails: Arrivals;
  readonly caller: Phone;
  readonly callee: Phone;
  /** Calls that the callee has seen end. */
  readonly hungUp: Arrivals;
  /** Delivers a message of a phone to the installation, by its first bind. */
  deliver(from: string, to: string): Promise<void>;
};

export async function openPeers(): Promise<CountedPeers> {
  await using stack = new AsyncDisposableStack();
  const operator = stack.use(await openOperator());
  const hooks = new Arrivals();
  const receiver = await openReceiver(hooks);
  stack.defer(() => closeReceiver(receiver));
  const mails = new Arrivals();
  const sink = stack.use(
    await MailSink.open({ chunking: true, delayMs: 0, took: () => mails.add() }),
  );
  const caller = stack.use(await openPhone({ traces: false }));
  const callee = stack.use(await openPhone({ traces: false }));
  const hungUp = new Arrivals();
  const answering = { ...callee.told.sessionHandlers(), ended: () => hungUp.add() };
  callee.told.take = (call) => void call.answer({ sdp: answerSdp }, answering);
  const opened = stack.move();
  return {
    operatorPort: operator.port,
    hookUrl: `http://127.0.0.1:${portOf(receiver)}/hook`,
    hooks,
    mailPort: sink.port,
    mails,
    caller,
    callee,
    hungUp,
    deliver: (from, to) => operator.deliver(from, to),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

type OpenOperator = AsyncDisposable & {
  readonly port: number;
  deliver(from: string, to: string): Promise<void>;
};

/** Takes every submit at once, and its receipt follows the answer. */
async function openOperator(): Promise<OpenOperator> {
  const peers = new Set<BoundPeer>();
  let lastId = 0;
  const server = await SmppServer.listen(
    { ...serverDefaults, host: '127.0.0.1', port: 0, systemId: 'OPERATOR', window: 1_000 },
    {
      authenticate: () => 0,
      bound: (peer) => void peers.add(peer),
      request: (request, peer) => {
        if (request.command !== 'submit_sm') return { status: 0 };
        lastId += 1;
        const messageId = String(lastId);
        setImmediate(() => void peer.deliver(receiptPdu(request.body, messageId, 'DELIVRD')));
        return { status: 0, body: { messageId, tlvs: [] } };
      },
      unbound: (peer) => void peers.delete(peer),
    },
    { clock: systemClock },
  );
  return {
    port: server.port,
    async deliver(from, to) {
      const [peer] = peers;
      const outcome = await must(peer, 'bind of the installation').deliver({
        ...blankBody('deliver_sm'),
        source: { ton: 1, npi: 1, address: from },
        destination: { ton: 1, npi: 1, address: to },
        shortMessage: Buffer.from('Yes, tomorrow at nine suits me.'),
      });
      if (outcome.kind !== 'answered' || outcome.status !== 0) throw new Error('Not taken');
    },
    [Symbol.asyncDispose]: () => server.kill(),
  };
}

async function openReceiver(hooks: Arrivals): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.end();
      hooks.add();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function closeReceiver(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
