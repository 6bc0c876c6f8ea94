import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { makeSharedRing, RingReader, RingWriter, recordBytesMax } from './shared-ring.ts';

function openRing() {
  const ring = makeSharedRing();
  let wakes = 0;
  const writer = new RingWriter(ring, {
    postMessage: () => {
      wakes += 1;
    },
  });
  const reader = new RingReader(ring);
  return {
    writer,
    write: (text: string, bytesMax = Buffer.byteLength(text) + 4): boolean =>
      writer.write(bytesMax, ({ octets, numbers }, at) => {
        const length = octets.write(text, at + 4);
        numbers.setInt32(at, length);
        return at + 4 + length;
      }),
    read: (): readonly string[] => {
      const texts: string[] = [];
      reader.drain(({ octets, numbers }, at) => {
        texts.push(octets.toString('utf8', at + 4, at + 4 + numbers.getInt32(at)));
      });
      return texts;
    },
    reader,
    wakes: () => wakes,
  };
}

suite('a ring between two threads', () => {
  test('gives what was published, in order, and nothing before', () => {
    const { writer, write, read } = openRing();
    assert.ok(write('one'));
    assert.deepEqual(read(), []);
    assert.ok(write('two'));
    writer.publish();
    assert.deepEqual([read(), read()], [['one', 'two'], []]);
  });

  test('wakes the other thread once for what it has not looked at', () => {
    const { writer, write, read, wakes } = openRing();
    read();
    for (const text of ['one', 'two', 'three']) {
      write(text);
      writer.publish();
    }
    assert.equal(wakes(), 1);
    assert.equal(read().length, 3);
    write('four');
    writer.publish();
    assert.equal(wakes(), 2);
  });

  test('refuses what has no room, and takes it once there is', () => {
    const { writer, write, read } = openRing();
    const large = 'x'.repeat(recordBytesMax - 4);
    let held = 0;
    while (write(large)) held += 1;
    assert.ok(held >= 3);
    assert.ok(!write(large));
    writer.publish();
    assert.equal(read().length, held);
    assert.ok(write(large));
    assert.ok(!write(`${large}x`));
  });

  test('goes on behind a record that its reader throws at', () => {
    const { writer, write, reader, read } = openRing();
    write('one');
    write('two');
    writer.publish();
    const broken = new Error('broken');
    assert.throws(
      () =>
        reader.drain(() => {
          throw broken;
        }),
      broken,
    );
    assert.deepEqual(read(), ['two']);
  });

  test('keeps every record whole, however they are written and read', () => {
    const step = fc.record({ length: fc.nat(60_000), reads: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const { writer, write, read } = openRing();
        const expected: string[] = [];
        const got: string[] = [];
        for (const [n, { length, reads }] of steps.entries()) {
          const text = String(n).padEnd(length, '.');
          if (write(text)) expected.push(text);
          writer.publish();
          if (reads) got.push(...read());
        }
        got.push(...read());
        assert.deepEqual(got, expected);
      }),
      { numRuns: 50 },
    );
  });
});
