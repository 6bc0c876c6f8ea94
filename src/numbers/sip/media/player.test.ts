/** What a voice side says, a tick at a time: no clock and no sockets. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decodeG711 } from './g711.ts';
import { Player } from './player.ts';
import { parseRtp } from './rtp.ts';

const coding = { law: 'pcmu', payloadType: 0 } as const;
const frameSamples = 160;

/** Loudness tells frames apart. */
const frame = (loudness: number): Int16Array => new Int16Array(frameSamples).fill(loudness);

/** What the next packet says: 0 is silence. */
function spoken(player: Player): number {
  const packet = parseRtp(player.speak(coding).octets);
  const pcm = decodeG711('pcmu', packet?.payload ?? Buffer.alloc(0));
  return Math.round((pcm[80] ?? 0) / 100) * 100;
}

const ticks = (player: Player, count: number): readonly number[] =>
  Array.from({ length: count }, () => spoken(player));

suite('a live voice', () => {
  test('begins once 60 ms of it have come, and again after it ran dry', () => {
    const player = new Player({ ssrc: 1, sequence: 1, timestamp: 1 });
    player.stream(frame(1_000));
    player.stream(frame(1_000));
    assert.deepEqual(ticks(player, 2), [0, 0]);
    player.stream(frame(1_000));
    assert.deepEqual(ticks(player, 4), [1_000, 1_000, 1_000, 0]);
    player.stream(frame(1_000));
    assert.deepEqual(ticks(player, 1), [0]);
  });

  test('goes on without a gap where a frame comes 40 ms late', () => {
    const player = new Player({ ssrc: 1, sequence: 1, timestamp: 1 });
    for (let count = 0; count < 3; count += 1) player.stream(frame(1_000));
    assert.deepEqual(ticks(player, 2), [1_000, 1_000]);
    player.stream(frame(1_000));
    player.stream(frame(1_000));
    assert.deepEqual(ticks(player, 3), [1_000, 1_000, 1_000]);
  });

  test('is never more than a second behind: the oldest goes', () => {
    const player = new Player({ ssrc: 1, sequence: 1, timestamp: 1 });
    for (let count = 0; count < 20; count += 1) player.stream(frame(1_000));
    for (let count = 0; count < 50; count += 1) player.stream(frame(4_000));
    const said = ticks(player, 51);
    assert.ok(said.slice(0, 50).every((loudness) => Math.abs(loudness - 4_000) <= 100));
    assert.equal(said[50], 0);
  });

  test('has no end that is told; a sentence that is played has one', () => {
    const player = new Player({ ssrc: 1, sequence: 1, timestamp: 1 });
    for (let count = 0; count < 3; count += 1) player.stream(frame(1_000));
    const ends = Array.from({ length: 4 }, () => player.speak(coding).hasEnded);
    assert.deepEqual(ends, [false, false, false, false]);
    player.play(frame(1_000));
    assert.equal(player.speak(coding).hasEnded, true);
  });
});
