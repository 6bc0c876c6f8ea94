import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { ImpossibleState } from '#core/assert.ts';
import { StorageUnavailable } from '#core/unavailable.ts';
import { errorSentence } from './error-sentence.ts';

async function errorOf(failing: Promise<unknown>): Promise<unknown> {
  return failing.then(
    () => undefined,
    (error: unknown) => error,
  );
}

async function listenError(port: number, host: string): Promise<unknown> {
  await using server = createServer();
  const failed = once(server, 'listening');
  server.listen(port, host);
  return await errorOf(failed);
}

test('a port that is in use is named', async () => {
  await using server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  assert.equal(
    errorSentence(await listenError(port, '127.0.0.1')),
    `Port ${port} of 127.0.0.1 is in use: stop the program that uses it, or choose another port.`,
  );
});

test('an address of another machine is named', async () => {
  assert.equal(
    errorSentence(await listenError(0, '192.0.2.1')),
    '192.0.2.1 is not an address of this machine: check PARLEY_HOST.',
  );
});

test('a file that is not there is named', async () => {
  assert.equal(
    errorSentence(await errorOf(readFile('/nowhere/at/all'))),
    '/nowhere/at/all does not exist.',
  );
});

test('what is said in our own words is passed on', () => {
  const error = new StorageUnavailable('/data/parley.db is locked by another program');
  assert.equal(errorSentence(error), '/data/parley.db is locked by another program.');
});

test('a fault of ours brings its stack', () => {
  for (const fault of [new ImpossibleState('There is no account'), new TypeError('x is null')]) {
    const sentence = errorSentence(fault);
    assert.match(sentence, /^Internal error of Parley: /);
    assert.match(sentence, /error-sentence\.test\.ts/);
  }
});

test('what is no error at all is shown as it is', () => {
  assert.equal(errorSentence('out of cheese'), 'Something failed: out of cheese');
});
