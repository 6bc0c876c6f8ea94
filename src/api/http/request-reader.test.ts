import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import * as fc from 'fast-check';
import { bodyBytesMax } from './http-message.ts';
import { type Reading, RequestReader } from './request-reader.ts';

/** All that a reader makes of octets that come in these pieces; every request is read to its end. */
function readAll(...pieces: readonly (string | Uint8Array)[]): Reading[] {
  const reader = new RequestReader();
  const readings: Reading[] = [];
  for (const piece of pieces) {
    reader.push(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : Buffer.from(piece));
    for (let next = reader.next(); next.kind !== 'more'; next = reader.next()) {
      readings.push(next);
      if (next.kind === 'broken') return readings;
      if (next.kind === 'body too large') reader.discardBody();
    }
  }
  return readings;
}

/** In words: the path of a head, the text of a body, the word of a refusal. */
function tell(reading: Reading): string {
  if (reading.kind === 'head') return reading.head.target.path;
  if (reading.kind === 'body') return reading.body.toString();
  return reading.kind === 'broken' ? reading.refusal.problems[0].word : reading.kind;
}

const tellAll = (...pieces: readonly string[]): readonly string[] => readAll(...pieces).map(tell);

function head(...lines: readonly string[]): string {
  return `${['POST /a HTTP/1.1', 'Host: a', ...lines].join('\r\n')}\r\n\r\n`;
}

const chunkedHead = head('Transfer-Encoding: chunked');

