import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { KnownNumbers, NumberedTexts } from './numbered-texts.ts';

function setup() {
  const writer = new NumberedTexts();
  /** As it comes to the writer, who answers. */
  const cross = (sender: KnownNumbers, ...texts: readonly string[]) => {
    const sent = texts.map((text) => sender.sent(text));
    sender.learn(sent, writer.numbersOf(sent));
    return sent;
  };
  return { writer, cross };
}

suite('statements on their way to the writer', () => {
  test('cross as texts until the writer has answered, then as its numbers', () => {
    const { writer, cross } = setup();
    const [one, other] = [new KnownNumbers(), new KnownNumbers()];
    assert.deepEqual(cross(one, 'a', 'b'), ['a', 'b']);
    assert.deepEqual(cross(other, 'b', 'c'), ['b', 'c']);
    const again = cross(one, 'c', 'b', 'a');
    assert.deepEqual([again[0], typeof again[1], typeof again[2]], ['c', 'number', 'number']);
    assert.deepEqual(
      again.map((sent) => writer.textOf(sent)),
      ['c', 'b', 'a'],
    );
    assert.equal(writer.numbersOf(again.slice(1)), undefined);
  });

  test('that were not answered cross as texts again', () => {
    const { cross } = setup();
    const sender = new KnownNumbers();
    sender.learn([sender.sent('a')], undefined);
    assert.deepEqual(cross(sender, 'a'), ['a']);
  });

  test('past the bound cross as texts for ever, and the first ones as numbers', () => {
    const { cross } = setup();
    const sender = new KnownNumbers();
    const many = Array.from({ length: 501 }, (_, place) => `statement ${place}`);
    cross(sender, ...many);
    const again = cross(sender, ...many);
    assert.equal(again.filter((sent) => typeof sent === 'number').length, 500);
    assert.equal(again.at(-1), 'statement 500');
  });
});
