/** What stands beside Parley in the same run: nodemailer's pool with one RSA signature, and Postfix, which signs nothing. */
import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { promisify } from 'node:util';
import nodemailer from 'nodemailer';

const run = promisify(execFile);

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

export type Load = { readonly count: number; readonly html: string; readonly connections: number };

/** CPU milliseconds of this process for each mail, and mails a second. */
export type Cost = { readonly perSecond: number; readonly cpuMs: number };

export async function sendByNodemailer(port: number, load: Load): Promise<Cost> {
  const transport = nodemailer.createTransport({
    host: '127.0.0.1',
    port,
    pool: true,
    maxConnections: load.connections,
    maxMessages: Number.POSITIVE_INFINITY,
    ignoreTLS: true,
    dkim: { domainName: 'example.com', keySelector: 's1', privateKey },
  });
  const cost = await measured(load.count, () =>
    Promise.all(
      Array.from({ length: load.count }, (_, n) =>
        transport.sendMail({
          from: 'Shop <shop@example.com>',
          to: `person-${n}@example.net`,
          subject: `Mail ${n}`,
          html: load.html,
          text: 'Hello',
        }),
      ),
    ),
  );
  transport.close();
  return cost;
}

export async function measured(count: number, work: () => Promise<unknown>): Promise<Cost> {
  const cpu = process.cpuUsage();
  const startedMs = performance.now();
  await work();
  const seconds = (performance.now() - startedMs) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: count / seconds, cpuMs: (user + system) / 1_000 / count };
}

/** Debian's load tool, into whatever listens there. */
export async function sendBySmtpSource(port: number, load: Load): Promise<void> {
  const words = ['-s', load.connections, '-m', load.count, '-l', load.html.length];
  const places = ['-f', 'shop@example.com', '-t', 'ada@example.net', `127.0.0.1:${port}`];
  await run('smtp-source', [...words, ...places].map(String));
}
