/** `pipeline`: Parley alone; where a server is named, on PostgreSQL beside it in the same run. */
import { type Cell, type Contender, measure } from './cells.ts';
import { parley } from './contenders.ts';
import { endToEnd, figuresTable, isFaultless, median } from './figures.ts';
import type { BenchOptions } from './options.ts';
import { runSustained } from './sustained.ts';

/** Of the rate on SQLite; the statement beside the ratio says whether it is met. */
const shareMin = 0.6;

export async function runPipeline(options: BenchOptions): Promise<boolean> {
  const { database, processes, minutes } = options;
  const onFolder = parley();
  const onServer = database === '' ? [] : [parley({ server: database })];
  const isShared = database !== '' && processes > 1;
  const doors = isShared ? (['one', 'all'] as const) : [];
  const shared = doors.map((each) => parley({ server: database, processes, doors: each }));
  const contenders = [onFolder, ...onServer, ...shared];
  if (minutes > 0) return runSustained(contenders.at(-1) as Contender, options);
  const results = await measure(contenders, options);
  process.stdout.write(figuresTable(results));
  for (const contender of [...onServer, ...shared]) {
    process.stdout.write(comparison(contender, results.get(contender), results.get(onFolder)));
  }
  return [...results.values()].every(isFaultless);
}

function comparison(
  { name }: Contender,
  cells: readonly Cell[] = [],
  beside: readonly Cell[] = [],
): string {
  const share = median(cells, endToEnd) / median(beside, endToEnd);
  const met = share >= shareMin ? 'yes' : 'NO ';
  return `${met}  ${name}: ${Math.round(share * 100)} % of the rate on SQLite; asked: at least ${shareMin * 100} %\n`;
}
