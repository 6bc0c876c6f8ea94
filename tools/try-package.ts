/**
 * Installs the packed program into an empty folder, as others would, starts it there, sends an SMS and waits
 * for its report; then looks at the service file, and builds the image where Docker answers.
 */
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

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

/** What the start message says, once it is whole. */
async function started(child: ReturnType<typeof spawn>): Promise<string> {
  let said = '';
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    said += `${line}\n`;
    if (/\btest_\w+/.test(said) && /http:\/\/localhost:\d+\/v1\/send/.test(said)) return said;
  }
  throw new Error(`It ended before it had started: ${said}`);
}

async function sendOne(said: string): Promise<void> {
  const [url = ''] = /http:\/\/localhost:\d+/.exec(said) ?? [];
  const [apiKey = ''] = /\btest_\w+/.exec(said) ?? [];
  const phoneNumber = '+33639980001';
  const send = { apiKey, phoneNumbers: phoneNumber, message: 'Hello' };
  const accepted = await fetch(`${url}/v1/send`, { method: 'POST', body: JSON.stringify(send) });
  const { message_id: messageId } = (await accepted.json()) as { message_id: number };
  const query = new URLSearchParams({ apiKey, phoneNumber, messageId: String(messageId) });
  for (;;) {
    const status = await fetch(`${url}/v1/message-status?${query.toString()}`);
    const text = await status.text();
    if (/deliver/i.test(text) && !/not.?deliver/i.test(text)) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  say(`sent      message ${messageId}, delivered`);
  const page = await fetch(url, { headers: { Accept: 'text/html' } });
  if (!page.ok) throw new Error(`The first page answers ${page.status}`);
}

async function tryPackage(folder: string): Promise<void> {
  const parley = await install(folder);
  const data = `file:${path.join(folder, 'data')}`;
  const flags = ['--database', data, '--port', '0', '--mail-catcher-port', '0', '--log', 'error'];
  const child = spawn(parley, ['serve', ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    await sendOne(await started(child));
  } finally {
    child.kill('SIGTERM');
  }
  const code = await ended;
  if (code !== 0) throw new Error(`It ended with ${String(code)}`);
}

async function tryService(): Promise<void> {
  const file = path.join(root, 'deploy', 'parley.service');
  try {
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
  await tryService();
  await tryImage();
} finally {
  await rm(folder, { recursive: true, force: true });
}
