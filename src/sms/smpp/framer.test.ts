import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { anyPdu } from '#test/harness/arbitrary-pdus.ts';
import { encodePdu } from './encode.ts';
import { Framer, streamLost } from './framer.ts';

const pdus = fc.array(anyPdu.map(encodePdu), { minLength: 1, maxLength: 6 });

/** What a framer makes of chunks that arrive one after the other. */
function cut(chunks: readonly Buffer[], framer = new Framer()): (Buffer | typeof streamLost)[] {
  const found: (Buffer | typeof streamLost)[] = [];
  for (const chunk of chunks) {
    framer.push(chunk);
    for (let next = framer.next(); next !== undefined; next = framer.next()) {
      if (next === streamLost) return [...found, next];
      found.push(Buffer.from(next));
    }
  }
  return found;
}

function splitAt(octets: Buffer, cuts: readonly number[]): Buffer[] {
  const places = cuts.map((part) => part % octets.length).toSorted((a, b) => a - b);
  return [0, ...places].map((from, index) => octets.subarray(from, places[index]));
}

function singly(octets: Buffer): Buffer[] {
  return Array.from(octets, (octet) => Buffer.of(octet));
}

/** Octets whose first four say how many they are, truly up to 64. */
function claiming(bytes: number): Buffer {
  const octets = Buffer.alloc(64);
  octets.writeUInt32BE(bytes);
  return octets.subarray(0, Math.max(4, Math.min(64, bytes)));
}

suite('the framer', () => {
  test('gives the same PDUs however the stream is cut', () => {
    fc.assert(
      fc.property(pdus, fc.array(fc.nat(), { maxLength: 12 }), (sent, cuts) => {
        assert.deepEqual(cut(splitAt(Buffer.concat(sent), cuts)), sent);
      }),
      { numRuns: 500 },
    );
  });

  test('gives the same PDUs an octet at a time', () => {
    fc.assert(
      fc.property(pdus, (sent) => {
        assert.deepEqual(cut(singly(Buffer.concat(sent))), sent);
      }),
      { numRuns: 50 },
    );
  });

  test('takes lengths from 16 to its limit, and gives up the stream at any other', () => {
    for (const bytes of [16, 64]) {
      assert.deepEqual(cut([claiming(bytes)], new Framer(64)), [claiming(bytes)]);
    }
    for (const bytes of [0, 15, 65, 0x8000_0010, 0xffff_ffff]) {
      assert.deepEqual(cut([claiming(bytes)], new Framer(64)), [streamLost], `${bytes} at once`);
      const octets = singly(claiming(bytes));
      assert.deepEqual(cut(octets, new Framer(64)), [streamLost], `${bytes} octet by octet`);
    }
  });

  test('a lost stream stays lost, whatever follows', () => {
    const framer = new Framer();
    framer.push(Buffer.alloc(4));
    assert.equal(framer.next(), streamLost);
    framer.push(encodePdu({ command: 'unbind', status: 0, sequence: 1, body: { tlvs: [] } }));
    assert.equal(framer.next(), streamLost);
  });

  test('keeps what it was not asked for', () => {
    const enquiry = encodePdu({ command: 'unbind', status: 0, sequence: 1, body: { tlvs: [] } });
    const framer = new Framer();
    framer.push(Buffer.concat([enquiry, enquiry.subarray(0, 5)]));
    framer.push(enquiry.subarray(5));
    assert.deepEqual(cut([], framer), []);
    assert.deepEqual(framer.next(), enquiry);
    assert.deepEqual(framer.next(), enquiry);
    assert.equal(framer.next(), undefined);
  });
});
