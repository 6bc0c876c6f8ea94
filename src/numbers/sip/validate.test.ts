/** What each kind of message gets, by the rules of RFC 3261, RFC 4475 and RFC 5118. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { type MessageChange, sipText } from '#test/harness/sip-messages.ts';
import { parseNameAddress } from './fields.ts';
import { scanDatagram } from './message.ts';
import { parseSdp } from './sdp.ts';
import { findAudio } from './sdp-audio.ts';
import { parseUri, unescapeUser } from './uri.ts';
import {
  judgeRequest,
  judgeResponse,
  refuseContent,
  refuseExtensions,
  refuseMethod,
} from './validate.ts';
import { stampVia } from './via.ts';
import { replyTo, writeRequest, writeResponse } from './write-message.ts';

/** What somebody who sends this hears: a status, or 0 where it is taken, −1 where it is dropped. */
function verdict(octets: Buffer): number {
  const scanned = scanDatagram(octets);
  if (!scanned.ok) return -1;
  const { message } = scanned;
  if (message.kind === 'response') return judgeResponse(message).ok ? 0 : -1;
  const judged = judgeRequest(message);
  if (!judged.ok) return judged.status;
  const refused =
    refuseMethod(message.method) ?? refuseExtensions(message) ?? refuseContent(message);
  return refused?.status ?? 0;
}

const invite = 'INVITE sip:b@example.test SIP/2.0';
const ok = 'SIP/2.0 200 OK';
const dropped = -1;
const taken = 0;

