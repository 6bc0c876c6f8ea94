/** What works in a thread: the storage, keys, engines and what follows their commits; doors for people are apart. */
import type { MessagePort } from 'node:worker_threads';
import { demoKey } from '#cli/first-start.ts';
import type { Config } from '#config.ts';
import type { Clock } from '#core/clock.ts';
import { openPseudonyms } from '#core/erased.ts';
import type { Log } from '#core/log.ts';
import type { RingSealer } from '#core/sealing-ring.ts';
import { spareMemory } from '#core/spare-memory.ts';
import type { Hints } from '#queue/hints.ts';
import { openAuditKey } from './audit-key.ts';
import type { CallsBeside, PhonesBeside } from './call-threads.ts';
import { Commits } from './commits.ts';
import type { Common } from './common.ts';
import { type Engines, openEngines } from './engines.ts';
import { recognising } from './erased-people.ts';
import { startAlone } from './leased-work.ts';
import { Moments } from './live/moments.ts';
import { publishCommits } from './live/published-commits.ts';
import { openSealer, warnOfOpenKey } from './master-keys.ts';
import type { Metrics } from './metrics/metrics.ts';
import { ReferenceData } from './reference-data.ts';
import { openStorage, warnOfServerRole, warnOfUnverifiedServer } from './storage.ts';
import type { EndProcess } from './storage-loss.ts';
import type { EventLines } from './threads/event-lines.ts';
import { type OpenedTraces, openTraces } from './traces/open-traces.ts';

export type WorkPorts = {
  readonly clock: Clock;
  readonly log: Log;
  /** Called where this process can store nothing any more. */
  readonly endProcess: EndProcess | undefined;
  /** 0: the main thread. */
  readonly thread: number;
  /** Between the threads of this process, where there are several. */
  readonly hints: Hints | undefined;
  /** To the writer of the main thread, for another one. */
  readonly link: MessagePort | undefined;
  readonly events: EventLines;
  /** Other mail servers report in this thread. */
  readonly hearsMail: boolean;
  /** Undefined where calls are carried in this thread, or not at all. */
  readonly callsBeside: CallsBeside | undefined;
  /** For a thread beside the main thread. */
  readonly phonesBeside: PhonesBeside | undefined;
  readonly metrics: Metrics | undefined;
};

export type Work = {
  readonly common: Common & { readonly sealer: RingSealer };
  readonly engines: Engines;
  readonly traces: OpenedTraces | undefined;
  /** The end of a line to the writer, for another thread; on a server each has connections of its own. */
  readonly connect: () => MessagePort | undefined;
  readonly testKey: string;
};

/** `config.roles`: those of the thread. */
export async function openWork(
  config: Config,
  ports: WorkPorts,
  stack: AsyncDisposableStack,
): Promise<Work> {
  const { clock, log, thread, metrics } = ports;
  const olderSchema = 'copy and migrate';
  const opening = stack.use(await openStorage(config, { ...ports, olderSchema }));
  if (thread === 0) {
    await warnOfServerRole(opening, log);
    warnOfUnverifiedServer(config, log);
  }
  const moments = stack.use(new Moments({ clock, hints: opening.hints }));
  const commits = new Commits(clock);
  const kept = commits.announcing(opening);
  const { sealer, testKey } = await startAlone({ storage: kept, clock }, async () => {
    const made = await openSealer(config, kept);
    await openAuditKey({ ...kept, sealer: made, clock, log });
    // Before the engines read prices: the first start makes one.
    return { sealer: made, testKey: await demoKey({ ...kept, ...config, sealer: made, clock }) };
  });
  if (thread === 0) await warnOfOpenKey(config, log);
  const pseudonyms = await openPseudonyms(sealer, (sealed) => kept.erasures.keepKey(sealed));
  const storage = recognising(kept, pseudonyms);
  const tally = metrics?.tally;
  const common = { config, clock, log, storage, thread, sealer, pseudonyms, tally };
  const reference = new ReferenceData(common);
  metrics?.count(commits, () => reference.directory);
  publishCommits(commits, moments);
  const traces = openTraces(config, { clock, log, pseudonyms, commits }, stack);
  const { hearsMail, callsBeside, phonesBeside, events: lines } = ports;
  const beside = { hearsMail, callsBeside, phonesBeside, lines };
  const world = { ...common, ...beside, testKey, moments, commits, reference };
  const engines = await openEngines(world, stack);
  stack.use(spareMemory(common)).start();
  return { common, engines, traces, testKey, connect: () => opening.connect?.() };
}
