/** Sends messages at an even pace from 127.0.0.1, in a process of its own, and notes how long each accept took. */
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export type SendingWish = {
  readonly port: number;
  readonly key: string;
  readonly perSecond: number;
  readonly seconds: number;
};

export type Sending = {
  readonly accepted: number;
  readonly refused: number;
  /** In ascending order, in milliseconds. */
  readonly acceptMs: Float64Array;
};

const connections = 32;
/** Beyond it an answer counts as none. */
const patienceMs = 30_000;

const { port, key, perSecond, seconds } = JSON.parse(process.argv[2] ?? '') as SendingWish;
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const took: number[] = [];
let refused = 0;

/** True: 200. */
function send(index: number): Promise<boolean> {
  const phoneNumbers = `+33612${String(100_000 + (index % 900_000))}`;
  const body = JSON.stringify({ apiKey: key, phoneNumbers, message: `Code ${index}` });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const wish = { host: '127.0.0.1', port, path: '/v1/send', method: 'POST', headers, agent };
  return new Promise((resolve) => {
    const asked = request({ ...wish, timeout: patienceMs }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode === 200));
      response.once('error', () => resolve(false));
    });
    asked.once('timeout', () => asked.destroy());
    asked.once('error', () => resolve(false));
    asked.end(body);
  });
}

async function time(index: number): Promise<void> {
  const startedAt = performance.now();
  if (await send(index)) took.push(performance.now() - startedAt);
  else refused += 1;
}

const startedAt = performance.now();
const sent: Promise<void>[] = [];
for (let index = 0; index < perSecond * seconds; index++) {
  const earlyMs = startedAt + (index * 1_000) / perSecond - performance.now();
  if (earlyMs > 1) await pause(earlyMs);
  sent.push(time(index));
}
await Promise.all(sent);
agent.destroy();
const acceptMs = Float64Array.from(took).toSorted();
process.send?.({ accepted: took.length, refused, acceptMs } satisfies Sending);
