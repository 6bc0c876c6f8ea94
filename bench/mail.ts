/**
 * Mails of 10 kB through Parley (accepted by HTTP, durable, two signatures), beside nodemailer's pool (one
 * signature, nothing stored) and Postfix (stored, unsigned), into one sink, in turn; and one connection to a
 * server that is 50 ms away.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { systemClock } from '#core/clock.ts';
import { connectSmtp } from '#mail/smtp/connect.ts';
import type { SmtpSession } from '#mail/smtp/session.ts';
import { usualTimeOuts } from '#mail/smtp/time-outs.ts';
import { Postfix, withoutPostfix } from '#test/harness/postfix.ts';
import { type Load, measured, sendByNodemailer, sendBySmtpSource } from './mail/contenders.ts';
import { installMail, serveMail } from './mail/parley-mail.ts';
import { SinkProcess } from './mail/sink-process.ts';
import type { BenchOptions } from './options.ts';
import { freePorts } from './ports.ts';
import { cpuSeconds, processTree } from './process-figures.ts';

const farMs = 50;
const farMails = 200;
const requestMails = 100;
const html = `<p>Hello</p>${'<p>An ordinary paragraph of an ordinary mail, of some length.</p>\r\n'.repeat(155)}`;

export async function runMail(options: BenchOptions): Promise<boolean> {
  await measureFar();
  const load: Load = { count: options.n, html, connections: 5 };
  const medians = new Map<string, number[]>();
  for (let round = 0; round < options.repetitions; round += 1) {
    const home = await mkdtemp(path.join(options.folder, 'parley-mail-bench-'));
    await measureParley(load, home, medians);
    await rm(home, { recursive: true, force: true });
    await measureNodemailer(load, medians);
    await measurePostfix(load, medians);
  }
  for (const [name, figures] of medians) {
    const sorted = figures.toSorted((a, b) => a - b);
    say(`${name.padEnd(44)} ${(sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(2)}`);
  }
  return true;
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

function note(medians: Map<string, number[]>, name: string, figure: number): void {
  medians.set(name, [...(medians.get(name) ?? []), figure]);
}

async function measureParley(load: Load, home: string, medians: Map<string, number[]>) {
  await using sink = await SinkProcess.open();
  const installed = await installMail(home);
  await using served = await serveMail(installed, { sinkPort: sink.port });
  const post = async (count: number): Promise<void> => {
    const requests = Array.from({ length: Math.ceil(count / requestMails) }, (_, n) => n);
    const next = async (): Promise<void> => {
      for (let n = requests.pop(); n !== undefined; n = requests.pop()) {
        const to = Array.from({ length: requestMails }, (__, place) => ({
          email: `person-${n}-${place}@example.net`,
        }));
        const body = { apiKey: installed.key, from: { email: 'shop@example.com' }, to };
        const response = await fetch(`http://127.0.0.1:${served.port}/mail/v1/send`, {
          method: 'POST',
          body: JSON.stringify({ ...body, subject: `Mail ${n}`, htmlContent: load.html }),
        });
        if (response.status !== 200) throw new Error(await response.text());
        await response.arrayBuffer();
      }
    };
    await Promise.all(Array.from({ length: 8 }, next));
  };
  // The lane begins with two connections, and V8 with cold code.
  const warm = 2_000;
  await post(warm);
  await sink.takes(0, warm);
  const pids = processTree(served.program.pid);
  const cpu = cpuSeconds(pids);
  const before = sink.taken;
  const startedMs = performance.now();
  await post(load.count);
  await sink.takes(before, load.count);
  const seconds = (performance.now() - startedMs) / 1_000;
  note(medians, 'Parley, durable, 2 signatures: mails/s', load.count / seconds);
  note(medians, 'Parley: CPU ms a mail', ((cpuSeconds(pids) - cpu) * 1_000) / load.count);
}

async function measureNodemailer(load: Load, medians: Map<string, number[]>): Promise<void> {
  await using sink = await SinkProcess.open(0, false);
  await sendByNodemailer(sink.port, { ...load, count: 500 });
  const { perSecond, cpuMs } = await sendByNodemailer(sink.port, load);
  note(medians, 'nodemailer, 1 signature: mails/s', perSecond);
  note(medians, 'nodemailer: CPU ms a mail', cpuMs);
}

async function measurePostfix(load: Load, medians: Map<string, number[]>): Promise<void> {
  const obstacle = await withoutPostfix();
  if (obstacle !== false) return say(obstacle);
  await using sink = await SinkProcess.open();
  const { port } = await freePorts(['port']);
  await using _ = await Postfix.start(['ada'], port, sink.port);
  const startedMs = performance.now();
  await sendBySmtpSource(port, load);
  await sink.takes(0, load.count);
  const seconds = (performance.now() - startedMs) / 1_000;
  note(medians, 'Postfix, durable, unsigned: mails/s', load.count / seconds);
}

/** One connection, ours beside nodemailer's. */
async function measureFar(): Promise<void> {
  for (const chunking of [true, false]) {
    await using sink = await SinkProcess.open(farMs, chunking);
    const { perSecond } = await measured(farMails, () => sendFar(sink.port));
    const how = chunking ? 'CHUNKING' : 'PIPELINING';
    say(`one connection, ${farMs} ms away, ${how}: ${perSecond.toFixed(0)} mails/s`);
  }
  await using sink = await SinkProcess.open(farMs, false);
  const load = { count: 20, html, connections: 1 };
  const { perSecond } = await sendByNodemailer(sink.port, load);
  say(`one connection, ${farMs} ms away, nodemailer: ${perSecond.toFixed(0)} mails/s`);
}

async function sendFar(port: number): Promise<void> {
  const octets = [Buffer.from(`Subject: far\r\n\r\n${html}\r\n`)];
  const mail = {
    sender: 'shop@example.com',
    recipient: 'ada@example.net',
    octets,
    bytes: Buffer.concat(octets).length,
    needsSmtpUtf8: false,
  };
  const sent: Promise<unknown>[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  let session: SmtpSession | undefined;
  const feed = (): void => {
    const open = session;
    if (open === undefined) return;
    while (sent.length < farMails && open.hasRoom) sent.push(open.send(mail));
    if (sent.length === farMails) resolve();
  };
  const connected = await connectSmtp({
    address: '127.0.0.1',
    port,
    helloName: 'bench',
    startTls: 'never',
    login: undefined,
    tls: { implicit: false, verify: false, name: 'sink' },
    windowMax: 16,
    plain: false,
    mailsMax: farMails,
    timeOuts: usualTimeOuts,
    clock: systemClock,
    room: () => queueMicrotask(feed),
    ended: () => {},
  });
  if (!connected.ok) throw new Error(connected.fault.reason);
  session = connected.session;
  feed();
  await promise;
  await Promise.all(sent);
  session.quit();
}
