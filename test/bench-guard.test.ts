/** The arithmetic of the benchmarks: figures beside noted ones, the lowest of several rounds, stages of a profile. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge, lowest, marginsAt } from '../bench/guard/judgement.ts';
import { stageOf, stageTimes } from '../bench/profile/stages.ts';

const noted = { sms: { cpu: 100, allocatedBytes: 1_000, rows: 10, entries: 10 } };

const frame = (url: string, name = 'f') => ({ name, url });

function node(id: number, functionName: string, url: string, children: readonly number[] = []) {
  return { id, callFrame: { functionName, url }, children };
}

function unmet(now: Parameters<typeof judge>[1]): readonly string[] {
  const failed = judge(noted, now).filter(({ isMet }) => !isMet);
  return failed.map(({ kind, measure }) => `${kind} ${measure}`);
}

test('figures up to their margin above the noted ones are met', () => {
  assert.deepEqual(unmet({ sms: { cpu: 130, allocatedBytes: 1_100, rows: 11, entries: 11 } }), []);
});

test('each figure above its margin is named', () => {
  assert.deepEqual(unmet({ sms: { cpu: 201, allocatedBytes: 1_301, rows: 12, entries: 12 } }), [
    'sms cpu',
    'sms allocatedBytes',
    'sms rows',
    'sms entries',
  ]);
});

test('a noted figure that was not measured is not met, and a new kind is', () => {
  assert.deepEqual(unmet({ call: { cpu: 1, allocatedBytes: 1 } }), [
    'sms cpu',
    'sms allocatedBytes',
    'sms rows',
    'sms entries',
  ]);
});

test('the lowest round counts, each beside the calibrations around it', () => {
  const calm = { messages: 10, cpuMicroseconds: 2_000, allocatedBytes: 500 };
  const busy = { messages: 10, cpuMicroseconds: 5_000, allocatedBytes: 700 };
  assert.deepEqual(
    lowest([
      { ...busy, calibrations: [10_000, 10_000] },
      { ...calm, calibrations: [9_000, 11_000] },
    ]),
    { cpu: 20, allocatedBytes: 50 },
  );
});

test('a busy machine widens what may be more, rows the least', () => {
  assert.deepEqual(marginsAt(0.2), { cpu: 1, allocatedBytes: 0.3, rows: 0.1, entries: 0.1 });
  assert.deepEqual(marginsAt(0.3), { cpu: 2, allocatedBytes: 1, rows: 0.25, entries: 0.25 });
});

test('a sample belongs to the innermost function of a stage, and shared words to their callers', () => {
  const core = frame('file:///p/src/core/bounded-map.ts');
  const judging = frame('file:///p/src/sms/sending/judge.ts');
  const http = frame('file:///p/src/api/http/http-server.ts');
  assert.equal(stageOf([frame('', 'writeBuffer'), core, judging, http]), 'judging and drafting');
  assert.equal(stageOf([frame('node:net'), http]), 'HTTP in: heads, bodies, replies');
  assert.equal(stageOf([frame('', '(garbage collector)'), judging]), 'garbage collection');
  assert.equal(stageOf([core]), 'other');
});

test('time that a thread was idle belongs to no stage', () => {
  const profile = {
    nodes: [
      node(1, '(root)', '', [2, 3]),
      node(2, '(idle)', ''),
      node(3, 'judge', 'file:///p/src/sms/sending/judge.ts', [4]),
      node(4, 'charCodeAt', ''),
    ],
    samples: [2, 4, 3],
    timeDeltas: [100, 30, 20],
  };
  assert.deepEqual([...stageTimes(profile)], [['judging and drafting', 50]]);
});
