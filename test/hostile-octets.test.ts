/**
 * What comes from a network is octets that anybody may write. Each door gets thousands of things that its grammar
 * stumbles over, and must read or refuse them: it never throws, never goes on for ever (the suite's time is
 * over, else), and never makes more of them than its bounds say.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { readHeaders } from '#api/http/request-headers.ts';
import { parseTarget } from '#api/http/target.ts';
import { parseBody } from '#api/parameters/body.ts';
import { parseForm } from '#api/parameters/form.ts';
import { isList, type Value } from '#api/parameters/value.ts';
import { readDeliveryStatus } from '#mail/inbound/delivery-report.ts';
import { readInboundMail } from '#mail/inbound/read-inbound.ts';
import { ReplyReader } from '#mail/smtp/reply.ts';
import { parseRtp } from '#numbers/sip/media/rtp.ts';
import { readWav, writeWav } from '#numbers/sip/media/wav.ts';
import { scanDatagram } from '#numbers/sip/message.ts';
import { parseSdp } from '#numbers/sip/sdp.ts';
import { findAudio } from '#numbers/sip/sdp-audio.ts';
import { StreamFramer } from '#numbers/sip/transport/stream-framer.ts';
import { judgeRequest, judgeResponse, refuseContent } from '#numbers/sip/validate.ts';
import { decodePdu } from '#sms/smpp/decode.ts';
import { encodePdu } from '#sms/smpp/encode.ts';
import { Framer, streamLost } from '#sms/smpp/framer.ts';
import { anyPdu } from '#test/harness/arbitrary-pdus.ts';
import { sipText } from '#test/harness/sip-messages.ts';
import { HttpResponse } from '#webhooks/http/response.ts';

/** Pieces of a grammar in any order, and octets between them. */
function bentOf(pieces: readonly string[], maxLength = 40): fc.Arbitrary<Buffer> {
  const piece = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...pieces).map((text) => Buffer.from(text, 'latin1')) },
    {
      weight: 1,
      arbitrary: fc.uint8Array({ maxLength: 8 }).map((octets) => Buffer.from(octets)),
    },
  );
  return fc.array(piece, { maxLength }).map((parts) => Buffer.concat(parts));
}

