/** Traces of a process, where a collector is named; without one nothing is followed. */
import type { Config } from '#config.ts';
import type { Clock } from '#core/clock.ts';
import type { Pseudonyms } from '#core/erased.ts';
import type { Log } from '#core/log.ts';
import type { Commits } from '../commits.ts';
import { SpanExporter } from './span-exporter.ts';
import { traceCommits } from './traced-commits.ts';
import { Traces } from './traces.ts';

export type OpenedTraces = {
  readonly counts: SpanExporter['counts'];
  readonly requests: Pick<Traces, 'begin' | 'end'>;
};

type TracePorts = {
  readonly clock: Clock;
  readonly log: Log;
  readonly pseudonyms: Pick<Pseudonyms, 'ofTrace'>;
  readonly commits: Commits;
};

export function openTraces(
  { otlpEndpoint }: Pick<Config, 'otlpEndpoint'>,
  { clock, log, pseudonyms, commits }: TracePorts,
  stack: AsyncDisposableStack,
): OpenedTraces | undefined {
  if (otlpEndpoint === undefined) return undefined;
  const exporter = stack.use(new SpanExporter({ endpoint: otlpEndpoint, clock, log }));
  exporter.start();
  const add = exporter.add.bind(exporter);
  const traces = new Traces({ add, clock, hash: (subject) => pseudonyms.ofTrace(subject) });
  traceCommits(commits, traces);
  return {
    get counts() {
      return exporter.counts;
    },
    requests: traces,
  };
}
