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
    isEncrypted: false,
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
    log.write({ path: '/api/accounts/{account}/keys' }, head, refuse(word), reply);
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
    isEncrypted: false,
  };
  const write = (): void =>
    log.write({ path: '/v1/me' }, head, refuse('key is wrong'), {
      status: 401,
      headers: [],
      body: '',
    });
  for (let count = 0; count < 250; count += 1) write();
  assert.equal(lines.length, 100);
  clock.advance(1_000);
  write();
  assert.match(lines[100] ?? '', /"unwritten":150/);
  assert.match(lines[101] ?? '', /"path":"\/v1\/me","status":401,.*"code":10/);
  assert.doesNotMatch(lines.join(''), /secret/);
});

const plain: RequestHead = {
  id: 'id',
  method: 'POST',
  path: '/v1/send',
  query: '',
  headers: {},
  address: '192.0.2.1',
  isEncrypted: false,
};

function setup(level: 'debug' | 'info') {
  const clock = new HeldClock();
  const lines: unknown[] = [];
  const log = new RequestLog(
    openLog(level, (line) => lines.push(JSON.parse(line))),
    clock,
  );
  return { log, clock, lines };
}

test('a request is told with its account, how long it took and how much it was answered with', () => {
  const { log, clock, lines } = setup('debug');
  const startedMs = log.nowMs();
  clock.advance(12);
  const asked = { path: '/v1/send', account: 7, startedMs };
  log.write(asked, plain, { ok: true, fields: {} }, { status: 200, headers: [], body: 'é' });
  assert.partialDeepStrictEqual(lines, [
    {
      event: 'request.answered',
      account: 7,
      network: '192.0.0.0/16',
      durationMs: 12,
      bytes: 2,
      status: 200,
    },
  ]);
});

test('what is answered in other words is refused where its status says so', () => {
  const { log, lines } = setup('info');
  const asked = { path: '/cgi-bin/sendsms', account: 7 };
  for (const status of [202, 403, 503]) {
    log.writeReply(asked, plain, { status, headers: [], body: '' });
  }
  assert.partialDeepStrictEqual(lines, [
    { event: 'request.refused', status: 403, account: 7, network: '192.0.0.0/16' },
  ]);
  assert.equal(lines.length, 1);
});

test('a reply that goes on has no octets to count', () => {
  const { log, lines } = setup('debug');
  const reply = { status: 200, headers: [], body: '', stream: () => undefined };
  log.writeReply({ path: '/v1/events' }, plain, reply);
  assert.ok(!JSON.stringify(lines).includes('bytes'));
});
