import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { makeSecret, parseSecret, sign } from '../signature.ts';
import { checkSignature, eventIdOf, readHeaderLines } from './check-signature.ts';

const secret = makeSecret();
const other = makeSecret();
const text = '{"phone":"33639980001","text":"Ça va ? 😀"}';
const timestampS = 1_893_456_000;
const context = { nowMs: timestampS * 1_000, sentBody: undefined, others: [] };

function headersOf(by = secret, signed = text): ReadonlyMap<string, string> {
  const key = must(parseSecret(by), 'secret of a test');
  const signature = sign({ id: 'msg_7', timestampS, body: Buffer.from(signed) }, [key]);
  return readHeaderLines(
    [
      'POST /hook HTTP/1.1',
      'Webhook-Id: msg_7',
      `webhook-timestamp: ${timestampS}`,
      `webhook-signature:  v1a,other ${signature} `,
    ].join('\r\n'),
  );
}

function check(
  changed: { body?: string; headers?: ReadonlyMap<string, string>; by?: string } = {},
  known: Partial<Parameters<typeof checkSignature>[2]> = {},
) {
  const { body = text, headers = headersOf(), by = secret } = changed;
  const request = { headers, body: Buffer.from(body) };
  const told = checkSignature(request, by, { ...context, ...known });
  return [told.verdict, told.why, told.octet ?? told.endpointId ?? told.ageS];
}

suite('the check of a signature', () => {
  test('finds a right one among several', () => {
    assert.deepEqual(check(), ['right', 'signed with this secret', 0]);
    assert.equal(eventIdOf(headersOf()), 7);
  });

  for (const [name, why] of [
    ['webhook-id', 'no webhook-id'],
    ['webhook-timestamp', 'no webhook-timestamp'],
    ['webhook-signature', 'no webhook-signature'],
  ] as const) {
    test(`says that there is ${why}`, () => {
      const headers = new Map(headersOf());
      headers.delete(name);
      assert.deepEqual(check({ headers }), ['form', why, null]);
    });
  }

  test('says what cannot be read', () => {
    const headers = new Map(headersOf());
    assert.deepEqual(check({ headers: new Map(headers).set('webhook-timestamp', 'now') }), [
      'form',
      'timestamp is no number',
      null,
    ]);
    assert.equal(
      check({ headers: headers.set('webhook-signature', 'v1a,abc') })[1],
      'no signature of scheme v1',
    );
    assert.equal(check({ by: 'a secret' })[1], 'secret has another form');
  });

  test('says that a clock is wrong, either way', () => {
    const old = { nowMs: context.nowMs + 301_000 };
    assert.deepEqual(check({}, old), ['clock', 'timestamp is too old', 301]);
    const early = { nowMs: context.nowMs - 301_000 };
    assert.deepEqual(check({}, early), ['clock', 'timestamp lies ahead', -301]);
    assert.equal(check({}, { nowMs: context.nowMs + 300_000 })[0], 'right');
  });

  test('names the first octet that is not as it was sent', () => {
    const sentBody = Buffer.from(text);
    const body = text.replace('33639980001', '33639980002');
    assert.deepEqual(check({ body }, { sentBody }), [
      'bytes',
      'body differs from what was sent',
      body.indexOf('2"'),
    ]);
    assert.equal(check({ body: text.slice(0, 9) }, { sentBody })[2], 9);
  });

  test('tells what was done to a body that is kept no more', () => {
    assert.equal(check({ body: `${text}\n` })[1], 'space around the body was changed');
    const lines = '{\n"a": 1\n}';
    assert.equal(
      check({ body: lines.replaceAll('\n', '\r\n'), headers: headersOf(secret, lines) })[1],
      'line ends were changed',
    );
    assert.equal(
      check({ body: JSON.stringify(JSON.parse(text), null, 2) })[1],
      'body was written anew',
    );
  });

  test('names the endpoint whose secret it was', () => {
    const headers = headersOf(other);
    const others = [{ endpointId: 4, secret: other }];
    assert.deepEqual(check({ headers }, { others }), ['secret', 'secret of another endpoint', 4]);
  });

  test('says that the secret is wrong where the body is as it was sent', () => {
    const headers = headersOf(other);
    assert.equal(
      check({ headers }, { sentBody: Buffer.from(text) })[1],
      'body is right, secret is not',
    );
    assert.deepEqual(check({ headers }), ['secret or bytes', 'neither fits', 0]);
  });
});
