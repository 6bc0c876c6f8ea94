/** Hours or days of an account's zone: some days have 23 hours, some 25. */
import { type Refusal, refuse } from '#api/reply.ts';

const hourMs = 3_600_000;
const spanMs = { hour: 31 * 24 * hourMs, day: 400 * 24 * hourMs };

export type Span = {
  readonly by: 'hour' | 'day';
  readonly from: number;
  /** Exclusive. */
  readonly until: number;
};

/** Undefined: it can be told. */
export function refuseSpan({ by, from, until }: Span): Refusal | undefined {
  if (until <= from) return refuse('interval ends before it begins', { field: 'until' });
  if (until - from <= spanMs[by]) return undefined;
  const max = spanMs[by] / 24 / hourMs;
  return refuse('interval is too long', { field: 'until', details: { max } });
}

/** Where hours or days begin, from the one that `from` lies in. */
export function stepsOf({ by, from, until }: Span, zone: string): readonly number[] {
  const first = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone);
  let at =
    by === 'day'
      ? first.startOfDay()
      : first.round({ smallestUnit: 'hour', roundingMode: 'floor' });
  const starts: number[] = [];
  while (at.epochMilliseconds < until) {
    starts.push(at.epochMilliseconds);
    at = by === 'day' ? at.add({ days: 1 }).startOfDay() : at.add({ hours: 1 });
  }
  return starts;
}

/** What lies in each step; both are in the order of time. */
export function byStep<One extends { readonly startsAtMs: number }>(
  starts: readonly number[],
  hours: readonly One[],
): readonly { readonly atMs: number; readonly within: readonly One[] }[] {
  const steps = starts.map((atMs): { atMs: number; within: One[] } => ({ atMs, within: [] }));
  let at = 0;
  for (const hour of hours) {
    while (at + 1 < steps.length && (starts[at + 1] ?? 0) <= hour.startsAtMs) at += 1;
    steps[at]?.within.push(hour);
  }
  return steps;
}
