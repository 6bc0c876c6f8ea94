/** What is no question of a command. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { OperationHandlerPorts } from './operation-handlers.ts';
import { openOperationSocket } from './operation-socket.ts';

const nonsense: Readonly<Record<string, string>> = {
  'a word': 'nonsense\n',
  'no line': '{"version"',
  'an empty line': '\n',
  null: 'null\n',
  'an array': '[]\n',
  'a million brackets': `${'['.repeat(1_000_000)}\n`,
  'more than a line may have': 'x'.repeat(21 * 1024 * 1024),
  'a hundred thousand lines': 'null\n'.repeat(100_000),
  'an account that is none':
    '{"version":"1","operation":"risk list","input":{},"account":"__proto__"}\n',
};

suite('the socket of commands', () => {
  const stack = new AsyncDisposableStack();
  let file = '';

  before(async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'socket-'));
    stack.defer(() => rm(folder, { recursive: true }));
    file = path.join(folder, 'server.sock');
    // None of these questions reaches what an operation needs.
    stack.use(await openOperationSocket(file, {} as OperationHandlerPorts));
  });
  after(() => stack.disposeAsync());

  for (const [name, text] of Object.entries(nonsense)) {
    test(`is closed to ${name}, and stays open to others`, async () => {
      assert.equal(await said(text), '');
      const unknown = { version: '0', operation: '__proto__', input: {} };
      assert.equal(await said(`${JSON.stringify(unknown)}\n`), '{"ok":"not here"}\n');
    });
  }

  /** Until the other side ends; a connection that is cut while we write is closed, too. */
  async function said(text: string): Promise<string> {
    const socket = connect(file);
    const parts: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    socket.setEncoding('utf8').on('data', (part: string) => parts.push(part));
    socket.on('error', () => undefined).on('close', () => resolve());
    if (text.endsWith('\n')) socket.write(text);
    else socket.end(text);
    await promise;
    return parts.join('');
  }
});
