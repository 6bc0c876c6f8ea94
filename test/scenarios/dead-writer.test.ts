/** The thread that writes the database dies: the process ends with a word in its log, and the next one carries on. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { loggedBy, openParleyFolder, type ParleyFolder } from '#test/harness/parley-process.ts';

const preload = path.join(import.meta.dirname, '..', 'harness', 'mortal-writer.ts');
const environment = {
  NODE_OPTIONS: `--import ${pathToFileURL(preload).href}`,
  PARLEY_LOG: 'warn',
};

/** A server that may die, by its port, its key, and what it says as it ends. */
async function serve(parley: ParleyFolder) {
  const child = parley.spawn(['serve'], { environment });
  const dead = loggedBy(child, 'storage.dead');
  const said = await new Promise<string>((resolve) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += String(chunk);
      if (/http:\/\/\S+:\d+/.test(text) && text.endsWith('\n')) resolve(text);
    });
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { url: /http:\/\/localhost:\d+/.exec(said)?.[0] ?? '', said, dead, ended };
}

async function send(url: string, apiKey: string, message: string, over: object = {}) {
  const body = JSON.stringify({ apiKey, phoneNumbers: '+33639980110', message, ...over });
  const response = await fetch(`${url}/v1/send`, { method: 'POST', body });
  return {
    status: response.status,
    json: (await response.json()) as Readonly<Record<string, unknown>>,
  };
}

suite('a program whose writer thread dies', () => {
  for (const word of ['WRITER-THROWS', 'WRITER-EXITS']) {
    test(`ends with code 70 and a line of its log, and loses nothing: ${word}`, async () => {
      await using parley = await openParleyFolder();
      const first = await serve(parley);
      const key = /test_\w+/.exec(first.said)?.[0] ?? '';
      const accepted = await send(first.url, key, 'Hello');
      assert.equal(accepted.status, 200);
      const repeated = { idempotencyKey: 'order-1' };
      const unknown = await send(first.url, key, word, repeated);
      assert.deepEqual([unknown.status, unknown.json['success']], [500, false]);
      assert.match(
        String(unknown.json['message']),
        /The connection to the database was lost while the request was being stored\. It may or may not have been carried out/,
      );
      assert.equal((await first.dead)['why'], 'writer ended');
      assert.equal(await first.ended, 70);
      const second = await parley.serve();
      const url = `http://127.0.0.1:${second.port}`;
      // The same request under its key is stored once, now that nothing kills the writer.
      const again = await send(url, key, word, repeated);
      assert.equal(again.status, 200);
      assert.deepEqual(await send(url, key, word, repeated), again);
      const id = String(accepted.json['message_id']);
      const status = await fetch(
        `${url}/v1/message-status?apiKey=${key}&messageId=${id}&phoneNumber=%2B33639980110`,
      );
      assert.equal(status.status, 200);
    });
  }
});
