import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { HeldClock } from '#test/harness/held-clock.ts';
import { ReplyWriter } from './reply-writer.ts';

const options = { requestId: 'f00', isLast: false, isHead: false };

function setup(): { writer: ReplyWriter; clock: HeldClock } {
  const clock = new HeldClock();
  return { clock, writer: new ReplyWriter(['A', 'b'], 72_000, clock) };
}

suite('a reply on the wire', () => {
  test('is its head, its time and its body', () => {
    const { writer, clock } = setup();
    const reply = { status: 200, headers: ['Content-Type', 'text/plain'], body: 'Hello' };
    const date = new Date(clock.nowMs()).toUTCString();
    const common = `Content-Type: text/plain\r\nA: b\r\nDate: ${date}\r\nContent-Length: 5\r\nX-Request-Id: f00\r\n`;
    assert.deepEqual(writer.write(reply, options), {
      text: `HTTP/1.1 200 OK\r\n${common}Connection: keep-alive\r\nKeep-Alive: timeout=72\r\n\r\nHello`,
      encoding: 'latin1',
    });
    const last = writer.write(reply, { ...options, isLast: true, isHead: true });
    assert.equal(last.text, `HTTP/1.1 200 OK\r\n${common}Connection: close\r\n\r\n`);
  });

  test('counts octets, and a 204 has none to count', () => {
    const { writer } = setup();
    const { text, encoding } = writer.write({ status: 200, headers: [], body: 'é€' }, options);
    assert.match(text, /\r\nContent-Length: 5\r\n/);
    assert.equal(encoding, 'utf8');
    assert.doesNotMatch(
      writer.write({ status: 204, headers: [], body: '' }, options).text,
      /Content-Length/,
    );
  });

  test('never carries a value that would end its line', () => {
    const { writer } = setup();
    for (const value of ['a\r\nb', 'a\nb', 'a\0', 'é']) {
      assert.throws(() => writer.write({ status: 200, headers: ['A', value], body: '' }, options));
    }
  });
});
