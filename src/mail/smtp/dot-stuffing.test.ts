import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { dotStuffed } from './dot-stuffing.ts';

function stuffed(...chunks: readonly string[]): string {
  return Buffer.concat(dotStuffed(chunks.map((chunk) => Buffer.from(chunk)))).toString();
}

suite('dot-stuffing', () => {
  test('puts a dot before each line that begins with one, also where chunks meet', () => {
    assert.equal(stuffed('.a\r\n..b\r\n', '.c\r\n'), '..a\r\n...b\r\n..c\r\n.\r\n');
    assert.equal(stuffed('a\r\n', '', '.\r\n'), 'a\r\n..\r\n.\r\n');
    assert.equal(stuffed('a.\r', '\n.b\r', '\n'), 'a.\r\n..b\r\n.\r\n');
  });

  test('ends a mail that has no line end, and an empty one', () => {
    assert.equal(stuffed('a'), 'a\r\n.\r\n');
    assert.equal(stuffed(), '.\r\n');
  });

  test('is undone by a server whatever the mail and its chunks are', () => {
    const piece = fc.constantFrom('.', '\r\n', 'x', '..', '\r\n.');
    fc.assert(
      fc.property(fc.array(fc.array(piece).map((pieces) => pieces.join(''))), (chunks) => {
        const mail = chunks.join('');
        const travelled = stuffed(...chunks);
        assert.ok(travelled === '.\r\n' || travelled.endsWith('\r\n.\r\n'));
        const lines = travelled.slice(0, -3).split('\r\n');
        assert.ok(!lines.includes('.'), 'it would end there');
        const read = lines
          .map((line) => (line.startsWith('.') ? line.slice(1) : line))
          .join('\r\n');
        const closed = mail === '' || mail.endsWith('\r\n') ? mail : `${mail}\r\n`;
        assert.equal(read, closed);
      }),
    );
  });
});
