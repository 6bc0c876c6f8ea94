/** Kamailio, a SIP proxy and registrar of another make, with a configuration and ports of the test's own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '#core/clock.ts';
import { freeUdpPort } from './free-port.ts';
import { openRawSip } from './raw-sip.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Why it cannot be the proxy here; false where it can. */
export const withoutKamailio =
  spawnSync('kamailio', ['-v']).error === undefined
    ? false
    : 'kamailio (Debian: kamailio) is not installed';

/** The same where it is to speak TLS. */
export const withoutKamailioTls =
  withoutKamailio ||
  (globSync('/usr/lib/*/kamailio/modules/tls.so').length > 0
    ? false
    : 'tls.so of Kamailio (Debian: kamailio-tls-modules) is not installed');

export type KamailioWish = {
  readonly configuration: string;
  readonly port?: number;
  /** Further places where it listens: `tls:127.0.0.1:5061`. */
  readonly places?: readonly string[];
  /** `NAME=value`, as its own `-A` takes them. */
  readonly defines?: readonly string[];
};

export type Kamailio = AsyncDisposable & { readonly port: number; readonly said: () => string };

/** Settles when it answers OPTIONS. */
export async function openKamailio(wish: KamailioWish): Promise<Kamailio> {
  const { configuration, places = [], defines = [] } = wish;
  const port = wish.port ?? (await freeUdpPort());
  const folder = temporaryFolder();
  const listens = [`udp:127.0.0.1:${port}`, ...places].flatMap((place) => ['-l', place]);
  const given = defines.flatMap((define) => ['-A', define]);
  const memory = ['-m', '32', '-M', '8'];
  const pid = path.join(folder.path, 'pid');
  const child = spawn(
    'kamailio',
    [
      '-f',
      configuration,
      '-DD',
      '-E',
      '-Y',
      folder.path,
      '-w',
      folder.path,
      '-P',
      pid,
      ...memory,
    ].concat(listens, given),
    { stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  );
  let said = '';
  const note = (chunk: Buffer): void => {
    said += chunk.toString();
  };
  child.stdout.on('data', note);
  child.stderr.on('data', note);
  await untilAnswers(port, child, () => said);
  return {
    port,
    said: () => said,
    async [Symbol.asyncDispose]() {
      await end(child);
      folder[Symbol.dispose]();
    },
  };
}

async function untilAnswers(port: number, child: ChildProcess, said: () => string): Promise<void> {
  await using raw = await openRawSip(port);
  for (let tries = 0; !raw.heardAnything; tries += 1) {
    if (child.exitCode !== null) throw new Error(`kamailio has ended: ${said().slice(-2_000)}`);
    const start = 'OPTIONS sip:127.0.0.1 SIP/2.0';
    raw.send(raw.text({ callId: `ready-${tries}`, start }));
    await systemClock.sleep(50);
  }
}

/** It and its children: they are a group of their own. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const gone = once(child, 'exit');
  process.kill(-child.pid, 'SIGKILL');
  await gone;
}
