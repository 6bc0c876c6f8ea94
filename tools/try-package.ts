/**
 * Installs the packed program into an empty folder, as others would, starts it there, sends an SMS and waits
 * for its report; then looks at the service file. Where Docker answers it builds the image, and sends one through
 * the two processes of compose.yaml.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { delivered, sendHello, startServer, testKeyIn } from './first-message.ts';
import { exposureMax, judgeService } from './judge-service.ts';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '..');
const outputMax = 64 * 1_048_576;

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
  try {
    const exposure = await judgeService(folder);
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
    maxBuffer: outputMax,
  });
  say('image     built');
  await tryCompose();
}

/** Two processes on a database that has just been made; the secrets are made as the file's head tells. */
async function tryCompose(): Promise<void> {
  const project = await mkdtemp(path.join(tmpdir(), 'parley-compose-'));
  try {
    await cp(path.join(root, 'deploy'), path.join(project, 'deploy'), { recursive: true });
    await makeSecrets(path.join(project, 'deploy', 'secrets'));
    const compose = async (...words: readonly string[]): Promise<string> => {
      const file = path.join(project, 'deploy', 'compose.yaml');
      const named = ['compose', '-f', file, '-p', 'parley-try', ...words];
      return (await run('docker', named, { maxBuffer: outputMax })).stdout;
    };
    try {
      await compose('up', '--detach', '--no-build', '--wait');
      const shown = await compose('exec', '-T', 'parley-1', 'cat', '/data/setup.txt');
      const apiKey = testKeyIn(shown);
      // Either process is asked about what the other took.
      const messageId = await sendHello({ url: 'http://localhost:8080', apiKey });
      await delivered({ url: 'http://localhost:8081', apiKey }, messageId);
      say(
        `compose   message ${messageId} was sent by one process, delivered, and told by the other`,
      );
    } finally {
      await compose('down', '--volumes', '--timeout', '5');
    }
  } finally {
    await rm(project, { recursive: true, force: true });
  }
}

/** Parley's user in its container, whom the files are for. */
const containerUser = 10_001;

async function makeSecrets(folder: string): Promise<void> {
  const password = randomBytes(24).toString('hex');
  const secrets = {
    'master.key': randomBytes(32).toString('base64'),
    'database.password': password,
    'database.address': `postgres://parley:${password}@database/parley?sslmode=disable`,
  };
  await mkdir(folder, { mode: 0o700 });
  for (const [name, text] of Object.entries(secrets)) {
    const file = path.join(folder, name);
    await writeFile(file, `${text}\n`, { mode: 0o400 });
    if (name !== 'database.password') await chown(file, containerUser, containerUser);
  }
}

const folder = await mkdtemp(path.join(tmpdir(), 'parley-package-'));
try {
  await tryPackage(folder);
  await tryService(folder);
  await tryImage();
} finally {
  await rm(folder, { recursive: true, force: true });
}
