/** `kannel`: Kannel beside Parley in the same run, and how they compare. */
import { type Cell, measure } from './cells.ts';
import { findKannelObstacle, kannel, parley } from './contenders.ts';
import { acceptP99, cpu, endToEnd, figuresTable, isFaultless, median } from './figures.ts';
import type { BenchOptions } from './options.ts';

const timesFasterMin = 3;
const cpuShareMax = 1 / 3;
const acceptP99MsMax = 25;

export async function runKannel(options: BenchOptions): Promise<boolean> {
  const obstacle = findKannelObstacle();
  if (obstacle !== undefined) {
    process.stderr.write(`Kannel is left out: ${obstacle}.\n`);
  }
  const ours = parley();
  const theirs = kannel({ toDisk: false });
  const results = await measure(obstacle === undefined ? [ours, theirs] : [ours], options);
  process.stdout.write(figuresTable(results));
  const cells = results.get(ours) ?? [];
  const beside = results.get(theirs);
  if (beside !== undefined) process.stdout.write(comparison(cells, beside));
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

function line(met: boolean, sentence: string): string {
  return `${met ? 'yes' : 'NO '}  ${sentence}\n`;
}
