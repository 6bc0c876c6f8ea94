/** The metrics of a process: what is counted of each commit, and the port where they are read. */
import { AggregatorRegistry } from 'prom-client';
import { HttpServer } from '#api/http/http-server.ts';
import type { Config } from '#config.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { Directory } from '#sms/directory.ts';
import type { Commits } from '../commits.ts';
import type { Engines } from '../engines.ts';
import { countCommits } from './counted-commits.ts';
import { type Measured, measure, measureThread } from './measure.ts';
import { makeMeters, processMeters } from './meters.ts';
import { MetricsSite } from './metrics-site.ts';
import { type CertificatePort, type Tally, tallyInto } from './tally.ts';

type Ports = { readonly clock: Clock; readonly log: Log };

export class Metrics {
  readonly #place: NonNullable<Config['metrics']>;
  readonly #ports: Ports;
  readonly #meters = makeMeters();
  readonly #certificateEnds = new Map<CertificatePort, number>();
  /** For what no call of the storage shows. */
  readonly tally: Tally = tallyInto(this.#meters, this.#certificateEnds);

  constructor(place: NonNullable<Config['metrics']>, ports: Ports) {
    this.#place = place;
    this.#ports = ports;
  }

  /** Operators go by their names as they are now. */
  count(commits: Commits, directory: () => Pick<Directory, 'operators'>): void {
    countCommits(commits, {
      meters: this.#meters,
      operatorName: (operatorId) =>
        directory().operators.find(({ id }) => id === operatorId)?.name ?? 'unknown',
    });
  }

  /** Once the engines run, so that what they do can be looked at; `ofThreads` has what the other threads count. */
  open(
    measured: Omit<Measured, 'clock' | 'certificateEnds'>,
    ofThreads: () => Promise<readonly object[]>,
  ): Promise<HttpServer> {
    const { clock, log } = this.#ports;
    const { hosts, port } = this.#place;
    const { registry } = this.#meters;
    const ofProcess = processMeters();
    const site = new MetricsSite({
      contentType: registry.contentType,
      measure: () =>
        measure(this.#meters, { ...measured, clock, certificateEnds: this.#certificateEnds }),
      read: async () => {
        const read = [await registry.getMetricsAsJSON(), ...(await ofThreads())];
        const texts = [AggregatorRegistry.aggregate(read), ofProcess];
        return (await Promise.all(texts.map((each) => each.metrics()))).join('\n');
      },
      log,
    });
    const addresses = hosts.map((host) => ({ host, port, optional: host === '::1' }));
    return HttpServer.listen({ addresses, site, clock, everyHeaders: [] });
  }

  /** What this thread counts, for the main thread to add to what it counts itself. */
  async readOfThread(engines: Engines, traces: Measured['traces']): Promise<object> {
    const { clock } = this.#ports;
    const certificateEnds = this.#certificateEnds;
    measureThread(this.#meters, { engines, traces, clock, certificateEnds });
    return this.#meters.registry.getMetricsAsJSON();
  }
}
