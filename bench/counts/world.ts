/** A running installation that carries every kind of message, and what sends one of each through it. */
import { must } from '#core/assert.ts';
import { offerSdp } from '#test/harness/sip-phones.ts';
import { type Installed, installParley, runCommand, type Served, serveParley } from '../parley.ts';
import { type CountedPeers, openPeers } from './peers.ts';

export const kinds = ['sms', 'several', 'inbound', 'call', 'email'] as const;
export type Kind = (typeof kinds)[number];

const recipientsOfSeveral = 5;

const titles: Readonly<Record<Kind, string>> = {
  sms: 'one usual SMS: sent by HTTP, submitted, answered, receipt, webhook',
  several: `one SMS to ${recipientsOfSeveral} recipients, with their receipts and webhooks`,
  inbound: 'one SMS from a phone, with its webhook',
  call: 'one forwarded call, answered and hung up',
  email: 'one email to one recipient, taken by its server',
};

export const titleOf = (kind: Kind): string => titles[kind];

const replyNumber = '37069999999';
const calledNumber = '33755000001';
const text = 'Your order 4711 has left our warehouse and will reach you tomorrow between 9 and 12.';
const html = `<p>Hello</p>${'<p>An ordinary paragraph of an ordinary mail.</p>\r\n'.repeat(20)}`;

export type Place = { readonly folder: string; readonly database?: string | undefined };

/** Without limits on calls that a load would meet, and with no housekeeping of the simulator. */
const environment = {
  PARLEY_SIP_LISTEN: '127.0.0.1:0',
  PARLEY_RTP_PORTS: '43000-44999',
  PARLEY_MAIL_MODE: 'relay',
  PARLEY_MAIL_CATCHER_PORT: '0',
  PARLEY_CALLS_PER_ACCOUNT: '10000',
  PARLEY_CALLS_PER_ACCOUNT_SECOND: '10000',
  PARLEY_CALLS_PER_NUMBER: '10000',
  PARLEY_CALLS_PER_CALLER_MINUTE: '1000000',
};

export class World implements AsyncDisposable {
  readonly installed: Installed;
  readonly served: Served;
  readonly #peers: CountedPeers;
  readonly #running: AsyncDisposableStack;
  readonly #sipPort: number;
  #sent = 0;

  private constructor(
    parts: { readonly installed: Installed; readonly served: Served; readonly sipPort: number },
    peers: CountedPeers,
    running: AsyncDisposableStack,
  ) {
    this.installed = parts.installed;
    this.served = parts.served;
    this.#sipPort = parts.sipPort;
    this.#peers = peers;
    this.#running = running;
  }

  static async open(
    place: Place,
    { nodeFlags = [], settings = {} }: WorldWish = {},
  ): Promise<World> {
    await using stack = new AsyncDisposableStack();
    const peers = stack.use(await openPeers());
    const installed = await install(place, peers);
    const relay = { PARLEY_MAIL_RELAY: `smtp://127.0.0.1:${peers.mailPort}` };
    const served = stack.use(
      await serveParley(place, {
        nodeFlags,
        environment: { ...environment, ...relay, ...settings },
      }),
    );
    const sip = /udp 127\.0\.0\.1:(\d+)/.exec(await served.program.said());
    const parts = { installed, served, sipPort: Number(must(sip?.[1], 'port of SIP')) };
    const world = new World(parts, peers, stack.move());
    await world.#bound();
    return world;
  }

