/**
 * Installs the packed program into an empty folder, as others would, starts it there, sends an SMS and waits
 * for its report; then looks at the service file, and builds the image where Docker answers.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { delivered, sendHello, startServer, testKeyIn } from './first-message.ts';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '..');
const exposureMax = 3;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function install(folder: string): Promise<string> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: path.join(root, 'dist', 'package'),
  });
  const [packed] = JSON.parse(stdout) as readonly { filename: string; size: number }[];
  if (packed === undefined) throw new Error('npm pack has packed nothing');
  say(`packed    ${packed.filename}, ${(packed.size / 1e6).toFixed(1)} MB`);
  const allow = { allowScripts: { node: true } };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ private: true, ...allow }));
  await run('npm', ['install', path.join(folder, packed.filename)], { cwd: folder });
  return path.join(folder, 'node_modules', '.bin', 'parley');
}

async function tryPackage(folder: string): Promise<void> {
  const parley = await install(folder);
  const data = `file:${path.join(folder, 'data')}`;
  const flags = ['--database', data, '--port', '0', '--mail-catcher-port', '0', '--log', 'error'];
  await using server = await startServer(parley, { flags, cwd: folder });
  const asked = { ...server, apiKey: testKeyIn(server.said) };
  const messageId = await sendHello(asked);
  await delivered(asked, messageId);
  say(`sent      message ${messageId}, delivered`);
  const page = await fetch(server.url, { headers: { Accept: 'text/html' } });
  if (!page.ok) throw new Error(`The first page answers ${page.status}`);
  await server.stop();
}

async function tryService(folder: string): Promise<void> {
  const file = path.join(folder, 'parley.service');
  const unit = await readFile(path.join(root, 'deploy', 'parley.service'), 'utf8');
  // Where it will stand nothing is yet.
  await writeFile(file, unit.replace('/opt/parley/bin/parley', process.execPath));
  try {
    const { stderr } = await run('systemd-analyze', ['verify', file]);
    if (stderr !== '') throw new Error(stderr);
    const { stdout } = await run('systemd-analyze', ['security', '--offline=true', file]);
    const exposure = Number(/exposure level.*: (?<level>[\d.]+)/.exec(stdout)?.groups?.['level']);
    if (!(exposure <= exposureMax)) throw new Error(`parley.service is exposed: ${exposure}`);
    say(`service   exposure ${exposure} of 10`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    say('service   not looked at: systemd-analyze is not here');
  }
}

async function tryImage(): Promise<void> {
  try {
    await run('docker', ['info']);
  } catch {
    say('image     not built: no Docker daemon answers');
    return;
  }
  await run('docker', ['build', '-q', '-f', 'deploy/Dockerfile', '-t', 'parley', '.'], {
    cwd: root,
    maxBuffer: 64 * 1_048_576,
  });
  say('image     built');
}

const folder = await mkdtemp(path.join(tmpdir(), 'parley-package-'));
try {
  await tryPackage(folder);
  await tryService(folder);
  await tryImage();
} finally {
  await rm(folder, { recursive: true, force: true });
}
