import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { FaultKind } from './http/fault.ts';
import { type Answer, noPhases } from './http/poster.ts';
import { judge, type Verdict } from './verdict.ts';

const nowMs = Date.UTC(2030, 0, 1);

function answer(over: Partial<Answer>): Answer {
  return {
    status: 0,
    hasHead: (over.status ?? 0) > 0,
    fault: undefined,
    head: '',
    body: '',
    retryAfter: undefined,
    date: undefined,
    location: undefined,
    ip: '192.0.2.1',
    durationMs: 1,
    phases: noPhases,
    ...over,
  };
}

function fault(kind: FaultKind): Answer['fault'] {
  return { kind, reason: 'something' };
}

function shortly(verdict: Verdict): string {
  return verdict.result === 'failed' ? `${verdict.result} ${verdict.blames}` : verdict.result;
}

suite('a status is judged', () => {
  const cases: readonly (readonly [statuses: readonly number[], verdict: string])[] = [
    [[200, 201, 202, 204, 299], 'received'],
    [[300, 301, 302, 304, 307, 308], 'failed row'],
    [[400, 401, 403, 404, 405, 413, 422, 499], 'failed row'],
    [[408, 429, 500, 502, 503, 504, 599], 'failed lane'],
    [[410], 'gone'],
  ];
  for (const [statuses, verdict] of cases) {
    test(`${statuses.join(', ')}: ${verdict}`, () => {
      for (const status of statuses)
        assert.equal(shortly(judge(answer({ status }), nowMs)), verdict);
    });
  }

  test('a redirect shows where it wanted to lead', () => {
    const verdict = judge(answer({ status: 307, location: 'http://127.0.0.1/' }), nowMs);
    assert.ok(verdict.result === 'failed');
    assert.match(verdict.error, /redirect to http:\/\/127\.0\.0\.1\/ not followed/);
  });
});

suite('a fault is judged', () => {
  for (const kind of [
    'no address',
    'no connection',
    'TLS',
    'connection lost',
    'time-out',
  ] as const) {
    test(`${kind} before an answer blames the lane`, () => {
      assert.equal(shortly(judge(answer({ fault: fault(kind) }), nowMs)), 'failed lane');
    });
  }

  for (const kind of ['connection lost', 'time-out', 'too big', 'bad body', 'stopped'] as const) {
    test(`${kind} behind a 2xx status line is only noted`, () => {
      const verdict = judge(answer({ status: 200, hasHead: false, fault: fault(kind) }), nowMs);
      assert.deepEqual(verdict, { result: 'received', note: 'something' });
    });
  }

  test('what is no HTTP blames the lane, even behind a 200', () => {
    const verdict = judge(answer({ status: 200, fault: fault('not HTTP') }), nowMs);
    assert.equal(shortly(verdict), 'failed lane');
  });

  test('the status stands when a body that follows is too big', () => {
    assert.equal(
      shortly(judge(answer({ status: 404, fault: fault('bad body') }), nowMs)),
      'failed row',
    );
  });

  test('a forbidden address and a stop are themselves', () => {
    assert.equal(judge(answer({ fault: fault('forbidden') }), nowMs).result, 'forbidden');
    assert.equal(judge(answer({ fault: fault('stopped') }), nowMs).result, 'stopped');
  });
});

function held(over: Partial<Answer>): number | undefined {
  const verdict = judge(answer({ status: 429, ...over }), nowMs);
  return verdict.result === 'failed' ? verdict.holdMs : undefined;
}

suite('Retry-After', () => {
  test('holds the lane for so many seconds, an hour at most', () => {
    assert.equal(held({ retryAfter: '7' }), 7_000);
    assert.equal(held({ status: 503, retryAfter: '7' }), 7_000);
    assert.equal(held({ retryAfter: '86400' }), 3_600_000);
  });

  test('is read against the response’s own Date, or ours without one', () => {
    const retryAfter = 'Tue, 01 Jan 2030 00:02:00 GMT';
    assert.equal(held({ retryAfter, date: 'Tue, 01 Jan 2030 00:01:00 GMT' }), 60_000);
    assert.equal(held({ retryAfter }), 120_000);
  });

  test('is ignored when it is past, unreadable or with another status', () => {
    for (const retryAfter of [
      '0',
      '-5',
      'soon',
      '',
      'Mon, 31 Dec 2029 23:59:00 GMT',
      '2030-01-01',
    ]) {
      assert.equal(held({ retryAfter }), undefined);
    }
    assert.equal(held({ status: 500, retryAfter: '7' }), undefined);
  });
});
