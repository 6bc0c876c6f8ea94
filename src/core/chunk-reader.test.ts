import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { type ChunkProgress, ChunkReader } from './chunk-reader.ts';

type Read = {
  readonly progress: ChunkProgress;
  readonly data: string;
  readonly left: number;
  readonly fault: string;
};

/** Reads pieces until the body ends; `left` octets of the last one did not belong to it. */
function read(pieces: readonly Buffer[], chunkBytesMax = 65_536): Read {
  const data: Buffer[] = [];
  const reader = new ChunkReader({ chunkBytesMax, take: (octets) => data.push(octets) > 0 });
  let progress: ChunkProgress = 'more';
  let left = 0;
  for (const piece of pieces) {
    if (progress !== 'more') break;
    progress = reader.read(piece);
    left = piece.length - reader.consumed;
  }
  return { progress, data: Buffer.concat(data).toString('latin1'), left, fault: reader.fault };
}

const body = '3;a=b\r\nabc\r\n1\r\nd\r\n0\r\nTrailer: x\r\n\r\n';

suite('a chunked body', () => {
  test('is its data, without sizes, extensions and trailers', () => {
    const told = read([Buffer.from(`${body}GET`)]);
    assert.deepEqual(told, { progress: 'complete', data: 'abcd', left: 3, fault: '' });
  });

  test('is the same in whatever pieces it comes', () => {
    const octets = Buffer.from(body);
    const cuts = fc.array(fc.nat(octets.length), { maxLength: 8 });
    fc.assert(
      fc.property(cuts, (places) => {
        const at = [0, ...places.toSorted((a, b) => a - b), octets.length];
        const pieces = at.slice(1).map((end, index) => octets.subarray(at[index], end));
        const { progress, data } = read(pieces.filter(({ length }) => length > 0));
        assert.deepEqual([progress, data], ['complete', 'abcd']);
      }),
    );
  });

  test('stops behind the data of which no more is wanted, and goes on where it stopped', () => {
    const taken: string[] = [];
    const take = (data: Buffer): boolean => taken.push(data.toString()) > 1;
    const reader = new ChunkReader({ chunkBytesMax: 9, take });
    const octets = Buffer.from(body);
    assert.equal(reader.read(octets), 'more');
    assert.deepEqual([taken, reader.consumed], [['abc'], 10]);
    assert.equal(reader.read(octets.subarray(reader.consumed)), 'complete');
    assert.deepEqual(taken, ['abc', 'd']);
  });

  for (const [fault, written] of [
    ['chunk without a size', 'OK\r\n'],
    ['chunk without a size', '123456789\r\n'],
    ['chunk of 65537 octets', '10001\r\n'],
    ['chunk longer than its size', '1\r\nOK\r\n'],
    ['chunk line that ends without CR', '2\nOK'],
    ['chunk line with a control character', '2;\0\r\nOK'],
    ['chunk line without an end', `1;${'a'.repeat(1_022)}`],
    ['more than 64 trailers', `0\r\n${'A: b\r\n'.repeat(65)}`],
  ] as const) {
    test(`is broken by a ${fault}: ${JSON.stringify(written.slice(0, 12))}`, () => {
      const told = read([Buffer.from(written)]);
      assert.deepEqual([told.progress, told.fault], ['broken', fault]);
    });
  }

  test('may be any octets, which never throw and never yield more than came', () => {
    const pieces = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 20 });
    fc.assert(
      fc.property(pieces, (written) => {
        const { data } = read(written.map((octets) => Buffer.from(octets)));
        assert.ok(data.length <= written.reduce((sum, { length }) => sum + length, 0));
      }),
    );
  });
});
