import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { HeldClock } from '#test/harness/held-clock.ts';
import { sipText } from '#test/harness/sip-messages.ts';
import { DigestClient, digestResponse } from './digest.ts';
import { DigestServer, type DigestVerdict } from './digest-server.ts';
import type { HeaderField } from './headers.ts';
import { type SipRequest, type SipResponse, scanDatagram } from './message.ts';
import { replyTo } from './write-message.ts';

const credentials = { user: 'Mufasa', password: 'Circle of Life' };

function request(fields: readonly HeaderField[] = []): SipRequest {
  const lines = fields.map(([name, value]) => `${name}: ${value}`);
  const scanned = scanDatagram(sipText({ lines }));
  assert.ok(scanned.ok && scanned.message.kind === 'request');
  return scanned.message;
}

function challenged(status: 401 | 407, ...values: readonly string[]): SipResponse {
  const name = status === 401 ? 'www-authenticate' : 'proxy-authenticate';
  return replyTo(request(), { status, headers: values.map((value) => [name, value]) });
}

test('the responses of RFC 7616 §3.9.1', () => {
  const given = {
    user: 'Mufasa',
    password: 'Circle of Life',
    realm: 'http-auth@example.org',
    method: 'GET',
    uri: '/dir/index.html',
    nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v',
    qop: { nc: '00000001', cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ' },
  };
  assert.equal(digestResponse({ ...given, algorithm: 'MD5' }), '8ca523f5e9506fed4657c9700eebdbec');
  assert.equal(
    digestResponse({ ...given, algorithm: 'SHA-256' }),
    '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1',
  );
});

function client(): DigestClient {
  return new DigestClient(credentials, () => 'cnonce');
}

function find(user: string): typeof credentials | undefined {
  return user === credentials.user ? credentials : undefined;
}

suite('asked who we are', () => {
  const target = { method: 'INVITE', uri: 'sip:b@example.test' };

  test('SHA-256 is answered before MD5, and uses are counted', () => {
    const digest = client();
    const values = ['MD5', 'SHA-256', 'SHA-512-256'].map(
      (algorithm) => `Digest realm="r", nonce="n", qop="auth-int,auth", algorithm=${algorithm}`,
    );
    assert.ok(digest.take(challenged(401, ...values), 0));
    const [first] = digest.authorize(target);
    assert.match(first?.[1] ?? '', /algorithm=SHA-256.*nc=00000001/);
    const [second] = digest.authorize(target);
    assert.match(second?.[1] ?? '', /nc=00000002/);
  });

  test('a proxy and the other side are answered beside each other', () => {
    const digest = client();
    assert.ok(digest.take(challenged(407, 'Digest realm="p", nonce="1"'), 0));
    assert.ok(digest.take(challenged(401, 'Digest realm="u", nonce="2"'), 0));
    assert.deepEqual(
      digest.authorize(target).map(([name]) => name),
      ['proxy-authorization', 'authorization'],
    );
  });

  test('a second time only where the nonce was too old', () => {
    const digest = client();
    assert.ok(digest.take(challenged(401, 'Digest realm="r", nonce="1"'), 0));
    assert.ok(!digest.take(challenged(401, 'Digest realm="r", nonce="2"'), 1));
    assert.ok(digest.take(challenged(401, 'Digest realm="r", nonce="3", stale=true'), 1));
    assert.ok(!digest.take(challenged(401, 'Digest realm="r", nonce="3", stale=true'), 3));
  });

  test('what cannot be answered is not', () => {
    for (const value of [
      'Basic realm="r"',
      'Digest realm="r"',
      'Digest realm="r", nonce="n", qop="auth-int"',
    ]) {
      assert.ok(!client().take(challenged(401, value), 0), value);
    }
  });
});

suite('who asks others', () => {
  const here = { address: '192.0.2.7' };

  function setup() {
    const clock = new HeldClock();
    const server = new DigestServer('calls', clock);
    const digest = new DigestClient(credentials, () => 'cnonce');
    const judge = (fields: readonly HeaderField[], source = here): DigestVerdict =>
      server.judge(request(fields), source, find);
    const challenge = (fields: readonly HeaderField[] = [], source = here): void => {
      const verdict = judge(fields, source);
      assert.ok(verdict.kind === 'challenge');
      digest.take(challenged(401, ...verdict.headers.map(([, value]) => value)), 0);
    };
    const prove = (): HeaderField[] => digest.authorize(request());
    return { clock, digest, judge, challenge, prove };
  }

  test('a proof is believed once, for a minute, from the host that was asked', () => {
    const { clock, judge, challenge, prove } = setup();
    challenge();
    const proof = prove();
    assert.deepEqual(judge(proof), { kind: 'known', user: 'Mufasa' });
    assert.equal(judge(proof).kind, 'challenge');
    assert.equal(judge(prove()).kind, 'known');
    assert.equal(judge(prove(), { address: '192.0.2.8' }).kind, 'challenge');
    clock.advance(60_001);
    const late = judge(prove());
    assert.ok(late.kind === 'challenge');
    assert.match(late.headers[0]?.[1] ?? '', /stale=true/);
  });

  test('a wrong password, a wrong name and a changed request are wrong', () => {
    const { judge, challenge, prove } = setup();
    challenge();
    const [[name, value] = ['', '']] = prove();
    for (const bent of [
      value.replace('Mufasa', 'Scar'),
      value.replace(/response="[0-9a-f]/, 'response="x'),
      value.replace('uri="', 'uri="sip:other'),
    ]) {
      assert.equal(judge([[name, bent]]).kind, 'wrong', bent);
    }
  });

  test('a scheme that nobody knows is no proof', () => {
    const { judge } = setup();
    assert.equal(judge([['authorization', 'NoOneKnows opaque="x"']]).kind, 'challenge');
    const verdict = judge([]);
    assert.ok(verdict.kind === 'challenge');
    assert.match(verdict.headers[0]?.[1] ?? '', /algorithm=SHA-256$/);
    assert.match(verdict.headers[1]?.[1] ?? '', /algorithm=MD5$/);
  });
});
