import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { traceText } from './traced-message.ts';

const start = 'INVITE sip:+33755000001@192.0.2.1 SIP/2.0';

function textOf(...lines: readonly string[]): string {
  return traceText(Buffer.from([start, ...lines].join('\r\n')));
}

suite('the text of a traced message', () => {
  test('is what was sent, without what signs in', () => {
    const proof = 'Digest username="parley", response="0a1b2c"';
    assert.equal(
      textOf(`Authorization: ${proof}`, 'CSeq: 2 INVITE', `Proxy-Authorization:${proof}`, '', ''),
      [
        start,
        'Authorization: (removed)',
        'CSeq: 2 INVITE',
        'Proxy-Authorization: (removed)',
        '',
        '',
      ].join('\r\n'),
    );
  });

  for (const [what, lines] of [
    ['in small letters', ['authorization : SECRET']],
    ['over several lines', ['Authorization: Digest', ' response="SECRET",', '\tnonce="SECRET"']],
    ['behind bare line feeds', ['Via: a\nAUTHORIZATION: SECRET\n SECRET']],
    ['that is a key of the audio', ['', 'a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:SECRET']],
  ] as const) {
    test(`carries no secret ${what}`, () => {
      const text = textOf(...lines, 'X-Kept: yes');
      assert.doesNotMatch(text, /SECRET/);
      assert.match(text, /X-Kept: yes/);
    });
  }

  test('shows a challenge, which is no secret', () => {
    assert.match(textOf('WWW-Authenticate: Digest nonce="abc"'), /nonce="abc"/);
  });

  test('is cut behind 8,192 characters', () => {
    assert.equal(textOf('x'.repeat(20_000)).length, 8_192);
  });
});
