/** What failed attempts are told as. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { faultTexts } from '../texts/faults.ts';
import { explainFault, type FaultWord, unsaidOf } from './explain-fault.ts';

const texts = faultTexts.en;

const raws: readonly (readonly [raw: string, word: FaultWord])[] = [
  ['connection refused', 'refused'],
  ['connect failed: connect ECONNREFUSED 192.0.2.1:2775', 'refused'],
  ['connect ETIMEDOUT 192.0.2.1:25 (ETIMEDOUT)', 'unanswered'],
  ['connect timed out', 'unanswered'],
  ['no connection in time', 'unanswered'],
  ['connect failed: getaddrinfo ENOTFOUND smsc.example', 'noName'],
  ['mx.client.example has no address', 'noName'],
  ['no route to the host', 'noRoute'],
  ['connect ENETUNREACH 2001:db8::1:25 (ENETUNREACH)', 'noRoute'],
  ['no answer in time', 'silent'],
  ['no reply in time', 'silent'],
  ['connection closed', 'closed'],
  ['connection lost: read ECONNRESET', 'closed'],
  ['connection closed in the handshake', 'noTls'],
  ['certificate is self-signed', 'certificateSelfMade'],
  ['self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)', 'certificateSelfMade'],
  ['certificate’s issuer is not known', 'certificateIssuer'],
  ['certificate is for another name', 'certificateName'],
  ['certificate is not valid yet', 'certificateEarly'],
  ['answered 410, gone', 'gone'],
  ['took nothing for five days', 'hopeless'],
  ['proxy: connection refused', 'proxy'],
  ['leads to 10.0.0.1, a private address', 'forbiddenAddress'],
  ['bind refused (ESME_RINVPASWD)', 'bindRefused'],
  ['bind refused with ESME_RBINDFAIL', 'bindRefused'],
  ['peer hung up', 'unbound'],
  ['enquire_link unanswered', 'linkSilent'],
];

suite('a failed attempt in words', () => {
  for (const [raw, word] of raws) {
    test(`“${raw}” is told as ${word}`, () => {
      assert.equal(explainFault(raw, texts), texts[word]);
    });
  }

  test('an HTTP status is named beside what it asks for', () => {
    assert.match(explainFault('status 503', texts) ?? '', /failed \(HTTP 503\)/);
    assert.match(explainFault('status 404', texts) ?? '', /nothing at this URL \(HTTP 404\)/);
    const moved = 'status 302: redirect to https://client.example/ not followed';
    assert.match(explainFault(moved, texts) ?? '', /redirect \(HTTP 302\)/);
  });

  test('a status that is said is not shown once more', () => {
    assert.equal(unsaidOf('status 503', explainFault('status 503', texts)), undefined);
    const moved = 'status 302: redirect not followed';
    assert.equal(unsaidOf(moved, explainFault(moved, texts)), moved);
    assert.equal(unsaidOf('connection closed', texts.closed), 'connection closed');
    assert.equal(unsaidOf('', undefined), undefined);
  });

  test('the words of a server are left as they are', () => {
    assert.equal(explainFault('550 5.1.1 no such user', texts), undefined);
    assert.equal(explainFault('', texts), undefined);
  });
});