suite('requests in a stream of octets', () => {
  test('come out alike, in however many pieces they came', () => {
    const stream =
      `${head('Content-Length: 5')}hello\r\n${head('X: a')}` +
      `${chunkedHead}3;a=b\r\nabc\r\n1\r\nd\r\n0\r\nTrailer: x\r\n\r\n${head('Content-Length: 1')}z`;
    const whole = ['/a', 'hello', '/a', '', '/a', 'abcd', '/a', 'z'];
    assert.deepEqual(tellAll(stream), whole);
    assert.deepEqual(tellAll(...stream.split('')), whole);
    fc.assert(
      fc.property(fc.array(fc.nat(stream.length), { maxLength: 8 }), (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), stream.length];
        const pieces = places.slice(1).map((end, index) => stream.slice(places[index], end));
        assert.deepEqual(tellAll(...pieces), whole);
      }),
    );
  });

  test('tell their fields by name, whatever the letters', () => {
    const [read] = readAll(head('X-Api-KEY: \t k \t', 'a:1', 'A: 2', 'Cookie: b', 'cookie: c'));
    assert.ok(read?.kind === 'head');
    const { headers } = read.head;
    assert.deepEqual(headers, { host: 'a', 'x-api-key': 'k', a: '1, 2', cookie: 'b; c' });
  });

  test('say whether another one is to follow, and whether the client waits', () => {
    const heads = [
      'GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade, Close\r\n\r\n',
      'GET / HTTP/1.0\r\nExpect: 100-continue\r\n\r\n',
      'GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n',
    ];
    const read = heads.map((text) => readAll(text)[0]);
    const told = read.map((each) =>
      each?.kind === 'head' ? [each.head.keepsAlive, each.head.awaitsLeave] : [],
    );
    assert.deepEqual(told, [
      [true, true],
      [false, false],
      [false, false],
      [true, false],
    ]);
  });

  test('end where they cannot be trusted, and as early as that is known', () => {
    const notHttp = 'request is not HTTP';
    const cases: readonly (readonly [octets: string, refusal: string])[] = [
      ['GET / HTTP/1.1\nHost', notHttp],
      ['GET / HTTP/1.1\rX', notHttp],
      ['\x16\x03\x01', notHttp],
      ['GET / HTTP/2.0\r\n\r\n', notHttp],
      ['GET  / HTTP/1.1\r\nHost: a\r\n\r\n', notHttp],
      ['GET / x HTTP/1.1\r\nHost: a\r\n\r\n', notHttp],
      ['G(T / HTTP/1.1\r\nHost: a\r\n\r\n', notHttp],
      ['GET a HTTP/1.1\r\nHost: a\r\n\r\n', notHttp],
      ['GET / HTTP/1.1\r\n Host: a\r\n\r\n', notHttp],
      ['GET / HTTP/1.1\r\nHost : a\r\n\r\n', notHttp],
      ['GET / HTTP/1.1\r\nHost\r\n\r\n', notHttp],
      ['GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n', notHttp],
      ['GET / HTTP/1.1\r\nHost: a\x7f\r\n\r\n', notHttp],
      ['GET / HTTP/1.1\r\n\r\n', 'host is not one'],
      [head('host: b'), 'host is not one'],
      [head('Content-Length: 1', 'Content-Length: 1'), notHttp],
      [head('Content-Length:'), notHttp],
      [head('Content-Length: 0x1'), notHttp],
      [head('Content-Length: 1234567890123456'), notHttp],
      [head('Transfer-Encoding: chunked', 'Content-Length: 1'), notHttp],
      ['POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n', notHttp],
      [head('Transfer-Encoding:'), 'transfer coding is unknown'],
      [head('Transfer-Encoding: chunked, chunked'), 'transfer coding is unknown'],
      [head('Authorization: a', 'Authorization: a'), 'keys differ'],
      ['CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 'method is not allowed'],
      [`GET /${'x'.repeat(17_000)}`, 'target is too long'],
      [`GET / HTTP/1.1\r\n${'x'.repeat(17_000)}`, 'headers are too large'],
    ];
    for (const [octets, refusal] of cases) assert.equal(tellAll(octets).at(-1), refusal, octets);
  });

  test('in chunks end at the first that is wrong', () => {
    const wrong = [
      '-1\r\n',
      'g\r\n',
      '\r\n',
      ' 1\r\n',
      '1\n',
      '1\r\naX\r\n',
      '1\r\na\n',
      '123456789\r\n',
    ];
    const long = [`1;${'x'.repeat(2_000)}`, `0\r\n${'a: b\r\n'.repeat(70)}`, '0\r\na\0b\r\n'];
    for (const chunk of [...wrong, ...long]) {
      assert.deepEqual(tellAll(`${chunkedHead}${chunk}`), ['/a', 'request is not HTTP'], chunk);
    }
  });

  test('in chunks are too large once, and are read to their end all the same', () => {
    const chunk = `${(bodyBytesMax / 2).toString(16)}\r\n${'x'.repeat(bodyBytesMax / 2)}\r\n`;
    const told = tellAll(chunkedHead, chunk, chunk, chunk, chunk, `0\r\n\r\n${head()}`);
    assert.deepEqual(told, ['/a', 'body too large', '', '/a', '']);
    const fits = tellAll(chunkedHead, chunk, chunk, '0\r\n\r\n');
    assert.equal(fits.at(-1)?.length, bodyBytesMax);
  });

  test('are never more than they are: any octets are read or refused', () => {
    const line = fc.constantFrom(
      'GET / HTTP/1.1',
      'Host: a',
      'Content-Length: 3',
      'Transfer-Encoding: chunked',
      '',
      '3',
      'abc',
      '0',
      ' x: y',
    );
    const octets = fc.oneof(
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
      line.map((text) => `${text}\r\n`),
      line,
    );
    fc.assert(
      fc.property(fc.array(octets, { maxLength: 12 }), (pieces) => {
        const readings = readAll(...pieces);
        assert.deepEqual(readings.map(tell), tellAll(pieces.join('')));
        // A head and its end take turns.
        const kinds = readings.map(({ kind }) => kind).filter((kind) => kind !== 'broken');
        for (const [at, kind] of kinds.entries()) {
          assert.equal(kind, at % 2 === 0 ? 'head' : 'body');
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
