/** A client and a server of our own on loopback, with all that they tell written down. */
import { EventEmitter, once } from 'node:events';
import type { Clock } from '#core/clock.ts';
import { type BindSettings, bindDefaults } from '#sms/smpp/bind-settings.ts';
import {
  type LinkState,
  SmppClient,
  type SmppClientHandlers,
  type SubmitOutcome,
} from '#sms/smpp/client.ts';
import type { SubmitSm } from '#sms/smpp/pdu.ts';
import {
  type BoundPeer,
  type ServerSettings,
  SmppServer,
  type SmppServerHandlers,
  serverDefaults,
} from '#sms/smpp/server.ts';

/** Values that arrive, and a wait for the one that is wanted. */
export class Arrivals<Value> {
  readonly all: Value[] = [];
  readonly #events = new EventEmitter();

  add(value: Value): void {
    this.all.push(value);
    this.#events.emit('arrival');
  }

  /** The first value that fits, whether it has come or is yet to come. */
  async next(fits: (value: Value) => boolean = () => true): Promise<Value> {
    for (let from = 0; ; ) {
      const found = this.all.slice(from).find(fits);
      if (found !== undefined) return found;
      from = this.all.length;
      await once(this.#events, 'arrival');
    }
  }

  clear(): void {
    this.all.length = 0;
  }
}

export async function openServer(
  clock: Clock,
  handlers: Partial<SmppServerHandlers> = {},
  settings: Partial<ServerSettings> = {},
) {
  const peers = new Arrivals<BoundPeer>();
  const server = await SmppServer.listen(
    { ...serverDefaults, host: '127.0.0.1', port: 0, systemId: 'OPERATOR', ...settings },
    {
      authenticate: () => 0,
      bound: (peer) => peers.add(peer),
      request: () => ({ status: 0, body: { messageId: '1', tlvs: [] } }),
      unbound: () => undefined,
      ...handlers,
    },
    { clock },
  );
  return { server, peers, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** Submits, and answers what became of it. */
export function submitBy(
  client: SmppClient,
  message: SubmitSm,
  reference = 1,
): Promise<SubmitOutcome> {
  return new Promise((settle) => client.submit(message, reference, settle));
}

export function openClient(
  clock: Clock,
  settings: Partial<BindSettings> & { readonly port: number },
  handlers: Partial<SmppClientHandlers> = {},
) {
  const states = new Arrivals<LinkState>();
  const client = new SmppClient(
    {
      ...bindDefaults,
      host: '127.0.0.1',
      tls: undefined,
      systemId: 'PARLEY',
      password: 'secret',
      ...settings,
    },
    {
      deliver: () => 0,
      stateChanged: (state) => states.add(state),
      ready: () => undefined,
      lateResponse: () => undefined,
      pduError: () => undefined,
      ...handlers,
    },
    { clock, random: () => 0.5 },
  );
  client.start();
  return { client, states, [Symbol.asyncDispose]: () => client[Symbol.asyncDispose]() };
}

export const isBound = (state: LinkState): boolean => state.name === 'bound';
export const isWaiting = (state: LinkState): boolean => state.name === 'waiting';
