import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { HttpResponse, type Progress } from './response.ts';

/** Ends with the first piece that settles it; the sender closes after the last one. */
function read(pieces: readonly Buffer[]) {
  const response = new HttpResponse();
  let progress: Progress = 'more';
  for (const piece of pieces) {
    if (progress === 'more') progress = response.read(Buffer.from(piece));
  }
  if (progress === 'more') progress = response.end();
  const { head, fault, bodyText } = response;
  return { progress, status: head.status, fault, body: bodyText, response };
}

function headOf(text: string) {
  return read([Buffer.from(text)]).response.head;
}

const octetByOctet = (bytes: Buffer): Buffer[] => [...bytes].map((octet) => Buffer.from([octet]));

const ok = 'HTTP/1.1 200 OK\r\n';

suite('a response is complete', () => {
  const cases: readonly (readonly [name: string, text: string, status: number, body: string])[] = [
    ['with a length', `${ok}Content-Length: 2\r\n\r\nOK`, 200, 'OK'],
    ['with a length of nothing', `${ok}Content-Length: 0\r\n\r\n`, 200, ''],
    [
      'with the same length twice',
      `${ok}Content-Length: 2, 2\r\nContent-Length: 2\r\n\r\nOK`,
      200,
      'OK',
    ],
    [
      'in chunks',
      `${ok}Transfer-Encoding: chunked\r\n\r\n2\r\nOK\r\n1;x=y\r\n!\r\n0\r\nA: b\r\n\r\n`,
      200,
      'OK!',
    ],
    ['that ends with the connection', `${ok}\r\nwhatever`, 200, 'whatever'],
    ['of HTTP/1.0 without a length', 'HTTP/1.0 200 OK\r\n\r\nfine', 200, 'fine'],
    ['without a reason phrase', 'HTTP/1.1 204\r\n\r\n', 204, ''],
    ['with an empty reason phrase', 'HTTP/1.1 202 \r\nContent-Length: 0\r\n\r\n', 202, ''],
    ['304, whatever its length says', 'HTTP/1.1 304 N\r\nContent-Length: 9\r\n\r\n', 304, ''],
    [
      'behind interim ones',
      `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nLink: x\r\n\r\n${ok}Content-Length: 1\r\n\r\n!`,
      200,
      '!',
    ],
    ['with latin1 in a field', `${ok}Server: caf\u{e9}\r\nContent-Length: 0\r\n\r\n`, 200, ''],
  ];
  for (const [name, text, status, body] of cases) {
    test(name, () => {
      const bytes = Buffer.from(text, 'latin1');
      for (const pieces of [[bytes], octetByOctet(bytes)]) {
        const got = read(pieces);
        assert.deepEqual([got.progress, got.status, got.body], ['complete', status, body]);
      }
    });
  }
});

