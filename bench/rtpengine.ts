/** rtpengine in userspace, spoken to by its ng protocol: bencode over UDP behind a cookie. */
import { spawn, spawnSync } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { must } from '#core/assert.ts';
import { freeUdpPort } from '#test/harness/free-port.ts';

/** Why it cannot be measured here; false where it can. */
export const withoutRtpengine =
  spawnSync('rtpengine', ['--version']).error === undefined
    ? false
    : 'rtpengine (Debian: rtpengine-daemon) is not installed';

export type Bencoded = string | number | readonly Bencoded[] | { readonly [key: string]: Bencoded };

export function bencode(value: Bencoded): string {
  if (typeof value === 'number') return `i${value}e`;
  if (typeof value === 'string') return `${Buffer.byteLength(value)}:${value}`;
  if (Array.isArray(value)) return `l${value.map((each: Bencoded) => bencode(each)).join('')}e`;
  const entries = Object.entries(value).map(([key, each]) => bencode(key) + bencode(each));
  return `d${entries.join('')}e`;
}

/** The text of one key of a reply; replies are flat enough for that, and ASCII. */
function textIn(reply: string, key: string): string | undefined {
  const at = reply.indexOf(`${key.length}:${key}`);
  const found = at < 0 ? undefined : /^(?<length>\d+):/.exec(reply.slice(at + key.length + 2));
  if (found?.groups === undefined) return undefined;
  const from = at + key.length + 2 + found[0].length;
  return reply.slice(from, from + Number(found.groups['length']));
}

const askedAgainMs = 250;
const asksMax = 20;

export class RtpEngine implements AsyncDisposable {
  readonly #process: ReturnType<typeof spawn>;
  readonly #socket: Socket;
  readonly #port: number;
  #asked = 0;

  private constructor(process: ReturnType<typeof spawn>, socket: Socket, port: number) {
    this.#process = process;
    this.#socket = socket;
    this.#port = port;
  }

  static async start(): Promise<RtpEngine> {
    const port = await freeUdpPort();
    const given = ['--table=-1', '--foreground', '--interface=127.0.0.1'];
    given.push(`--listen-ng=127.0.0.1:${port}`, '--port-min=46000', '--port-max=47999');
    given.push('--log-stderr', '--log-level=1', '--num-threads=2');
    const child = spawn('rtpengine', given, { stdio: 'ignore' });
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    const engine = new RtpEngine(child, socket, port);
    await engine.#ask({ command: 'ping' });
    return engine;
  }

  get pid(): number {
    return must(this.#process.pid, 'process');
  }

  /** The port that stands for a phone at `port` towards the other one. */
  async offer(callId: string, port: number): Promise<number> {
    return this.#describe({ command: 'offer', 'call-id': callId, 'from-tag': 'a' }, port);
  }

  async answer(callId: string, port: number): Promise<number> {
    const tags = { 'from-tag': 'a', 'to-tag': 'b' };
    return this.#describe({ command: 'answer', 'call-id': callId, ...tags }, port);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await ended;
    this.#socket.close();
  }

  async #describe(order: Readonly<Record<string, Bencoded>>, port: number): Promise<number> {
    const session = ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 'c=IN IP4 127.0.0.1', 't=0 0'];
    const sdp = [...session, `m=audio ${port} RTP/AVP 8`, 'a=sendrecv', ''].join('\r\n');
    const replace = ['origin', 'session-connection'];
    const reply = await this.#ask({ ...order, ICE: 'remove', replace, sdp });
    const found = /m=audio (?<port>\d+)/.exec(textIn(reply, 'sdp') ?? '')?.groups?.['port'];
    return Number(must(found, `port in ${reply}`));
  }

  /** The same cookie is sent again until it is answered: it says that the question is the same. */
  async #ask(question: Bencoded): Promise<string> {
    this.#asked += 1;
    const cookie = `parley${this.#asked}`;
    const heard = Promise.withResolvers<string>();
    const take = (octets: Buffer): void => {
      const text = octets.toString('latin1');
      if (text.startsWith(`${cookie} `)) heard.resolve(text.slice(cookie.length + 1));
    };
    this.#socket.on('message', take);
    let asks = 0;
    const ask = (): void => {
      asks += 1;
      if (asks > asksMax) heard.reject(new Error('rtpengine does not answer'));
      this.#socket.send(`${cookie} ${bencode(question)}`, this.#port, '127.0.0.1');
    };
    const again = setInterval(ask, askedAgainMs);
    ask();
    try {
      return await heard.promise;
    } finally {
      clearInterval(again);
      this.#socket.off('message', take);
    }
  }
}
