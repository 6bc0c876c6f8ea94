/**
 * Kills Parley under a load of emails and proves that each mail it answered for reaches its server:
 *
 *   npm run test:mail-crash -- [--kills 20] [--connections 16] [--life-ms 1500] [--folder /var/tmp]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { installMail, serveMail } from './mail/parley-mail.ts';
import { MailSink } from './mail/sink.ts';
import { freePorts } from './ports.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    connections: { type: 'string', default: '16' },
    'life-ms': { type: 'string', default: '1500' },
    folder: { type: 'string', default: '/var/tmp' },
  },
});

const kills = Number(values.kills);
const lifeMs = Number(values['life-ms']);
/** A mail in doubt comes again after five minutes and a tenth; nothing is waited for longer. */
const stuckMs = 400_000;

const tell = (sentence: string): void => void process.stdout.write(`${sentence}\n`);

/** Subjects that were answered 200, and how often each came to the server. */
const answered = new Set<string>();
const arrived = new Map<string, number>();

const folder = await mkdtemp(path.join(values.folder, 'parley-mail-crash-'));
await using sink = await MailSink.open({
  chunking: true,
  delayMs: 0,
  took(mail) {
    const subject = /^Subject: (\S+)\r$/m.exec(mail.toString('latin1', 0, 4_000))?.[1] ?? '';
    arrived.set(subject, (arrived.get(subject) ?? 0) + 1);
  },
});
const installed = await installMail(folder);
const { port } = await freePorts(['port']);
let served = await serveMail(installed, { port, sinkPort: sink.port });
const stop = new AbortController();
const clients = Array.from({ length: Number(values.connections) }, (_, n) => post(n));
for (let kill = 1; kill <= kills; kill += 1) {
  const before = answered.size;
  while (answered.size === before) await pause(10);
  await pause(lifeMs * Math.random());
  await served.program.kill();
  tell(`kill ${kill}: ${answered.size} accepted, ${missing().length} not at the server yet`);
  served = await serveMail(installed, { port, sinkPort: sink.port });
}
await pause(lifeMs);
stop.abort();
await Promise.all(clients);
const ok = await everythingArrives();
await served[Symbol.asyncDispose]();
if (ok) await rm(folder, { recursive: true, force: true });
process.exitCode = ok ? 0 : 1;

async function post(client: number): Promise<void> {
  for (let n = 0; !stop.signal.aborted; n += 1) {
    const subject = `m-${client}-${n}`;
    try {
      const response = await fetch(`http://127.0.0.1:${port}/mail/v1/send`, {
        method: 'POST',
        body: JSON.stringify({
          apiKey: installed.key,
          from: { email: 'shop@example.com' },
          to: [{ email: `person-${n}@example.net` }],
          subject,
          htmlContent: '<p>Hello</p>',
        }),
      });
      const answer = await response.text();
      if (response.status === 200) answered.add(subject);
      else if (response.status < 500) throw new Error(answer);
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('{')) throw error;
      // It is down, or died before it could answer: nothing was promised.
      await pause(50);
    }
  }
}

function missing(): readonly string[] {
  return [...answered].filter((subject) => !arrived.has(subject));
}

async function everythingArrives(): Promise<boolean> {
  let left = missing().length;
  let lastAt = performance.now();
  while (left > 0 && performance.now() - lastAt < stuckMs) {
    await pause(200);
    const now = missing().length;
    if (now < left) lastAt = performance.now();
    left = now;
  }
  const twice = [...arrived.values()].filter((times) => times > 1).length;
  tell(`${answered.size} accepted, ${left} lost, ${twice} came more than once in ${kills} kills`);
  if (left > 0) tell(`lost: ${missing().slice(0, 10).join(' ')}; all is in ${folder}`);
  return left === 0;
}
