/** The code of each attempt as it was recorded, by this version or one before. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from './assert.ts';
import { faultOf } from './attempt-fault.ts';

const recorded: readonly (readonly [text: string, code: string])[] = [
  ['connection refused', 'refused'],
  ['connect failed: connect ECONNREFUSED 192.0.2.1:2775', 'refused'],
  ['ECONNREFUSED', 'refused'],
  ['connect ETIMEDOUT 192.0.2.1:25 (ETIMEDOUT)', 'unanswered'],
  ['connect timed out', 'unanswered'],
  ['no connection in time', 'unanswered'],
  ['connect failed: getaddrinfo ENOTFOUND smsc.example', 'no-name'],
  ['mx.client.example has no address', 'no-name'],
  ['has no address', 'no-name'],
  ['no route to the host', 'no-route'],
  ['connect ENETUNREACH 2001:db8::1:25 (ENETUNREACH)', 'no-route'],
  ['no answer in time', 'silent'],
  ['connection lost: no reply in time', 'silent'],
  ['connection closed', 'closed'],
  ['connection lost', 'closed'],
  ['connection lost: read ECONNRESET', 'closed'],
  ['may have been taken: connection closed', 'closed'],
  ['connection closed in the handshake', 'no-tls'],
  ['wrong version number (ERR_SSL_WRONG_VERSION_NUMBER)', 'not-tls'],
  ['certificate is self-signed', 'certificate-self-signed'],
  ['self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)', 'certificate-self-signed'],
  ['CERT_NOT_PINNED', 'certificate-not-pinned'],
  ['answered 410, gone', 'gone'],
  ['took nothing for five days', 'hopeless'],
  ['answered without ACK/Jasmin', 'unacknowledged'],
  ['proxy: connection refused', 'proxy'],
  ['not HTTP: status 999', 'not-http'],
  ['leads to 10.0.0.1, a private address', 'forbidden-address'],
  ['mx.client.example leads to 10.0.0.1, a private address', 'forbidden-address'],
  ['bind refused (ESME_RINVPASWD)', 'bind-refused'],
  ['bind refused with ESME_RBINDFAIL', 'bind-refused'],
  ['bind unanswered', 'bind-silent'],
  ['peer hung up', 'unbound'],
  ['enquire_link unanswered', 'link-silent'],
];

function toldOf(text: string) {
  const { code, params } = must(faultOf(text), 'fault');
  return { code, params };
}

suite('the code of a failed attempt', () => {
  for (const [text, code] of recorded) {
    test(`“${text}” is ${code}`, () => {
      assert.deepEqual(toldOf(text), { code, params: {} });
    });
  }

  test('of an HTTP status has it as a parameter', () => {
    assert.deepEqual(toldOf('status 503'), { code: 'failing', params: { status: 503 } });
    assert.deepEqual(toldOf('status 404'), { code: 'not-found', params: { status: 404 } });
    assert.deepEqual(toldOf('status 422'), { code: 'rejected', params: { status: 422 } });
    const moved = 'status 302: redirect to https://client.example/ not followed';
    assert.deepEqual(toldOf(moved), { code: 'redirect', params: { status: 302 } });
  });

  test('is not there for words of the other server, or for what we ended', () => {
    for (const text of ['550 5.1.1 no such user', '', 'connection given up', 'toString']) {
      assert.equal(faultOf(text), null, text);
    }
  });

  test('says what to do in both languages, with its status', () => {
    const says = faultOf('status 503')?.says;
    assert.match(says?.en ?? '', /failed \(HTTP 503\)\. Check its log/);
    assert.match(says?.fr ?? '', /en erreur \(HTTP 503\)/);
  });
});
