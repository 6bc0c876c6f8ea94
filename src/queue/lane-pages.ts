/** All lanes of an engine that have rows, a page at a time. */
import { myTurn } from '#core/turns.ts';
import { lanePageMax } from '#model/engines.ts';
import type { JobStore, LaneWithWork } from './job.ts';

/** SQLite reads on this thread: between two pages it does what else has come. */
export async function* lanePages(
  jobs: Pick<JobStore, 'lanesWithWork'>,
  engine: string,
  nowMs: number,
): AsyncGenerator<readonly LaneWithWork[]> {
  let after: string | undefined;
  for (;;) {
    const page = await jobs.lanesWithWork(engine, nowMs, after);
    yield page;
    if (page.length < lanePageMax) return;
    after = page.at(-1)?.lane;
    await myTurn();
  }
}

/** Their names, whether or not anything is due. */
export async function laneNames(
  jobs: Pick<JobStore, 'lanesWithWork'>,
  engine: string,
): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const page of lanePages(jobs, engine, 0)) {
    for (const { lane } of page) names.push(lane);
  }
  return names;
}
