/** The figures of contenders side by side, each the median of its cells. */
import type { Cell, Results } from './cells.ts';

type Figure = { readonly title: string; readonly of: (cell: Cell) => number };

export const endToEnd: Figure = {
  title: 'end to end/s',
  of: (cell) => cell.endToEndPerSecond,
};
export const cpu: Figure = {
  title: 'CPU seconds per 10,000',
  of: (cell) => cell.cpuSecondsPer10k,
};
export const acceptP99: Figure = {
  title: 'accept p99 ms',
  of: (cell) => cell.accept.p99Ms,
};

const figures: readonly Figure[] = [
  { title: 'accepted/s', of: (cell) => cell.acceptedPerSecond },
  { title: 'submitted/s', of: (cell) => cell.submittedPerSecond },
  endToEnd,
  { title: 'accept p50 ms', of: (cell) => cell.accept.p50Ms },
  acceptP99,
  { title: 'receipt to webhook p50 ms', of: (cell) => cell.receiptToWebhook.p50Ms },
  { title: 'receipt to webhook p99 ms', of: (cell) => cell.receiptToWebhook.p99Ms },
  { title: 'end to end p50 ms', of: (cell) => cell.endToEnd.p50Ms },
  { title: 'end to end p99 ms', of: (cell) => cell.endToEnd.p99Ms },
  cpu,
  { title: 'of these the database', of: (cell) => cell.serverSecondsPer10k },
  { title: 'peak RSS MB', of: (cell) => cell.peakMegabytes },
];

/** What a median would hide: all that went wrong in any cell. */
const faults: readonly Figure[] = [
  { title: 'refused', of: (cell) => cell.refused },
  { title: 'SMS lost', of: (cell) => cell.lost },
  { title: 'receipts lost', of: (cell) => cell.untold },
  { title: 'SMS duplicated', of: (cell) => cell.submittedAgain },
  { title: 'webhooks duplicated', of: (cell) => cell.hookedAgain },
];

const noise: Figure = { title: 'worst noise %', of: (cell) => cell.foreignPercent };

export function figuresTable(results: Results): string {
  const columns = [...results].map(([contender, cells]) => ({ name: contender.name, cells }));
  const width = Math.max(24, ...columns.map(({ name }) => name.length + 2));
  const row = (title: string, values: readonly (string | number)[]): string =>
    [title.padEnd(27), ...values.map((value) => String(value).padStart(width))].join('');
  const lines = [
    row(
      '',
      columns.map(({ name }) => name),
    ),
    ...figures.map((figure) =>
      row(
        figure.title,
        columns.map(({ cells }) => median(cells, figure)),
      ),
    ),
    ...faults.map((figure) =>
      row(
        figure.title,
        columns.map(({ cells }) => total(cells, figure)),
      ),
    ),
    row(
      noise.title,
      columns.map(({ cells }) => Math.max(...cells.map(noise.of))),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

export function median(cells: readonly Cell[], figure: Figure): number {
  const sorted = cells.map(figure.of).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Whether each message of each cell made its whole journey, once. */
export function isFaultless(cells: readonly Cell[]): boolean {
  return faults.every((figure) => total(cells, figure) === 0);
}

function total(cells: readonly Cell[], figure: Figure): number {
  return cells.map(figure.of).reduce((sum, value) => sum + value, 0);
}
