/** The composition root: it knows every concrete class, and in which order they live. */
import type { Installation, OpenWish } from '#cli/installation.ts';
import { startMessage } from '#cli/start-message.ts';
import type { Config } from '#config.ts';
import { must } from '#core/assert.ts';
import { type Clock, systemClock } from '#core/clock.ts';
import { openPseudonyms } from '#core/erased.ts';
import { openLog } from '#core/log.ts';
import { releaseMail } from '#mail/delivery/mail-release.ts';
import { openMailRoutes } from '#mail/delivery/open-routes.ts';
import type { Phones } from '#simulator/phones/phones.ts';
import type { SmppListeners } from '#sms/customers/customers.ts';
import { lockFolder } from '#storage/sqlite/folder-lock.ts';
import { openEndpointManagement } from '#webhooks/management/open-management.ts';
import { openAuditKey } from './app/audit-key.ts';
import { reportBoundaryFailures } from './app/boundary-failures.ts';
import { hearsSip } from './app/call-threads.ts';
import type { Calls } from './app/calls.ts';
import { openCommandLetters } from './app/command-letters.ts';
import { openDoors } from './app/doors.ts';
import type { Engines } from './app/engines.ts';
import { recognising } from './app/erased-people.ts';
import { openGuard } from './app/guard.ts';
import { openMasterKeys, openSealer } from './app/master-keys.ts';
import { Metrics } from './app/metrics/metrics.ts';
import { openWork } from './app/open-work.ts';
import { installationPorts } from './app/operation-ports.ts';
import { startPhoneOrders } from './app/phones.ts';
import { keepSecretsIn, startFacts } from './app/start-facts.ts';
import { openStorage } from './app/storage.ts';
import type { EndProcess } from './app/storage-loss.ts';
import { EngineThreads } from './app/threads/engine-threads.ts';
import { planThreads } from './app/threads/thread-plan.ts';

export { backupPorts } from './app/backup.ts';
export { listenAndForward } from './app/listen.ts';
export { lowerHelperThreads } from './app/threads/helper-threads.ts';
export { threadsOf } from './app/threads/thread-plan.ts';

export interface App extends AsyncDisposable {
  /** What to tell the person who started it. */
  readonly banner: string;
  readonly port: number;
  /** Where customers bind by SMPP. */
  readonly smpp: SmppListeners;
  /** Where other mail servers report: `127.0.0.1:25`. */
  readonly smtpIn: readonly string[];
  /** Undefined where its main thread carries none. */
  readonly calls: Calls | undefined;
  /** Undefined where it has none. */
  readonly phones: Phones | undefined;
}

/** What a command works on, whether or not a server runs on the same folder. */
export async function openInstallation(
  config: Config,
  { isRestored = false }: OpenWish = {},
): Promise<Installation> {
  await using stack = new AsyncDisposableStack();
  const log = openLog(config.logLevel);
  const olderSchema = isRestored ? 'migrate' : 'leave';
  const kept = stack.use(
    await openStorage(config, { clock: systemClock, log, olderSchema, inline: true }),
  );
  const sealer = await openSealer(config, kept);
  await openAuditKey({ ...kept, sealer, clock: systemClock, log });
  const pseudonyms = await openPseudonyms(sealer, (sealed) => kept.erasures.keepKey(sealed));
  const storage = recognising(kept, pseudonyms);
  const guard = openGuard(config, systemClock);
  const common = { config, clock: systemClock, log, storage, thread: 0, sealer, pseudonyms };
  const { management: endpoints } = openEndpointManagement({
    config,
    storage,
    guard,
    sealer,
    clock: systemClock,
    log,
    nextJobId: () => storage.ids.reserveIds('job', 1),
    // A server that runs looks for what is pending.
    changed: async () => undefined,
    stored: () => undefined,
  });
  const letters = openCommandLetters(common);
  const opened = stack.move();
  return {
    storage,
    operations: installationPorts(common, { endpoints, guard, letters }),
    sealer,
    pseudonyms,
    masterKeys: openMasterKeys(config, storage),
    letters,
    endpoints,
    releaseMail: (mail) =>
      releaseMail(mail, {
        routes: openMailRoutes(common),
        clock: systemClock,
        random: Math.random,
      }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

export type AppPorts = {
  readonly clock?: Clock | undefined;
  /** Called where this process can store nothing any more. */
  readonly endProcess?: EndProcess;
  /** Which share the work of a process on a folder, at most. */
  readonly threads?: number;
};

/** A start that fails halfway closes what it had opened; one that succeeds hands it over. */
export async function startApp(
  config: Config,
  { clock = systemClock, endProcess, threads: threadsMax = 1 }: AppPorts = {},
): Promise<App> {
  await using stack = new AsyncDisposableStack();
  // Two servers on one folder would both believe that its lanes are theirs.
  if (config.database.kind === 'folder') stack.use(lockFolder(config.dataFolder));
  const log = openLog(config.logLevel);
  const planned = { roles: config.roles, hearsSip: hearsSip(config) };
  const plan = planThreads(planned, threadsMax);
  const threads = stack.use(new EngineThreads(config, plan, { clock, log, endProcess }));
  const metrics = config.metrics && new Metrics(config.metrics, { clock, log });
  stack.use(reportBoundaryFailures({ log, clock, tally: metrics?.tally }));
  const hearsMail = config.roles.includes('api') && !threads.hearMail;
  const { hints, events, calls: callsBeside } = threads;
  const beside = { hints, events, link: undefined, callsBeside, phonesBeside: undefined };
  const ports = { clock, log, endProcess, thread: 0, hearsMail, metrics, ...beside };
  const work = await openWork({ ...config, roles: plan.main }, ports, stack);
  const { engines, traces, testKey } = work;
  stack.defer(() => threads.close());
  const facts = await threads.open(work.connect, engines.phones?.port);
  for (const { inspectorPort } of facts) engines.inspectorAt.port ??= inspectorPort;
  if (engines.phones !== undefined) startPhoneOrders(work.common, engines.phones, stack);
  // The doors speak for the whole process.
  const common = { ...work.common, config };
  const { api, findObstacle } = await openDoors({ common, engines, traces }, stack);
  if (metrics !== undefined) {
    const measured = { ...common, engines, traces, findObstacle };
    stack.use(await metrics.open(measured, () => threads.metrics()));
  }
  const port = must(api.addresses[0], 'open address').port;
  const told = await startFacts(common, { port, testKey, engines, beside: facts });
  const banner = startMessage(keepSecretsIn(config, told));
  stack.defer(() => part(engines, threads, api));
  const opened = stack.move();
  return {
    banner,
    port,
    smpp: engines.smpp,
    smtpIn: told.smtpIn,
    calls: engines.calls,
    phones: engines.phones,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Together: a stop may take as long as the longest of them, a minute for calls, and not as long as all of them. */
async function part(engines: Engines, threads: EngineThreads, api: AsyncDisposable): Promise<void> {
  engines.draining = true;
  // Who waits for events is answered now.
  engines.events[Symbol.dispose]();
  await Promise.all([engines.handOver(), threads.part(), api[Symbol.asyncDispose]()]);
}
