/** sipp, another implementation of SIP, as the other side of a call. */
import { execFile, spawnSync } from 'node:child_process';
import path from 'node:path';
import { freeUdpPort } from './free-port.ts';

/** Why it cannot be the other side here; false where it can. */
export const withoutSipp =
  spawnSync('sipp', ['-v']).error === undefined
    ? false
    : 'sipp (Debian: sip-tester) is not installed';

export type SippWish = {
  /** A file of fixtures/sip/sipp, without its ending. */
  readonly scenario: string;
  readonly calls: number;
  readonly transport?: 'udp' | 'tcp';
  /** Of a hundred packets so many are lost. */
  readonly lost?: number;
  /** New calls a second. */
  readonly rate?: number;
  /** All of it takes no longer. */
  readonly timeoutS?: number;
};

const folder = path.join(import.meta.dirname, '../../fixtures/sip/sipp');

export type SippRun = { readonly code: number; readonly screen: string };

/** Calls a port, as the user `service`; settles when sipp has ended. */
export async function sippCalls(port: number, service: string, wish: SippWish): Promise<SippRun> {
  return run([
    ...(await common(wish)),
    '-s',
    service,
    '-r',
    `${wish.rate ?? 50}`,
    `127.0.0.1:${port}`,
  ]);
}

/** Waits for calls on a port of its own. */
export async function sippAnswers(
  wish: SippWish & { readonly port?: number; readonly signal?: AbortSignal },
): Promise<{ readonly port: number; readonly ended: Promise<SippRun> }> {
  const port = wish.port ?? (await freeUdpPort());
  return { port, ended: run([...(await common(wish, port))], wish.signal) };
}

async function common(
  { scenario, calls, transport = 'udp', lost = 0, timeoutS = 100 }: SippWish,
  port?: number,
): Promise<string[]> {
  const own = port ?? (await freeUdpPort());
  const given = ['-sf', path.join(folder, `${scenario}.xml`), '-i', '127.0.0.1', '-p', `${own}`];
  given.push('-m', `${calls}`, '-l', `${calls}`, '-mp', `${await freeUdpPort()}`);
  given.push('-t', transport === 'udp' ? 'u1' : 't1', '-nostdin');
  given.push('-timeout', `${timeoutS}s`, '-timeout_error');
  // Over a whole network nobody asks for an answer again.
  given.push(...(lost > 0 ? ['-lost', `${lost}`] : ['-deadcall_wait', '0']));
  return given;
}

function run(given: readonly string[], signal?: AbortSignal): Promise<SippRun> {
  return new Promise((resolve) => {
    execFile(
      'sipp',
      given,
      { signal, killSignal: 'SIGKILL', env: { ...process.env, TERM: 'dumb' } },
      (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : error === null ? 0 : 1;
        resolve({ code, screen: `${stdout.slice(-4_000)}\n${stderr}` });
      },
    );
  });
}