suite('what is no HTTP is refused', () => {
  const cases: readonly (readonly [fault: RegExp, text: string])[] = [
    [/no HTTP status line/, 'SSH-2.0-OpenSSH_9.2\r\n'],
    [/no HTTP status line/, '\r\nHTTP/1.1 200 OK\r\n\r\n'],
    [/no HTTP status line/, 'HTTP/2 200\r\n\r\n'],
    [/no HTTP status line/, 'HTTP/1.1 20 OK\r\n\r\n'],
    [/no HTTP status line/, 'HTTP/1.1 099 OK\r\n\r\n'],
    [/status 600/, 'HTTP/1.1 600 Odd\r\n\r\n'],
    [/status 101/, 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n'],
    [/without CR/, 'HTTP/1.1 200 OK\n\n'],
    [/without CR/, `${ok}Content-Length: 0\n\r\n`],
    [/two different Content-Lengths/, `${ok}Content-Length: 2\r\nContent-Length: 3\r\n\r\nOK`],
    [/two different Content-Lengths/, `${ok}Content-Length: 2, 3\r\n\r\nOK`],
    [/beside Transfer-Encoding/, `${ok}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\nOK`],
    [/no number/, `${ok}Content-Length: -1\r\n\r\n`],
    [/no number/, `${ok}Content-Length: 0x2\r\n\r\n`],
    [/nobody asked for/, `${ok}Transfer-Encoding: gzip, chunked\r\n\r\n`],
    [/nobody asked for/, `${ok}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n`],
    [/no header field/, `${ok}Folded: a\r\n b\r\n\r\n`],
    [/no header field/, `${ok}Name : value\r\n\r\n`],
    [/no header field/, `${ok}no colon\r\n\r\n`],
    [/NUL or CR in X/, `${ok}X: a\0b\r\n\r\n`],
    [/NUL or CR in X/, `${ok}X: a\rb\r\n\r\n`],
    [/more than 10 interim/, 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(11)],
  ];
  for (const [fault, text] of cases) {
    test(`${JSON.stringify(text.slice(0, 60))}: ${fault.source}`, () => {
      const bytes = Buffer.from(text, 'latin1');
      for (const pieces of [[bytes], octetByOctet(bytes)]) {
        const got = read(pieces);
        assert.equal(got.progress, 'broken head');
        assert.match(got.fault, fault);
      }
    });
  }

  for (const text of [`${ok}X: ${'a'.repeat(20_000)}`, ok + 'X: a\r\n'.repeat(3_000)]) {
    test(`a head of ${text.length} octets is too big, and keeps its status`, () => {
      const bytes = Buffer.from(text);
      for (const pieces of [[bytes], octetByOctet(bytes)]) {
        const got = read(pieces);
        assert.deepEqual([got.progress, got.status], ['big head', 200]);
        assert.match(got.fault, /more than 16384/);
      }
    });
  }

  test('a head cut short has no fault but its end, and keeps its status', () => {
    const got = read([Buffer.from(`${ok}Content-Le`)]);
    assert.deepEqual([got.progress, got.fault, got.status], ['broken head', '', 200]);
  });
});

suite('a body that is no good leaves the status standing', () => {
  const cases: readonly (readonly [fault: RegExp, text: string])[] = [
    [/cut short/, `${ok}Content-Length: 9\r\n\r\nOK`],
    [/cut short/, `${ok}Transfer-Encoding: chunked\r\n\r\n5\r\nOK`],
    [/body of 1000000000 octets/, `${ok}Content-Length: 1000000000\r\n\r\n`],
    [/body of more than 65536/, `${ok}\r\n${'a'.repeat(65_537)}`],
    [
      /body of more than 65536/,
      `${ok}Transfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(11_000)}`,
    ],
    [/chunk of 16777216 octets/, `${ok}Transfer-Encoding: chunked\r\n\r\n1000000\r\n`],
    [/without a size/, `${ok}Transfer-Encoding: chunked\r\n\r\nOK\r\n`],
    [/without an end/, `${ok}Transfer-Encoding: chunked\r\n\r\n1;${'a'.repeat(2_000)}`],
    [/without CR/, `${ok}Transfer-Encoding: chunked\r\n\r\n2\nOK`],
    [/longer than its size/, `${ok}Transfer-Encoding: chunked\r\n\r\n1\r\nOK\r\n`],
  ];
  for (const [fault, text] of cases) {
    test(fault.source, () => {
      const got = read([Buffer.from(text, 'latin1')]);
      assert.deepEqual([got.progress, got.status], ['broken body', 200]);
      assert.match(got.fault, fault);
    });
  }
});

suite('a response tells', () => {
  test('that more came than belongs to it', () => {
    for (const text of [`${ok}Content-Length: 1\r\n\r\n!!`, 'HTTP/1.1 204 N\r\n\r\nbody']) {
      assert.equal(read([Buffer.from(text)]).progress, 'surplus');
    }
  });

  test('whether its connection stays, and for how long', () => {
    assert.equal(headOf(`${ok}Content-Length: 0\r\n\r\n`).keepsAlive, true);
    assert.equal(headOf(`${ok}Connection: Close\r\nContent-Length: 0\r\n\r\n`).keepsAlive, false);
    assert.equal(headOf('HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n').keepsAlive, false);
    const head = headOf(
      'HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5, max=100\r\nContent-Length: 0\r\n\r\n',
    );
    assert.deepEqual([head.keepsAlive, head.idleS], [true, 5]);
  });

  test('its head as it came, without what follows or came before', () => {
    const text = `HTTP/1.1 103 E\r\n\r\n${ok}Retry-After: 7\r\nContent-Length: 2\r\n\r\nOK`;
    const { head } = read([Buffer.from(text)]).response;
    assert.equal(head.text, `${ok}Retry-After: 7\r\nContent-Length: 2\r\n\r\n`);
    assert.equal(head.retryAfter, '7');
  });

  test('no more than the beginning of its body', () => {
    const text = `${ok}Content-Length: 60000\r\n\r\n${'a'.repeat(60_000)}`;
    const got = read([Buffer.from(text)]);
    assert.deepEqual([got.progress, got.body.length], ['complete', 4_096]);
  });
});

suite('whatever arrives', () => {
  const pieceOfHttp = fc.constantFrom(
    ok,
    'HTTP/1.1 103 Early Hints\r\n\r\n',
    'Content-Length: 3\r\n',
    'Transfer-Encoding: chunked\r\n',
    'X: y\r\n',
    '\r\n',
    '3\r\nabc\r\n',
    '0\r\n\r\n',
    'abc',
    '\n',
    '\0',
  );
  const answers = fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc.array(pieceOfHttp, { maxLength: 12 }).map((parts) => Buffer.from(parts.join(''), 'latin1')),
  );

  test('it is judged alike whole and octet by octet, and nothing throws', () => {
    fc.assert(
      fc.property(answers, (bytes) => {
        const whole = read([bytes]);
        const pieces = read(octetByOctet(bytes));
        // Octets behind the end are surplus in one piece and not read in many.
        const progress = whole.progress === 'surplus' ? 'complete' : whole.progress;
        assert.deepEqual(
          [pieces.progress, pieces.status, pieces.fault, pieces.body],
          [progress, whole.status, whole.fault, whole.body],
        );
      }),
      { numRuns: 1_000 },
    );
  });
});
