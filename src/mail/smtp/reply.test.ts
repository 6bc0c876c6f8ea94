import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { type ReplyFault, ReplyReader, replyLines, type SmtpReply } from './reply.ts';

function read(...pieces: readonly (string | Buffer)[]): {
  readonly replies: readonly SmtpReply[];
  readonly fault: ReplyFault | undefined;
} {
  const reader = new ReplyReader();
  const replies: SmtpReply[] = [];
  for (const piece of pieces) {
    const fault = reader.push(Buffer.from(piece as string), (reply) => replies.push(reply) > 0);
    if (fault !== undefined) return { replies, fault };
  }
  return { replies, fault: undefined };
}

suite('replies of a server', () => {
  test('are read from octets in whatever pieces they come', () => {
    const text = '250-mx.example.net\r\n250 SIZE 1000\r\n550 5.1.1 no such user\r\n';
    const expected = [
      { code: 250, enhanced: '', lines: ['mx.example.net', 'SIZE 1000'] },
      { code: 550, enhanced: '5.1.1', lines: ['no such user'] },
    ];
    assert.deepEqual(read(text).replies, expected);
    assert.deepEqual(read(...text.split('')).replies, expected);
  });

  test('have one enhanced code, of their own class, taken off each line', () => {
    const { replies } = read('452-4.2.2 full\r\n452 4.2.2 come later\r\n', '250 5.1.1 taken\r\n');
    assert.deepEqual(replies, [
      { code: 452, enhanced: '4.2.2', lines: ['full', 'come later'] },
      { code: 250, enhanced: '', lines: ['5.1.1 taken'] },
    ]);
  });

  test('may end in a bare line feed, and hold no text', () => {
    assert.deepEqual(read('250\n220 \r\n').replies, [
      { code: 250, enhanced: '', lines: [''] },
      { code: 220, enhanced: '', lines: [''] },
    ]);
  });

  test('are refused without a code, with two codes, and without an end', () => {
    assert.equal(read('hello\r\n').fault, 'no code');
    assert.equal(read('199 odd\r\n').fault, 'no code');
    assert.equal(read('250-a\r\n550 b\r\n').fault, 'mixed codes');
    assert.equal(read('250-more\r\n'.repeat(101)).fault, 'too many lines');
    assert.equal(read('2'.repeat(4_097)).fault, 'line too long');
    assert.equal(read(`250 ${'x'.repeat(5_000)}\r\n`).fault, 'line too long');
  });

  test('what is behind one that is not to be passed stays', () => {
    const reader = new ReplyReader();
    reader.push(Buffer.from('220 go\r\n250 injected\r\n'), () => false);
    assert.equal(reader.hasRest, true);
  });

  test('any octets are read or refused, never thrown at, and in bounds', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 20 }), (pieces) => {
        const { replies } = read(...pieces.map((piece) => Buffer.from(piece)));
        for (const { code, lines } of replies) {
          assert.ok(code >= 200 && code < 600);
          assert.ok(lines.length <= 100);
        }
      }),
    );
  });

  test('any replies are read as they were written, however they are cut', () => {
    const line = fc.stringMatching(/^[a-z ]{0,40}[a-z]$/);
    const reply = fc.record(
      {
        code: fc.integer({ min: 200, max: 599 }),
        enhanced: fc.constant(''),
        lines: fc.array(line, { minLength: 1, maxLength: 5 }),
      },
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(fc.array(reply), fc.nat(), (written, seed) => {
        const octets = Buffer.from(
          written
            .flatMap(replyLines)
            .map((l) => `${l}\r\n`)
            .join(''),
        );
        const cut = octets.length === 0 ? 0 : seed % octets.length;
        assert.deepEqual(read(octets.subarray(0, cut), octets.subarray(cut)).replies, written);
      }),
    );
  });
});
