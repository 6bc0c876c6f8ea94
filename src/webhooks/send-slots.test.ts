import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type LaneSlots, SendSlots } from './send-slots.ts';

/** Takes as many as there is room for, up to `count`. */
function fill(slots: SendSlots, lane: LaneSlots, count: number): number {
  let taken = 0;
  while (taken < count && slots.room(lane) > 0) {
    lane.take();
    taken += 1;
  }
  return taken;
}

function lanesOf(slots: SendSlots, count: number): LaneSlots[] {
  return Array.from({ length: count }, () => slots.open());
}

function known(slots: SendSlots): LaneSlots {
  const lane = slots.open();
  lane.heard();
  return lane;
}

suite('the places of a process', () => {
  test('are 2,000, of which lanes that fail share 500', () => {
    const slots = new SendSlots();
    const failing = known(slots);
    failing.mark(true);
    assert.equal(fill(slots, failing, 9_999), 500);
    assert.equal(fill(slots, known(slots), 9_999), 1_500);
    failing.release();
    assert.equal(slots.room(known(slots)), 1);
  });

  test('are left to receivers that answer, however many new ones are silent', () => {
    const slots = new SendSlots();
    const taken = lanesOf(slots, 1_000).map((lane) => fill(slots, lane, 8));
    assert.deepEqual([taken[0], taken[124], taken[125], taken.at(-1)], [8, 8, 1, 1]);
    assert.equal(fill(slots, known(slots), 8), 8);
    assert.equal(fill(slots, slots.open(), 8), 1);
  });

  test('are more for the others once those that hold them are known to be silent', () => {
    const slots = new SendSlots();
    const silent = Array.from({ length: 250 }, () => known(slots));
    for (const lane of silent) fill(slots, lane, 8);
    const live = known(slots);
    assert.equal(slots.room(live), 0);
    for (const lane of silent) lane.mark(true);
    assert.equal(fill(slots, live, 9_999), 500);
    assert.equal(slots.room(silent[0] ?? live), -1_500);
    for (const lane of silent) {
      lane.mark(false);
      for (let held = lane.inFlight; held > 0; held -= 1) lane.release();
    }
    assert.equal(slots.room(live), 1_500);
  });
});
