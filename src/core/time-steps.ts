/** Hours or days of an account's zone, for figures by time: some days have 23 hours, some 25. */
import { exactInstantText } from './instant-text.ts';

const hourMs = 3_600_000;
const spanDays = { hour: 31, day: 400 };

export type Span = {
  readonly by: 'hour' | 'day';
  readonly from: number;
  /** Exclusive. */
  readonly until: number;
};

/** Days that a span may have, where it has more: their steps would be too many. Undefined: it can be told. */
export function tooManyDays({ by, from, until }: Span): number | undefined {
  return until - from > spanDays[by] * 24 * hourMs ? spanDays[by] : undefined;
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

/** What each step sums up to; both are in the order of time. */
export function byStep<One extends { readonly startsAtMs: number }, Sum>(
  starts: readonly number[],
  hours: readonly One[],
  sumOf: (within: readonly One[]) => Sum,
): ({ from: string } & Sum)[] {
  const steps = starts.map((): One[] => []);
  let at = 0;
  for (const hour of hours) {
    while (at + 1 < steps.length && (starts[at + 1] ?? 0) <= hour.startsAtMs) at += 1;
    steps[at]?.push(hour);
  }
  return steps.map((within, place) => ({
    from: exactInstantText(starts[place] ?? 0),
    ...sumOf(within),
  }));
}
