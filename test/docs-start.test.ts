/** The first five minutes, typed as docs/start.md tells them, from its first line to its last. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import {
  type Example,
  examplesOf,
  fillExample,
  isGood,
  root,
  said,
} from '#test/harness/doc-examples.ts';
import { freeTcpPort } from '#test/harness/free-port.ts';
import { type OpenedApp, openApp } from '#test/harness/open-app.ts';
import { launcher } from '#test/harness/parley-process.ts';
import { until } from '#test/harness/pause.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

const page = 'docs/start.md';
const settings = { PARLEY_SIP_LISTEN: '127.0.0.1:0', PARLEY_RTP_PORTS: '45000-45999' };

type Terminal = AsyncDisposable & {
  /** Runs an example to its end. */
  run(example: Example): Promise<string>;
  /** Starts one that goes on; answers what it has printed so far. */
  startBeside(example: Example): () => string;
};

/** In a folder of its own, where `npx parley` is this checkout's, on the folder of the server. */
async function openTerminal(app: OpenedApp): Promise<Terminal> {
  await using stack = new AsyncDisposableStack();
  const cwd = stack.use(temporaryFolder()).path;
  const programs = path.join(cwd, 'programs');
  await mkdir(programs);
  await writeFile(path.join(programs, 'npx'), `#!/bin/sh\nshift\nexec ${launcher} "$@"\n`);
  await chmod(path.join(programs, 'npx'), 0o755);
  const env = {
    PATH: `${programs}:${process.env['PATH'] ?? ''}`,
    PARLEY_DATABASE: `file:${app.folder}`,
    PARLEY_PORT: String(app.app.port),
  };
  const port = String(await freeTcpPort());
  const fill = ({ text }: Example): string =>
    fillExample(text, app).replace(/(?<=localhost:|listen\()3000\b/, port);
  const opened = stack.move();
  return {
    run: async (example) => {
      const program = fill(example);
      const out = await said('bash', ['-ec', program], { cwd, env });
      assert.ok(isGood(program, out), out);
      return out;
    },
    startBeside(example) {
      const how = { cwd, env: { ...process.env, ...env } };
      const child = spawn('bash', ['-ec', `exec ${fill(example)}`], how);
      let printed = '';
      const hear = (chunk: Buffer): void => {
        printed += String(chunk);
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      opened.defer(async () => {
        child.kill('SIGKILL');
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      });
      return () => printed;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

test('the first five minutes go as they are told', async () => {
  await using app = await openApp(settings);
  await using terminal = await openTerminal(app);
  const besides: (() => string)[] = [];
  for (const example of await examplesOf(page)) {
    if (example.isBeside) besides.push(terminal.startBeside(example));
    // A person who types waits for its first line.
    else if (besides.length === 0) await terminal.run(example);
    else await heard(besides.at(-1), /whsec_/).then(() => terminal.run(example));
  }
  await heard(besides[0], /"status":"delivered".*"phone":"\+33639980002"/);
  await until(async () => ((await isStopped(app)) ? true : undefined));
  const caught = {
    page,
    n: 0,
    language: 'sh',
    text: 'npx parley simulator mails\n',
    isBeside: false,
  };
  await until(async () => {
    const out = await terminal.run(caught);
    return /Your order/.test(out) && /me@acme\.example/.test(out) ? true : undefined;
  });
});

async function heard(printed: (() => string) | undefined, words: RegExp): Promise<void> {
  await until(async () => (words.test(printed?.() ?? '') ? true : undefined));
}

/** The phone that wrote STOP gets nothing more. */
async function isStopped(app: OpenedApp): Promise<boolean> {
  const send = { apiKey: app.testKey, phoneNumbers: '+33639980001', message: 'Hello' };
  return (await app.post('/v1/send', send)).json['code'] === 14;
}

suite('what a start prints', () => {
  for (const shown of [page, 'docs/fr/start.md', 'README.md']) {
    test(`is what ${shown} shows`, async () => {
      await using app = await openApp({ ...settings, PARLEY_HOST: 'localhost' });
      const text = await readFile(path.join(root, shown), 'utf8');
      const [, block = ''] = /^```.*\n((?: {2}[a-z ]{10} .*\n)+)```$/m.exec(text) ?? [];
      const printed = app.app.banner.split('\n').map(withoutOwn);
      const lines = block.trimEnd().split('\n').map(withoutOwn);
      assert.ok(lines.length > 5);
      assert.deepEqual(
        lines.filter((line) => !printed.includes(line)),
        [],
      );
    });
  }
});

/** Without ports, keys and places, which are each installation's own. */
function withoutOwn(line: string): string {
  return line
    .replace(/(?<=127\.0\.0\.1:|localhost:)\d+/g, '…')
    .replace(/test_\w+/, 'test_…')
    .replace(/(?<=setup#)\S+/, '…')
    .replace(/(?<=^ {2}data +)\S+/, '…')
    .replace(/\S+(?=master\.key)/, '…');
}
