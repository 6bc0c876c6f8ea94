/** Traces of a process, where a collector is named; without one nothing is wrapped and nothing is counted. */
import type { Site } from '#api/http/http-message.ts';
import type { Config } from '#config.ts';
import type { Clock } from '#core/clock.ts';
import type { Pseudonyms } from '#core/erased.ts';
import type { Log } from '#core/log.ts';
import type { Storage } from '#storage/storage.ts';
import { SpanExporter } from './span-exporter.ts';
import { tracedSite } from './traced-site.ts';
import { tracedStorage } from './traced-storage.ts';
import { Traces } from './traces.ts';

export type OpenedTraces = {
  readonly counts: SpanExporter['counts'];
  readonly aroundStorage: (storage: Storage) => Storage;
  readonly aroundSite: (site: Site) => Site;
};

type TracePorts = {
  readonly clock: Clock;
  readonly log: Log;
  readonly pseudonyms: Pick<Pseudonyms, 'ofTrace'>;
};

export function openTraces(
  { otlpEndpoint }: Pick<Config, 'otlpEndpoint'>,
  { clock, log, pseudonyms }: TracePorts,
  stack: AsyncDisposableStack,
): OpenedTraces | undefined {
  if (otlpEndpoint === undefined) return undefined;
  const exporter = stack.use(new SpanExporter({ endpoint: otlpEndpoint, clock, log }));
  exporter.start();
  const add = exporter.add.bind(exporter);
  const traces = new Traces({ add, clock, hash: (subject) => pseudonyms.ofTrace(subject) });
  return {
    get counts() {
      return exporter.counts;
    },
    aroundStorage: (storage) => tracedStorage(storage, traces),
    aroundSite: (site) => tracedSite(site, traces),
  };
}
