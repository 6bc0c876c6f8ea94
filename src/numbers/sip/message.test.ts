import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { parseVia } from './fields.ts';
import { spellHeader } from './headers.ts';
import { messageLimits, type SipMessage, scanDatagram } from './message.ts';

function scan(...lines: string[]): SipMessage {
  const scanned = scanDatagram(Buffer.from(lines.join('\r\n'), 'latin1'));
  assert.ok(scanned.ok, scanned.ok ? '' : scanned.reason);
  return scanned.message;
}

suite('a message is taken apart', () => {
  test('a header is spelled by its name, whatever that is', () => {
    const names = ['call-id', 'content-type', 'constructor', '__proto__'].map(spellHeader);
    assert.deepEqual(names, ['Call-ID', 'Content-Type', 'Constructor', '__proto__']);
  });

  test('a request has method, address, headers and body', () => {
    const message = scan('INVITE sip:a@b SIP/2.0', 'Call-ID: 1@x', 'l: 2', '', 'v=rest');
    assert.ok(message.kind === 'request');
    assert.equal(message.method, 'INVITE');
    assert.equal(message.uri, 'sip:a@b');
    assert.equal(message.headers.get('call-id'), '1@x');
    assert.equal(message.body.toString(), 'v=');
    assert.equal(message.fault, undefined);
  });

  test('a response has status and reason, which may be empty or in any octets', () => {
    const plain = scan('SIP/2.0 100 ', '', '');
    assert.ok(plain.kind === 'response');
    assert.deepEqual([plain.status, plain.reason], [100, '']);
    const odd = scan('SIP/2.0 200 = 2**3 \xd0\x9f', '', '');
    assert.ok(odd.kind === 'response');
    assert.equal(Buffer.from(odd.reason, 'latin1').toString(), '= 2**3 П');
  });

  test('lines are folded, names compact and in any case', () => {
    const { headers } = scan(
      'OPTIONS sip:b SIP/2.0',
      'TO :',
      ' sip:b ;',
      '\ttag=1',
      'v:  SIP/2.0/UDP a',
      'X-Mine: "%00"',
      '',
    );
    assert.equal(headers.get('to'), 'sip:b ; tag=1');
    assert.equal(headers.get('via'), 'SIP/2.0/UDP a');
    assert.equal(headers.get('x-mine'), '"%00"');
  });

  test('empty lines before it are passed over, and lines may end in LF alone', () => {
    const message = scanDatagram(Buffer.from('\r\n\r\nOPTIONS sip:b SIP/2.0\nTo: sip:b\n\nbody'));
    assert.ok(message.ok);
    assert.equal(message.message.headers.get('to'), 'sip:b');
    assert.equal(message.message.body.toString(), 'body');
  });
});

suite('what is read quickly because it is usual', () => {
  const words = fc.stringMatching(/^[a-z0-9][a-zA-Z0-9._-]{0,8}$/);

  test('lines mean the same with any breaks between them', () => {
    const breaks = fc.array(fc.constantFrom('\r\n', '\n', '\r'), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(breaks, fc.array(words, { minLength: 5, maxLength: 5 }), (ends, values) => {
        const lines = values.map((value, index) => `${ends[index]}X-${index}: ${value}`);
        const octets = Buffer.from(`OPTIONS sip:b SIP/2.0${lines.join('')}${ends[5]}`);
        const scanned = scanDatagram(octets);
        assert.ok(scanned.ok);
        assert.deepEqual(
          [...scanned.message.headers],
          values.map((value, index) => [`x-${index}`, value]),
        );
      }),
    );
  });

  test('a Via is the same in its usual form as in one that must be taken apart', () => {
    const parameter = fc.oneof(
      words.map((word) => `branch=${word}`),
      fc.constantFrom('rport', 'rport=5061', 'alias'),
    );
    fc.assert(
      fc.property(
        fc.constantFrom('UDP', 'TCP', 'TLS'),
        words,
        fc.option(fc.integer({ min: 1, max: 65_535 }), { nil: undefined }),
        fc.array(parameter, { maxLength: 4 }),
        (transport, host, port, parameters) => {
          const place = host.toLowerCase() + (port === undefined ? '' : `:${port}`);
          const behind = parameters.map((each) => `;${each}`).join('');
          const usual = parseVia(`SIP/2.0/${transport} ${place}${behind}`);
          assert.deepEqual(usual, parseVia(`SIP / 2.0 / ${transport} ${place} ${behind}`));
          assert.equal(usual?.host, host.toLowerCase());
        },
      ),
    );
  });
});

suite('what is wrong is named', () => {
  for (const [what, lines, fault] of [
    ['a body cut short', ['OPTIONS sip:b SIP/2.0', 'l: 9', '', 'v'], /beyond the end/],
    ['a negative length', ['OPTIONS sip:b SIP/2.0', 'l: -9', '', 'v'], /no number/],
    ['two lengths', ['OPTIONS sip:b SIP/2.0', 'l: 1', 'l: 1', '', 'v'], /more than once/],
    ['a line without a name', ['OPTIONS sip:b SIP/2.0', 'nonsense', '', ''], /without a name/],
    ['two spaces', ['OPTIONS  sip:b SIP/2.0', '', ''], /more than one space/],
    ['a space at the end', ['OPTIONS sip:b SIP/2.0 ', '', ''], /space behind/],
    ['an address in angle brackets', ['OPTIONS <sip:b> SIP/2.0', '', ''], /Request-URI/],
    ['an address with a space', ['OPTIONS sip:b; lr SIP/2.0', '', ''], /Request-URI/],
    ['a long line', ['OPTIONS sip:b SIP/2.0', `a: ${'x'.repeat(9_000)}`, '', ''], /8 KB/],
    [
      'many headers',
      ['OPTIONS sip:b SIP/2.0', ...Array.from({ length: 257 }, () => 'a: b'), ''],
      /256/,
    ],
  ] as const) {
    test(what, () => assert.match(scan(...lines).fault ?? '', fault));
  }

  test('without a start line there is nothing to answer', () => {
    for (const text of ['', '\r\n\r\n', 'INVITE', 'INVITE sip:b', 'SIP/2.0', 'GET / HTTP/1.1']) {
      assert.equal(scanDatagram(Buffer.from(text)).ok, false, text);
    }
    const long = Buffer.alloc(messageLimits.messageBytesMax + 1, 'a');
    assert.equal(scanDatagram(long).ok, false);
  });

  test('hostile lines take no time', () => {
    const spaces = ' '.repeat(8_000);
    const folds = '\r\n x'.repeat(16_000);
    scanDatagram(Buffer.from(`INVITE${spaces}sip:a${spaces}SIP/2.${spaces}`));
    const folded = scanDatagram(Buffer.from(`INVITE sip:a SIP/2.0\r\nA: b${folds}\r\n\r\n`));
    assert.ok(folded.ok);
    assert.match(folded.message.fault ?? '', /8 KB/);
  });
});
