/** Times small pieces of work on one thread: how many a second, and the CPU of each. */

export type Turn = { readonly name: string; readonly run: () => unknown };

/** Long enough for V8 to have compiled what is called. */
const warmUpMs = 500;
const measuredMs = 1_000;
/** Between two looks at the clock, which cost as much as the work otherwise. */
const runsOfLook = 100;
const repetitions = 5;

/** The median of several rounds, in which all take their turns: what others do to the machine meets each alike. */
export function timeTurns(turns: readonly Turn[]): string {
  for (const turn of turns) measure(turn, warmUpMs);
  const rounds = Array.from({ length: repetitions }, () =>
    turns.map((turn) => measure(turn, measuredMs)),
  );
  return turns
    .map(({ name }, index) => {
      const measured = rounds.map((round) => round[index] ?? none);
      const perSecond = median(measured.map((each) => each.perSecond));
      const cpuMicroseconds = median(measured.map((each) => each.cpuMicroseconds));
      const rate = Math.round(perSecond).toLocaleString('en').padStart(12);
      return `${name.padEnd(32)} ${rate}/s ${cpuMicroseconds.toFixed(3).padStart(9)} µs CPU each\n`;
    })
    .join('');
}

type Measured = { readonly perSecond: number; readonly cpuMicroseconds: number };

const none: Measured = { perSecond: 0, cpuMicroseconds: 0 };

function measure({ run }: Turn, forMs: number): Measured {
  const cpu = process.cpuUsage();
  const startedAtMs = performance.now();
  let runs = 0;
  let tookMs = 0;
  while (tookMs < forMs) {
    for (let left = runsOfLook; left > 0; left -= 1) run();
    runs += runsOfLook;
    tookMs = performance.now() - startedAtMs;
  }
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: (runs * 1_000) / tookMs, cpuMicroseconds: (user + system) / runs };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