const cases: readonly (readonly [what: string, status: number, change: MessageChange])[] = [
  ['an ordinary request', taken, {}],
  ['an ordinary response', taken, { start: ok }],
  ['a reason that is empty', taken, { start: 'SIP/2.0 100 ' }],
  ['no space between name and address', taken, { fields: { To: 'b<sip:b@example.test>' } }],
  ['a name with escaped quotes', taken, { fields: { From: '"a \\" , <b>" <sip:a@b>;tag=1' } }],
  ['parameters in the user part', taken, { start: 'OPTIONS sip:a;b=c%40d@example.test SIP/2.0' }],
  ['a zero escaped in a user', taken, { fields: { To: '<sip:nul%00l@example.test>' } }],
  [
    'transports that nobody knows',
    taken,
    { lines: ['Via: SIP/2.0/NEW 192.0.2.1, SIP/2.0/SCTP h;branch=z9hG4bKx'] },
  ],
  [
    'spaces around the slashes of Via',
    taken,
    { fields: { Via: 'SIP / 2.0 / UDP 192.0.2.1 ; branch = z9hG4bKx' } },
  ],
  ['octets behind the body', taken, { lines: ['l: 0'], body: 'INVITE sip:x SIP/2.0' }],
  [
    'no branch and no Max-Forwards, as of old',
    taken,
    { fields: { Via: 'SIP/2.0/UDP 192.0.2.1', 'Max-Forwards': undefined } },
  ],
  ['a branch that is the cookie alone', taken, { fields: { Via: 'SIP/2.0/UDP h;branch=z9hG4bK' } }],
  ['Max-Forwards of zero: who is asked may answer', taken, { fields: { 'Max-Forwards': '0' } }],
  [
    'headers escaped in the address',
    taken,
    { start: 'INVITE sip:b@example.test?Route=%3Csip:x%3E SIP/2.0' },
  ],
  [
    'IPv6 in brackets',
    taken,
    {
      start: 'OPTIONS sip:[2001:db8::1]:5070 SIP/2.0',
      fields: { Via: 'SIP/2.0/UDP [2001:db8::9];branch=z9hG4bKx;received=2001:db8::9' },
    },
  ],
  ['IPv6 with one colon too many', taken, { start: 'OPTIONS sip:b@[2001:db8:::1] SIP/2.0' }],
  ['a method of letters nobody has heard', 501, { start: 'F%4FO!*b sip:b SIP/2.0' }],
  ['a method that is not for us', 405, { start: 'REGISTER sip:b SIP/2.0' }],
  ['another version', 505, { start: 'OPTIONS sip:b SIP/7.0' }],
  ['an address of another scheme', 416, { start: 'OPTIONS soap:b SIP/2.0' }],
  ['IPv6 without brackets', 400, { start: 'OPTIONS sip:2001:db8::1 SIP/2.0' }],
  ['an address in angle brackets', 400, { start: 'INVITE <sip:b@example.test> SIP/2.0' }],
  ['an address with a space', 400, { start: 'INVITE sip:b@example.test; lr SIP/2.0' }],
  ['two spaces in the first line', 400, { start: 'INVITE  sip:b@example.test SIP/2.0' }],
  ['a space behind the first line', 400, { start: 'OPTIONS sip:b SIP/2.0  ' }],
  ['CSeq of another method', 400, { fields: { CSeq: '1 INVITE' } }],
  ['CSeq that does not fit into 31 bits', 400, { fields: { CSeq: '2147483648 OPTIONS' } }],
  ['Max-Forwards above 255', 400, { fields: { 'Max-Forwards': '300' } }],
  ['no Call-ID', 400, { fields: { 'Call-ID': undefined } }],
  ['two From', 400, { lines: ['f: <sip:other@example.test>;tag=2'] }],
  ['a quote that stays open', 400, { fields: { To: '"Open <sip:b@example.test>' } }],
  ['a name with a comma', 400, { fields: { From: 'Bell, A <sip:a@example.test>;tag=1' } }],
  ['separators with nothing between', 400, { fields: { Via: 'SIP/2.0/UDP 192.0.2.1;;,;,' } }],
  [
    'a Contact whose parameters nobody can place',
    400,
    { fields: { Contact: 'sip:a@example.test?Route=%3C' } },
  ],
  ['a length below zero', 400, { lines: ['Content-Length: -999'] }],
  ['two lengths', 400, { lines: ['l: 0', 'Content-Length: 5'], body: 'hello' }],
  ['a length beyond the end', 400, { lines: ['l: 9999'], body: 'v=0' }],
  ['an extension that nobody knows', 420, { lines: ['Require: nothing, 100rel'] }],
  ['a body that is no description', 415, { start: invite, lines: ['c: application/x'], body: 'x' }],
  [
    'a body that may be left aside',
    taken,
    {
      start: invite,
      lines: ['c: application/x', 'Content-Disposition: x;handling=optional'],
      body: 'x',
    },
  ],
  ['a caller who takes no description', 406, { start: invite, lines: ['Accept: text/x'] }],
  [
    'a caller who takes everything',
    taken,
    { start: invite, lines: ['Accept: text/x, application/*;q=0.1'] },
  ],
  [
    'a compressed body',
    415,
    { start: invite, lines: ['c: application/sdp', 'e: gzip'], body: 'x' },
  ],
  [
    'a description of 17 KB',
    413,
    { start: invite, lines: ['c: application/sdp'], body: 'v'.repeat(17_000) },
  ],
  ['a status nobody could give', dropped, { start: 'SIP/2.0 4294967301 better' }],
  ['a response with two Vias', dropped, { start: ok, lines: ['v: SIP/2.0/UDP 255.255.255.255'] }],
  [
    'a response with overlarge numbers',
    dropped,
    { start: ok, fields: { CSeq: '9292394834772304023312 OPTIONS' } },
  ],
  ['no message', dropped, { start: 'hello there' }],
];

suite('what a message gets', () => {
  for (const [what, status, change] of cases) {
    test(`${what}: ${status}`, () => assert.equal(verdict(sipText(change)), status));
  }
});

test('an address is what is meant, not what it looks like', () => {
  const escaped = parseUri('sip:sips%3Auser%40example.com@example.net');
  assert.ok(escaped?.scheme === 'sip');
  assert.equal(unescapeUser(escaped.user ?? ''), 'sips:user@example.com');
  const semicolons = parseUri('sip:user;par=u%40example.net@example.com;lr');
  assert.ok(semicolons?.scheme === 'sip');
  assert.equal(semicolons.user, 'user;par=u%40example.net');
  assert.ok(semicolons.parameters.has('lr'));
  const tel = parseUri('tel:+33-1-23;phone-context=x');
  assert.ok(tel?.scheme === 'tel' && tel.number === '+33-1-23');
  const outside = parseNameAddress('sip:user@example.com;tag=1');
  assert.equal(outside?.parameters.get('tag'), '1');
  const inside = parseNameAddress('<sip:user@example.com;tag=1>');
  assert.equal(inside?.parameters.size, 0);
  const six = parseUri('sip:[2001:DB8::10]:5070');
  assert.ok(six?.scheme === 'sip');
  assert.deepEqual([six.host, six.port], ['2001:db8::10', 5_070]);
});

