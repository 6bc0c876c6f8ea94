/**
 * Starts the single executable, and then the one that is in the Debian package, in an empty folder, with no
 * variable and no PATH: sends an SMS, waits for its report, stops it right behind an accepted one and sees that
 * the next start delivers that too.
 */
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { delivered, type Started, sendHello, startServer, testKeyIn } from './first-message.ts';

const made = path.join(import.meta.dirname, '..', 'dist', 'executable');
const flags = ['--port', '0', '--mail-catcher-port', '0', '--log', 'error'];

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function tryProgram(program: string, cwd: string): Promise<void> {
  const start = (): Promise<Started> => startServer(program, { flags, cwd, env: {} });
  const startedMs = performance.now();
  await using first = await start();
  say(`started   in ${Math.round(performance.now() - startedMs)} ms`);
  const apiKey = testKeyIn(first.said);
  await delivered({ ...first, apiKey }, await sendHello({ ...first, apiKey }));
  const page = await fetch(first.url, { headers: { Accept: 'text/html' } });
  const script = /src="(?<place>\/assets\/[^"]+\.js)"/.exec(await page.text())?.groups?.['place'];
  if (script === undefined) throw new Error('The first page names no script');
  if (!(await fetch(`${first.url}${script}`)).ok) throw new Error(`${script} is not handed out`);
  say('sent      and delivered; the pages are there');
  const last = await sendHello({ ...first, apiKey });
  await first.stop();
  await using second = await start();
  await delivered({ ...second, apiKey }, last);
  await second.stop();
  say('stopped   behind a send, which the next start knows as delivered');
  const left = (await readdir(cwd)).toSorted().join(' ');
  if (left !== 'data') throw new Error(`It wrote outside its data: ${left}`);
}

/** Alone in a folder, so that nothing beside it can help. */
async function tryAlone(file: string, folder: string): Promise<void> {
  const program = path.join(folder, 'bin', 'parley');
  await mkdir(path.dirname(program), { recursive: true });
  await cp(file, program);
  const version = execFileSync(program, ['--version'], { env: {}, encoding: 'utf8' });
  say(`executable ${version.trim()}`);
  await mkdir(path.join(folder, 'empty'));
  await tryProgram(program, path.join(folder, 'empty'));
}

const folder = await mkdtemp(path.join(tmpdir(), 'parley-executable-'));
try {
  await tryAlone(path.join(made, 'parley'), path.join(folder, 'alone'));
  const [debian] = globSync('*.deb', { cwd: made });
  if (debian === undefined) say('debian    not tried: none was made');
  else {
    execFileSync('dpkg-deb', ['-x', path.join(made, debian), path.join(folder, 'debian')]);
    await tryAlone(path.join(folder, 'debian', 'usr', 'bin', 'parley'), path.join(folder, 'out'));
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
