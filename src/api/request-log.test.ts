import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLog } from '#core/log.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import type { RequestHead } from './http/http-message.ts';
import { refuse } from './reply.ts';
import { RequestLog } from './request-log.ts';

test('who asks for what is not theirs is a matter of security', () => {
  const lines: string[] = [];
  const log = new RequestLog(
    openLog('info', (line) => lines.push(line)),
    new HeldClock(),
  );
  const head: RequestHead = {
    id: 'id',
    method: 'POST',
    path: '/api/accounts/1/keys',
    query: '',
    headers: {},
    address: '192.0.2.1',
  };
  const reply = { status: 403, headers: [], body: '' };
  for (const word of [
    'host is another one',
    'request is not from our page',
    'role does not allow it',
    'view is for reading',
    'too many wrong keys',
    'key is missing',
  ] as const) {
    log.write('/api/accounts/{account}/keys', head, refuse(word), reply);
  }
  const events = lines.map((line) => (JSON.parse(line) as { event: string }).event);
  assert.deepEqual(events, [
    ...Array.from({ length: 5 }, () => 'security.request-refused'),
    'request.refused',
  ]);
});

test('a flood of refusals is counted, not written', () => {
  const clock = new HeldClock();
  const lines: string[] = [];
  const log = new RequestLog(
    openLog('info', (line) => lines.push(line)),
    clock,
  );
  const head: RequestHead = {
    id: 'id',
    method: 'GET',
    path: '/secret',
    query: 'apiKey=secret',
    headers: {},
    address: '192.0.2.1',
  };
  const write = (): void =>
    log.write('/v1/me', head, refuse('key is wrong'), { status: 401, headers: [], body: '' });
  for (let count = 0; count < 250; count += 1) write();
  assert.equal(lines.length, 100);
  clock.advance(1_000);
  write();
  assert.match(lines[100] ?? '', /"unwritten":150/);
  assert.match(lines[101] ?? '', /"path":"\/v1\/me","status":401,"code":10/);
  assert.doesNotMatch(lines.join(''), /secret/);
});