/** Something good, of which some octets are others, missing or there twice. */
function damaged(goods: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> {
  const edit = fc.record({ at: fc.nat(), octet: fc.nat(255), cut: fc.nat(6), put: fc.nat(6) });
  return fc.tuple(goods, fc.array(edit, { minLength: 1, maxLength: 6 })).map(([good, edits]) =>
    edits.reduce((octets, { at, octet, cut, put }) => {
      const place = at % (octets.length + 1);
      const parts = [octets.subarray(0, place), Buffer.alloc(put, octet)];
      return Buffer.concat([...parts, octets.subarray(place + cut)]);
    }, good),
  );
}

function withstands(
  octets: fc.Arbitrary<Buffer>,
  read: (octets: Buffer) => void,
  numRuns = 3_000,
): void {
  fc.assert(fc.property(octets, read), { numRuns });
}

/** RFC 9112 allows 16 KB of head here, and parameters are 1,000 at the most. */
const parametersMax = 1_000;

function countValues(value: Value): number {
  if (typeof value !== 'object' || value === null) return 1;
  const inner = isList(value) ? value : Object.values(value);
  return inner.reduce<number>((sum, each) => sum + countValues(each), 1);
}

suite('any octets', () => {
  test('as a query or a form are read or refused, and never make an object of another kind', () => {
    const names = ['a', '[', ']', '[]', '[0]', '=', '&', '&&', '%', '%5B', '%2', '%00', '%FF', '?'];
    const traps = ['__proto__', 'constructor', 'prototype', 'toString', '+', ';', '1', 'é'];
    withstands(bentOf([...names, ...traps]), (octets) => {
      const parsed = parseForm(octets.toString('latin1'));
      if (!parsed.ok) return;
      assert.equal(Object.getPrototypeOf(parsed.values), null);
      assert.ok(countValues(parsed.values) <= 2 * parametersMax);
    });
    assert.equal(Object.hasOwn(Object.prototype, 'a'), false);
  });

  test('as JSON are read or refused, and change no prototype', () => {
    const marks = ['{', '}', '[', ']', ':', ',', '"a"', '"', '\\u0000', '\\', '1', '-', 'e', '.'];
    const words = ['null', 'true', '1e999', '"__proto__"', '{"__proto__":{"x":1}}', ' ', '\n'];
    withstands(
      bentOf([...marks, ...words]).map((octets) => Buffer.concat([Buffer.from('{'), octets])),
      (octets) => {
        const { notation, parsed } = parseBody(octets);
        assert.equal(notation, 'json');
        if (!parsed.ok) assert.equal(typeof parsed.problem.word, 'string');
      },
    );
    assert.equal(Object.hasOwn(Object.prototype, 'x'), false);
  });

  test('as XML are read or refused, and hold no more text than was written', () => {
    const tags = ['<', '>', '/', '<a>', '</a>', '<a', '<a/>', '</', ' b="c"', "='", '<?', '?>'];
    const traps = ['&amp;', '&', ';', '&#0;', '&#x10FFFF;', '<!--', '-->', '<![CDATA[', ']]>'];
    const declared = ['<!DOCTYPE a [<!ENTITY b "c">]>', '&b;', '<?xml version="1.0"?>', 'x', ' '];
    const good =
      '<?xml version="1.0"?><r b="c"><to>1</to><to><item>2</item></to>&amp;<![CDATA[x]]></r>';
    const bent = bentOf([...tags, ...traps, ...declared]).map((octets) =>
      Buffer.concat([Buffer.from('<'), octets]),
    );
    withstands(fc.oneof(bent, damaged(fc.constant(Buffer.from(good)))), (octets) => {
      const { parsed } = parseBody(octets);
      if (parsed.ok) assert.ok(countValues(parsed.values) <= octets.length + 1);
    });
  });

  test('as the head of an HTTP request that the parser has let pass are judged', () => {
    const names = ['Host', 'Content-Length', 'Transfer-Encoding', 'Cookie', 'X-Forwarded-For', 'A'];
    const traps = ['__proto__', 'constructor', 'Refusal', 'toString'];
    const values = ['a', '3', '-1', '9e9', 'chunked', 'xchunked', '\xa0chunked', ''];
    const field = fc.tuple(
      fc.constantFrom(...names, ...traps),
      fc.oneof(fc.constantFrom(...values), fc.string()),
    );
    fc.assert(
      fc.property(fc.array(field, { maxLength: 40 }), (fields) => {
        const { headers } = readHeaders(fields.flat());
        const sent = new Set(fields.map(([name]) => name.toLowerCase()));
        assert.deepEqual(new Set(Object.keys(headers)), sent);
        for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
          assert.equal(name in headers, sent.has(name), name);
        }
      }),
    );
    withstands(bentOf(['http://', 'https://', '/', '?', '#', '@', '*', 'a', ':80']), (octets) => {
      const target = parseTarget(octets.toString('latin1'));
      if (target !== undefined) assert.ok(target.path.length <= octets.length + 1);
    });
  });

  test('as the answer of a webhook’s receiver are judged, and no more than its beginning is kept', () => {
    const heads = ['HTTP/1.1 200 OK', 'HTTP/1.1 103 Early', 'HTTP/2 200', 'HTTP/1.1 999 x', ' '];
    const fields = ['Content-Length: 3', 'Content-Length: x', 'Transfer-Encoding: chunked', 'X: y'];
    const rest = ['\r\n', '\r\n\r\n', '\n', '3', '0', 'abc', 'ffffffffffff', ';x=y', '\0'];
    withstands(bentOf([...heads, ...fields, ...rest]), (octets) => {
      const response = new HttpResponse();
      if (response.read(octets) === 'more') response.end();
      assert.ok(response.bodyText.length <= octets.length);
    });
  });

  test('as SMPP are cut into PDUs and read or refused', () => {
    const stream = fc
      .array(anyPdu.map(encodePdu), { maxLength: 4 })
      .map((pdus) => Buffer.concat(pdus));
    withstands(damaged(stream), (octets) => {
      const framer = new Framer();
      framer.push(octets);
      for (let taken = 0; taken <= octets.length; taken++) {
        const pdu = framer.next();
        if (pdu === undefined || pdu === streamLost) return;
        decodePdu(pdu);
      }
      assert.fail('more PDUs came out than went in');
    });
  });

  test('as SIP are read, judged or dropped, by datagram and in a stream', () => {
    const sdp =
      'v=0\r\no=a 1 1 IN IP4 192.0.2.1\r\ns=-\r\nc=IN IP4 192.0.2.1\r\nm=audio 4000 RTP/AVP 8\r\n';
    const goods = [
      sipText(),
      sipText({ start: 'SIP/2.0 200 OK' }),
      sipText({
        start: 'INVITE sip:b@example.test SIP/2.0',
        lines: ['c: application/sdp'],
        body: sdp,
      }),
      sipText({ lines: ['Content-Length: 3', 'Via: SIP/2.0/TCP a', 'Require: x'], body: 'abc' }),
    ];
    withstands(damaged(fc.constantFrom(...goods)), (octets) => {
      const scanned = scanDatagram(octets);
      if (scanned.ok && scanned.message.kind === 'request') {
        if (judgeRequest(scanned.message).ok) refuseContent(scanned.message);
      } else if (scanned.ok && scanned.message.kind === 'response') judgeResponse(scanned.message);
      const framer = new StreamFramer();
      framer.push(octets);
      let taken = 0;
      while (framer.next() !== undefined) assert.ok(++taken <= octets.length);
    });
  });

  test('as SDP or RTP are read or refused', () => {
    const lines = [
      'v=0',
      'o=- 1 1 IN IP4 1.2.3.4',
      's=-',
      'c=IN IP6 ::1',
      'm=audio 4 RTP/AVP 8 101',
    ];
    const more = ['a=rtpmap:8 PCMA/8000', 'a=fmtp:101 0-16', 'm=audio 99999999999 x', 'a=', '\r\n'];
    withstands(bentOf([...lines, ...more, '\n', '=', ' ', '-1']), (octets) => {
      const sdp = parseSdp(octets);
      if (sdp !== undefined) findAudio(sdp, { isLoopback: false });
      const packet = parseRtp(
        Buffer.concat([Buffer.from([0x80 | (octets.length & 0x3f)]), octets]),
      );
      assert.ok(packet === undefined || packet.payload.length <= octets.length);
    });
  });

  test('as a WAV file are read or refused, whatever sizes it claims', () => {
    const good = writeWav(Int16Array.from({ length: 50 }, (_, at) => at * 100));
    withstands(damaged(fc.constant(good)), (octets) => {
      const read = readWav(octets, 60);
      if (read.ok) assert.ok(read.wav.pcm.length * 2 <= octets.length);
    });
  });

  test('as replies of a mail server are read or refused, with bounds', () => {
    const pieces = [
      '250',
      '250-',
      '354 ',
      '5.1.1',
      '5.1.1 no',
      '\r\n',
      '\n',
      ' ',
      'STARTTLS',
      '\0',
    ];
    withstands(bentOf([...pieces, '999', '25', 'x'.repeat(5_000)]), (octets) => {
      new ReplyReader().push(octets, ({ lines }) => lines.length <= 100);
    });
  });

  test('as a report of a delivery are read or found unclear', () => {
    const fields = ['Final-Recipient: rfc822; a@b', 'Action: failed', 'Status: 5.1.1', 'Status: 9'];
    const more = ['Diagnostic-Code: smtp; 550 no', 'Reporting-MTA: dns; x', ':', ' folded', '(x)'];
    withstands(bentOf([...fields, ...more, '\r\n', '\r\n\r\n', '\n', ';', '\t']), (octets) => {
      const reports = readDeliveryStatus(octets.toString('utf8'));
      assert.ok(reports.length <= octets.length);
    });
  });

  test('as a mail in MIME are read or found unclear', async () => {
    const types = ['multipart/report', 'multipart/mixed', 'message/rfc822', 'text/html', 'x/y;;'];
    const heads = types.map((type) => `Content-Type: ${type}; boundary="a"\r\n`);
    const codings = ['base64', 'quoted-printable', '7bit', 'x'].map(
      (coding) => `Content-Transfer-Encoding: ${coding}\r\n`,
    );
    const rest = [
      '--a\r\n',
      '--a--\r\n',
      '\r\n',
      '=?utf-8?B?x?=',
      '=0',
      'From: <',
      'Subject: ',
      ' ',
    ];
    const reports = ['Content-Type: message/delivery-status\r\n\r\n', 'Action: failed\r\n'];
    const mails = bentOf([...heads, ...codings, ...rest, ...reports]);
    await fc.assert(
      fc.asyncProperty(mails, fc.constantFrom('', 'a@b.example'), async (octets, sender) => {
        const { content, about } = await readInboundMail(octets, sender);
        assert.equal(typeof content.kind, 'string');
        assert.ok(about.length <= 10);
      }),
      { numRuns: 1_500 },
    );
  });
});