test('an answer repeats what it must, stamped with where the request came from', () => {
  const scanned = scanDatagram(
    sipText({
      start: invite,
      fields: { Via: 'SIP/2.0/UDP 10.0.0.1;rport;branch=z9hG4bKx;received=6.6.6.6, SIP/2.0/UDP h' },
      lines: ['Record-Route: <sip:p;lr>', 'Timestamp: 9'],
    }),
  );
  assert.ok(scanned.ok && scanned.message.kind === 'request');
  const source = { transport: 'udp', address: '192.0.2.7', port: 6_060 } as const;
  const stamped = stampVia(scanned.message, { ...source, localAddress: '', localPort: 0 });
  const answer = replyTo(stamped, { status: 180, toTag: 't1' });
  const via = 'SIP/2.0/UDP 10.0.0.1;branch=z9hG4bKx;received=192.0.2.7;rport=6060, SIP/2.0/UDP h';
  assert.equal(answer.headers.get('via'), via);
  assert.match(answer.headers.get('to') ?? '', /;tag=t1$/);
  assert.equal(answer.headers.get('record-route'), '<sip:p;lr>');
  const trying = replyTo(stamped, { status: 100, toTag: 't1' });
  assert.doesNotMatch(trying.headers.get('to') ?? '', /tag/);
  assert.equal(trying.headers.get('timestamp'), '9');
});

test('no value begins a line of its own', () => {
  const scanned = scanDatagram(sipText());
  assert.ok(scanned.ok && scanned.message.kind === 'request');
  const { message } = scanned;
  message.headers.append('subject', 'a\r\nEvil: 1\0');
  const reply = replyTo(message, {
    status: 480,
    reason: 'b\r\nEvil: 2',
    headers: [['x', 'c\nEvil: 3']],
  });
  assert.doesNotMatch(writeRequest(message).toString(), /^Evil/m);
  assert.doesNotMatch(writeResponse(reply).toString(), /^Evil/m);
});

test('whatever octets are flipped, cut out or put in, nothing throws', () => {
  const goods = cases.map(([, , change]) => sipText(change));
  const sdp =
    'v=0\r\no=a 1 1 IN IP4 192.0.2.1\r\ns=-\r\nc=IN IP4 192.0.2.1\r\nm=audio 4000 RTP/AVP 8\r\n';
  goods.push(sipText({ start: invite, lines: ['c: application/sdp'], body: sdp }));
  goods.push(
    sipText({
      start: invite,
      lines: ['c: multipart/mixed;boundary=b'],
      body: `--b\r\nContent-Type: application/sdp\r\n\r\n${sdp}\r\n--b--`,
    }),
  );
  const edit = fc.record({
    at: fc.nat(2_000),
    kind: fc.constantFrom('flip', 'cut', 'insert'),
    octet: fc.nat(255),
    length: fc.nat(20),
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...goods),
      fc.array(edit, { minLength: 1, maxLength: 6 }),
      (good, edits) => {
        const bent = edits.reduce((octets, { at, kind, octet, length }) => {
          const place = at % (octets.length + 1);
          const rest = octets.subarray(
            kind === 'insert' ? place : place + (kind === 'cut' ? length : 1),
          );
          const put =
            kind === 'cut' ? Buffer.alloc(0) : Buffer.alloc(kind === 'flip' ? 1 : length, octet);
          return Buffer.concat([octets.subarray(0, place), put, rest]);
        }, Buffer.from(good));
        verdict(bent);
        const parsed = parseSdp(bent.subarray(bent.indexOf('v=0')));
        if (parsed !== undefined) findAudio(parsed, { isLoopback: false });
      },
    ),
    { numRuns: 2_000 },
  );
});
