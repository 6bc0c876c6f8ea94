/** What pages offer to copy runs as it is printed: each snippet is run against a real socket. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { suite, test } from 'node:test';
import { type CodedRequest, snippetsOf, urlOf } from './snippets.ts';

const body = {
  apiKey: 'test_abc',
  message: 'L’été "à" 5 €, it\'s \\ok $x 😀\nbye',
  'odd-name': [{ isStopSms: true, tag: null, parts: 2 }, []],
};

const runners: Readonly<Record<string, readonly string[]>> = {
  curl: ['bash', '-c'],
  PHP: ['php', '-r'],
  Node: [process.execPath, '--input-type=module', '-e'],
  Python: ['python3', '-c'],
};

suite('the snippets of pages', () => {
  for (const { name } of snippetsOf({ method: 'POST', url: '' })) {
    const [program = '', ...flags] = runners[name] ?? [];
    const probe = spawnSync(name === 'curl' ? 'curl' : program, ['--version']);
    const skip = probe.error === undefined ? false : `${program} is not installed`;
    const run = async (request: (origin: string) => CodedRequest) => {
      await using server = await openEars();
      const found = snippetsOf(request(server.origin)).find((one) => one.name === name);
      const code = found?.code ?? '';
      const runnable = name === 'PHP' ? code.replace('<?php\n', '') : code;
      const child = spawn(program, [...flags, runnable]);
      const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
      return { heard: server.heard, out, err };
    };
    test(`${name} posts what was typed`, { skip }, async () => {
      const ran = await run((origin) => ({ method: 'POST', url: `${origin}/v1/send`, body }));
      assert.deepEqual(ran.heard, [{ url: '/v1/send', body }], ran.err);
      assert.match(ran.out, /success/);
    });
    test(`${name} asks with a query`, { skip }, async () => {
      const query = { apiKey: "it's &", tag: undefined };
      const ran = await run((origin) => ({ method: 'GET', url: urlOf(origin, '/v1/me', query) }));
      assert.deepEqual(ran.heard, [{ url: '/v1/me?apiKey=it%27s+%26', body: null }], ran.err);
      assert.match(ran.out, /success/);
    });
  }
});

async function openEars() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const heard: unknown[] = [];
  const take = async (request: IncomingMessage): Promise<void> => {
    const said = await text(request);
    const told: unknown = said === '' ? null : JSON.parse(said);
    heard.push({ url: request.url, body: told });
  };
  server.on('request', (request, response) => {
    void take(request).then(() => response.end('{"success":true}'));
  });
  return {
    heard,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
