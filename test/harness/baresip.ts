/** baresip, a phone of another make: it says a tone into each call and keeps what it hears. */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemClock } from '#core/clock.ts';
import { freeUdpPort } from './free-port.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Why it cannot be a phone here; false where it can. */
export const withoutBaresip =
  spawnSync('baresip', ['-h']).error === undefined
    ? false
    : 'baresip (Debian: baresip-core) is not installed';

const modules = '/usr/lib/baresip/modules';
const loaded = ['stdio.so', 'g711.so', 'ausine.so', 'aubridge.so', 'sndfile.so'];
const applications = ['account.so', 'menu.so'];
/** Its tones come at this rate and in two channels, whatever the call takes. */
const toneRate = 48_000;
const wavHeaderBytes = 44;

export class Baresip implements AsyncDisposable {
  readonly port: number;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #folder: string;
  readonly #closing: DisposableStack;
  said = '';

  private constructor(
    child: ChildProcessWithoutNullStreams,
    place: { readonly port: number; readonly folder: string; readonly closing: DisposableStack },
  ) {
    this.#child = child;
    this.port = place.port;
    this.#folder = place.folder;
    this.#closing = place.closing;
    child.stdout.on('data', (chunk: Buffer) => {
      this.said += chunk.toString();
    });
    child.stdin.on('error', () => undefined);
  }

  /** A phone that answers each call to that user; another port where somebody was faster to take this one or the next. */
  static async open(wish: { readonly user: string; readonly hertz: number }): Promise<Baresip> {
    for (;;) {
      const phone = await Baresip.#start(wish);
      if (await phone.#isReady()) return phone;
      await phone[Symbol.asyncDispose]();
    }
  }

  static async #start({ user, hertz }: { user: string; hertz: number }): Promise<Baresip> {
    const closing = new DisposableStack();
    const folder = closing.use(temporaryFolder()).path;
    const port = await freeUdpPort();
    const account = `<sip:${user}@127.0.0.1:${port}>;regint=0;answermode=auto\n`;
    await writeFile(path.join(folder, 'config'), configuration({ folder, port, hertz }));
    await writeFile(path.join(folder, 'accounts'), account);
    await writeFile(path.join(folder, 'contacts'), '');
    const child = spawn('baresip', ['-f', folder], { stdio: 'pipe' });
    return new Baresip(child, { port, folder, closing });
  }

  async #isReady(): Promise<boolean> {
    while (!this.said.includes('baresip is ready')) {
      if (this.#child.exitCode !== null) return false;
      await systemClock.sleep(20);
    }
    return true;
  }

  dial(uri: string): void {
    this.#child.stdin.write(`d ${uri}\n`);
  }

  hangUp(): void {
    this.#child.stdin.write('b');
  }

  /** What came in the call, at least so long. */
  async heard(ms: number): Promise<Int16Array> {
    const bytes = wavHeaderBytes + ms * 16;
    for (;;) {
      const names = await readdir(this.#folder);
      const name = names.find((each) => each.endsWith('-dec.wav'));
      const file = path.join(this.#folder, name ?? 'config');
      if (name !== undefined && (await stat(file)).size >= bytes) return samplesIn(file);
      await systemClock.sleep(50);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const gone = once(this.#child, 'exit');
      this.#child.kill('SIGKILL');
      await gone;
    }
    this.#closing.dispose();
  }
}

function configuration(wish: { folder: string; port: number; hertz: number }): string {
  const lines = [
    `sip_listen 127.0.0.1:${wish.port}`,
    'net_interface 127.0.0.1',
    `audio_source ausine,${wish.hertz}`,
    `ausrc_srate ${toneRate}`,
    'ausrc_channels 2',
    'audio_player aubridge,nobody',
    'audio_alert aubridge,nobody',
    `module_path ${modules}`,
    ...loaded.map((name) => `module ${name}`),
    ...applications.map((name) => `module_app ${name}`),
    `snd_path ${wish.folder}`,
  ];
  return `${lines.join('\n')}\n`;
}

async function samplesIn(file: string): Promise<Int16Array> {
  const octets = await readFile(file);
  const count = Math.floor((octets.length - wavHeaderBytes) / 2);
  return Int16Array.from({ length: count }, (_, at) => octets.readInt16LE(wavHeaderBytes + at * 2));
}
