/** `pipeline`: Parley alone. */
import { measure } from './cells.ts';
import { parley } from './contenders.ts';
import { figuresTable, isFaultless } from './figures.ts';
import type { BenchOptions } from './options.ts';

export async function runPipeline(options: BenchOptions): Promise<boolean> {
  const results = await measure([parley()], options);
  process.stdout.write(figuresTable(results));
  return [...results.values()].every(isFaultless);
}
