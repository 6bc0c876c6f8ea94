/** Figures of a message beside those that are noted: which of them are too high. */

export type Figures = {
  /** CPU of a message, in thousandths of the calibration's. */
  readonly cpu: number;
  readonly allocatedBytes: number;
  /** Written for a message from 1; absent where none are counted. */
  readonly rows?: number;
  readonly entries?: number;
};

export type Noted = Readonly<Record<string, Figures>>;

type Measure = keyof Figures;

const measures = ['cpu', 'allocatedBytes', 'rows', 'entries'] as const;

type Margins = Readonly<Record<Measure, number>>;

/**
 * How much more than noted may be, on a machine that has little else to do. CPU and allocation differ from one machine
 * to the next by more than a tenth, and the figures of few calm ones are known.
 */
const calm: Margins = { cpu: 1, allocatedBytes: 0.3, rows: 0.1, entries: 0.1 };

/**
 * The same where others use much of the machine. At a load of 27 on two cores the CPU of one message was up to 2.6 times
 * the lowest of eight runs, and what it allocates 1.6 times, because smaller batches and more rounds of timers fall to it
 * (docs/benchmarks.md). Rows of a kind were once one index
 * entry more in nine runs.
 */
const busy: Margins = { cpu: 2, allocatedBytes: 1, rows: 0.25, entries: 0.25 };

/** Others have used more of the machine than this: it is busy. */
const busyFrom = 0.25;

/** `foreignShare`: of all cores, what others used of them. */
export function marginsAt(foreignShare: number): Margins {
  return foreignShare > busyFrom ? busy : calm;
}

const rounding = 1e-9;

export type Verdict = {
  readonly kind: string;
  readonly measure: Measure;
  readonly noted: number | undefined;
  readonly now: number | undefined;
  /** Above what is noted, as a share; 0 where one of the two is missing. */
  readonly more: number;
  readonly isMet: boolean;
};

/** A kind or a measure that is noted and was not measured is not met; one that is new is. */
export function judge(noted: Noted, measured: Noted, margins: Margins = calm): readonly Verdict[] {
  const kinds = [...new Set([...Object.keys(noted), ...Object.keys(measured)])];
  return kinds.flatMap((kind) =>
    measures.flatMap((measure) => {
      const [before, now] = [noted[kind]?.[measure], measured[kind]?.[measure]];
      if (before === undefined && now === undefined) return [];
      const more = before === undefined || now === undefined ? 0 : now / before - 1;
      const isMet =
        before === undefined || (now !== undefined && more <= margins[measure] + rounding);
      return [{ kind, measure, noted: before, now, more, isMet }];
    }),
  );
}

export type Round = {
  readonly messages: number;
  readonly cpuMicroseconds: number;
  readonly allocatedBytes: number;
  /** Right before and right after. */
  readonly calibrations: readonly [number, number];
};

/** The lowest of the rounds: others can only add to what is measured. */
export function lowest(rounds: readonly Round[]): Pick<Figures, 'cpu' | 'allocatedBytes'> {
  const ratios = rounds.map(({ messages, cpuMicroseconds, calibrations: [before, after] }) => {
    const calibration = (before + after) / 2;
    return (1_000 * cpuMicroseconds) / messages / calibration;
  });
  const allocated = rounds.map(({ messages, allocatedBytes }) => allocatedBytes / messages);
  return {
    cpu: Number(Math.min(...ratios).toFixed(2)),
    allocatedBytes: Math.round(Math.min(...allocated)),
  };
}
