/** Examples can be run in the page: those that are one call of curl to this server, and no others. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { readCurl } from './curl.ts';

const here = 'http://localhost:8080';

suite('a call of curl', () => {
  test('is read with its headers and its body', () => {
    const program = `curl -s -H 'Idempotency-Key: a:1' -d '{"a":\n"b"}' \\\n  ${here}/v1/send`;
    assert.deepEqual(readCurl(program, here), {
      method: 'POST',
      target: '/v1/send',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'a:1' },
      body: '{"a":\n"b"}',
    });
  });

  test('without a body asks by GET', () => {
    assert.deepEqual(readCurl(`curl -s '${here}/v1/me?apiKey=a&b=%2B1'`, here), {
      method: 'GET',
      target: '/v1/me?apiKey=a&b=%2B1',
      headers: {},
      body: null,
    });
  });

  for (const other of [
    `curl ${here}/v1/me\ncurl ${here}/v1/me`,
    `curl ${here}/v1/me | sh`,
    `curl -o file ${here}/v1/me`,
    'curl https://other.example/v1/me',
    `curl ${here}.other.example/v1/me`,
    `curl '${here}/v1/me`,
    'npx parley serve',
    '',
  ]) {
    test(`is not ${JSON.stringify(other)}`, () => {
      assert.equal(readCurl(other, here), undefined);
    });
  }
});

test('each example in curl that tests run can be run in the page', async () => {
  const docs = path.join(import.meta.dirname, '..', '..', '..', 'docs');
  const text = await readFile(path.join(docs, 'http.md'), 'utf8');
  const programs = [...text.matchAll(/^```sh run\n(.*?)\n```$/gms)].map(([, one = '']) => one);
  assert.ok(programs.length > 4);
  for (const program of programs) assert.ok(readCurl(program, here) !== undefined, program);
});
