/** `kannel`: Kannel beside Parley in the same run, and how they compare. */
import { type Cell, measure } from './cells.ts';
import { findKannelObstacle, kannel, parley } from './contenders.ts';
import { acceptP99, cpu, endToEnd, figuresTable, isFaultless, median } from './figures.ts';
import type { BenchOptions } from './options.ts';

const timesFasterMin = 3;
const timesFasterOnDiskMin = 12;
const cpuShareMax = 1 / 3;
const acceptP99MsMax = 25;

export async function runKannel(options: BenchOptions): Promise<boolean> {
  const obstacle = findKannelObstacle();
  if (obstacle !== undefined) {
    process.stderr.write(`Kannel is left out: ${obstacle}.\n`);
  }
  const ours = parley();
  const store = kannel({ toDisk: false });
  const disk = kannel({ toDisk: true });
  const theirs = obstacle !== undefined ? [] : options.toDisk ? [store, disk] : [store];
  const results = await measure([ours, ...theirs], options);
  process.stdout.write(figuresTable(results));
  const cells = results.get(ours) ?? [];
  const beside = results.get(store);
  if (beside !== undefined) process.stdout.write(comparison(cells, beside));
  const forced = results.get(disk);
  if (forced !== undefined) process.stdout.write(comparisonOnDisk(cells, forced));
  return isFaultless(cells);
}

function comparison(ours: readonly Cell[], theirs: readonly Cell[]): string {
  const faster = median(ours, endToEnd) / median(theirs, endToEnd);
  const share = median(ours, cpu) / median(theirs, cpu);
  const p99Ms = median(ours, acceptP99);
  return [
    '\n',
    line(
      faster >= timesFasterMin,
      `end to end ${faster.toFixed(2)} × Kannel; asked: at least ${timesFasterMin}`,
    ),
    line(share <= cpuShareMax, `CPU a message ${share.toFixed(2)} × Kannel; asked: at most 1/3`),
    line(
      p99Ms < acceptP99MsMax,
      `99 of 100 accepted within ${p99Ms} ms; asked: below ${acceptP99MsMax}`,
    ),
  ].join('');
}

/** With equal durability: both have written to disk what they answered for. */
function comparisonOnDisk(ours: readonly Cell[], theirs: readonly Cell[]): string {
  const faster = median(ours, endToEnd) / median(theirs, endToEnd);
  return line(
    faster >= timesFasterOnDiskMin,
    `end to end ${faster.toFixed(2)} × Kannel that writes to disk; asked: at least ${timesFasterOnDiskMin}`,
  );
}

function line(met: boolean, sentence: string): string {
  return `${met ? 'yes' : 'NO '}  ${sentence}\n`;
}
