/** What the home page offers to copy runs as it is printed: each snippet is run against a real socket. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { suite, test } from 'node:test';
import { snippetsOf } from './snippets.ts';

const send = {
  key: 'test_abc',
  to: '+33639980001',
  message: 'L’été "à" 5 €, it\'s \\ok $x 😀\nbye',
};

const runners: Readonly<Record<string, readonly string[]>> = {
  curl: ['bash', '-c'],
  PHP: ['php', '-r'],
  Node: [process.execPath, '--input-type=module', '-e'],
  Python: ['python3', '-c'],
};

suite('the snippets of the home page', () => {
  for (const { name } of snippetsOf({ ...send, address: '' })) {
    const [program = '', ...flags] = runners[name] ?? [];
    const probe = spawnSync(name === 'curl' ? 'curl' : program, ['--version']);
    const skip = probe.error === undefined ? false : `${program} is not installed`;
    test(`${name} sends what was typed`, { skip }, async () => {
      const server = createServer();
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const got: unknown[] = [];
      const take = async (request: IncomingMessage): Promise<void> => {
        got.push({ url: request.url, body: await json(request) });
      };
      server.on('request', (request, response) => {
        void take(request).then(() => response.end('{"success":true}'));
      });
      const code = snippetsOf({ ...send, address }).find((one) => one.name === name)?.code ?? '';
      const runnable = name === 'PHP' ? code.replace('<?php\n', '') : code;
      const child = spawn(program, [...flags, runnable]);
      const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
      server.close();
      server.closeAllConnections();
      const body = { apiKey: send.key, phoneNumbers: send.to, message: send.message };
      assert.deepEqual(got, [{ url: '/v1/send', body }], err);
      assert.match(out, /success/);
    });
  }
});
