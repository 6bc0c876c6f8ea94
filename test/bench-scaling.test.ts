/** The simulation behind docs/scaling.md, where its answers are known. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulate } from '../bench/scaling/simulation.ts';

function isNear(value: number, known: number): void {
  assert.ok(Math.abs(value / known - 1) < 0.05, `${value} is not near ${known}`);
}

test('a thread that works 100 µs for a message carries 10,000 a second', () => {
  const on = { name: 'main', servers: 1 };
  const way = [{ kind: 'work', on, us: 100 }, { kind: 'answer' }] as const;
  const { perSecond, busy } = simulate([way], { kind: 'closed', clients: 8 });
  isNear(perSecond, 10_000);
  isNear(busy[0]?.[1] ?? 0, 1);
});

test('half of that rate keeps it busy half of the time', () => {
  const on = { name: 'main', servers: 1 };
  const way = [{ kind: 'work', on, us: 100 }, { kind: 'answer' }] as const;
  const { perSecond, busy } = simulate([way], { kind: 'open', perSecond: 5_000 });
  isNear(perSecond, 5_000);
  isNear(busy[0]?.[1] ?? 0, 0.5);
});

test('a commit takes all that waits: of 32 clients one goes first, and 31 together behind it', () => {
  const writer = { name: 'writer', servers: 1 };
  const by = { name: 'commits', on: writer, fixedUs: 180, diskUs: 0, most: 512 };
  const way = [{ kind: 'commit', by, us: 10 }, { kind: 'answer' }] as const;
  const { perSecond } = simulate([way], { kind: 'closed', clients: 32 });
  isNear(perSecond, (1e6 * 32) / (2 * 180 + 32 * 10));
});