  /** So many of a kind, so many at a time; resolves once the last has come to its end. */
  async send(kind: Kind, count = 1, together = 1): Promise<void> {
    const { hooks, mails, hungUp } = this.#peers;
    const ended = hungUp.count + (kind === 'call' ? count : 0);
    const hooked = hooks.count + count * webhooksOf[kind];
    const mailed = mails.count + (kind === 'email' ? count : 0);
    let left = count;
    const work = async (): Promise<void> => {
      for (; left > 0; ) {
        left -= 1;
        await this.#sendOne(kind);
      }
    };
    await Promise.all(Array.from({ length: Math.min(together, count) }, work));
    await Promise.all([hooks.until(hooked), mails.until(mailed), hungUp.until(ended)]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#running.disposeAsync();
  }

  async #sendOne(kind: Kind): Promise<void> {
    const { key, mailKey } = this.installed;
    this.#sent += 1;
    const phone = 37_060_000_000 + this.#sent;
    switch (kind) {
      case 'sms':
        return this.#post('/v1/send', { apiKey: key, phoneNumbers: `+${phone}`, message: text });
      case 'several': {
        const all = Array.from({ length: recipientsOfSeveral }, (_, place) => `+${phone + place}`);
        this.#sent += recipientsOfSeveral;
        return this.#post('/v1/send', { apiKey: key, phoneNumbers: all.join(','), message: text });
      }
      case 'inbound':
        return this.#peers.deliver(String(phone), replyNumber);
      case 'call':
        return this.#call(phone);
      case 'email':
        return this.#post('/mail/v1/send', {
          apiKey: mailKey,
          from: { email: 'shop@example.com' },
          to: [{ email: `person-${this.#sent}@example.net` }],
          subject: 'Your order',
          htmlContent: html,
        });
    }
  }

  async #post(where: string, parameters: object): Promise<void> {
    const response = await fetch(`http://127.0.0.1:${this.served.port}${where}`, {
      method: 'POST',
      body: JSON.stringify(parameters),
    });
    const answer = await response.text();
    if (response.status !== 200) throw new Error(`${where}: ${response.status} ${answer}`);
  }

  async #call(from: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const { caller } = this.#peers;
    caller.agent.call(
      {
        hop: { transport: 'udp', address: '127.0.0.1', port: this.#sipPort },
        uri: `sip:+${calledNumber}@127.0.0.1:${this.#sipPort}`,
        from: `<sip:+${from}@127.0.0.1>`,
        to: `<sip:+${calledNumber}@127.0.0.1>`,
        offer: offerSdp,
      },
      {
        ringing: () => undefined,
        answered: (session) => {
          session.acknowledge();
          session.bye();
          resolve();
          return caller.told.sessionHandlers();
        },
        failed: (failure) => reject(new Error(`The call failed: ${JSON.stringify(failure)}`)),
      },
    );
    await promise;
  }

  /** The first message waits for the bind; those that are counted do not. */
  async #bound(): Promise<void> {
    await this.send('sms');
    await this.send('inbound');
  }
}

export type WorldWish = {
  readonly nodeFlags?: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
};

const webhooksOf: Readonly<Record<Kind, number>> = {
  sms: 1,
  several: recipientsOfSeveral,
  inbound: 1,
  call: 0,
  email: 0,
};

async function install(place: Place, peers: CountedPeers): Promise<Installed> {
  const { operatorPort: smscPort, hookUrl } = peers;
  const way = { smscPort, hookUrl, binds: 2, window: 100, price: '0.01' };
  const installed = await installParley({ ...place, ...way });
  const { accountId } = installed;
  const owner = ['--account', accountId];
  const freely = ['--media', 'bypass', '--max-cps', 10_000];
  const loopback = ['--sources', '127.0.0.1/32', ...freely];
  const outward = ['--host', '127.0.0.1', '--port', peers.callee.hop.port, ...freely];
  const commands: readonly (readonly (string | number)[])[] = [
    ['number add', replyNumber, ...owner],
    ['account set', accountId, '--reply-url', hookUrl],
    ['sender add', 'shop@example.com', ...owner],
    ['domain add', 'example.com', ...owner],
    ['number add', `+${calledNumber}`, ...owner, '--calls', 'on', '--forward', 'on'],
    ['call countries', accountId, '--open', 'FR'],
    ['call-price set', '--prefix', '', '--minute', '0.06'],
    ['number forward', `+${calledNumber}`, '--to', '+33112345678'],
    ['trunk add', 'inward', '--outbound', 'off', ...loopback],
    ['trunk add', 'outward', '--inbound', 'off', ...outward],
  ];
  for (const command of commands) await runCommand(place, command);
  return installed;
}
