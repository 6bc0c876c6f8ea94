/** The composition root: it knows every concrete class, and in which order they live. */
import { openApi } from '#api/api-server.ts';
import { openOperationSocket } from '#api/operations/operation-socket.ts';
import { demoKey } from '#cli/first-start.ts';
import type { Installation, OpenWish } from '#cli/installation.ts';
import { startMessage } from '#cli/start-message.ts';
import type { Config } from '#config.ts';
import { parseAddressRange } from '#core/address-range.ts';
import { must } from '#core/assert.ts';
import { certificateWatch, readCertificate } from '#core/certificate-watch.ts';
import { type Clock, systemClock } from '#core/clock.ts';
import { openPseudonyms } from '#core/erased.ts';
import { openLog } from '#core/log.ts';
import { socketIn } from '#core/operation-socket.ts';
import { releaseMail } from '#mail/delivery/mail-release.ts';
import { openMailRoutes } from '#mail/delivery/open-routes.ts';
import type { SmppListeners } from '#sms/customers/customers.ts';
import { lockFolder } from '#storage/sqlite/folder-lock.ts';
import { openEndpointManagement } from '#webhooks/management/open-management.ts';
import { apiPorts } from './app/api-ports.ts';
import { openAuditKey } from './app/audit-key.ts';
import { reportBoundaryFailures } from './app/boundary-failures.ts';
import type { Calls } from './app/calls.ts';
import { openCommandLetters } from './app/command-letters.ts';
import { Commits } from './app/commits.ts';
import { type Engines, openEngines } from './app/engines.ts';
import { recognising } from './app/erased-people.ts';
import { openGuard } from './app/guard.ts';
import { startAlone } from './app/leased-work.ts';
import { Moments } from './app/live/moments.ts';
import { publishCommits } from './app/live/published-commits.ts';
import { openMasterKeys, openSealer, warnOfOpenKey } from './app/master-keys.ts';
import { Metrics } from './app/metrics/metrics.ts';
import { installationPorts, serverPorts } from './app/operation-ports.ts';
import { ReferenceData } from './app/reference-data.ts';
import { keepSecretsIn, startFacts } from './app/start-facts.ts';
import { openStorage, warnOfServerRole, warnOfUnverifiedServer } from './app/storage.ts';
import type { EndProcess } from './app/storage-loss.ts';
import { openTraces } from './app/traces/open-traces.ts';

export { backupPorts } from './app/backup.ts';
export { listenAndForward } from './app/listen.ts';

export interface App extends AsyncDisposable {
  /** What to tell the person who started it. */
  readonly banner: string;
  readonly port: number;
  /** Where customers bind by SMPP. */
  readonly smpp: SmppListeners;
  /** Where other mail servers report: `127.0.0.1:25`. */
  readonly smtpIn: readonly string[];
  /** Undefined where it carries none. */
  readonly calls: Calls | undefined;
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
  const common = { config, clock: systemClock, log, storage, sealer, pseudonyms };
  const { management: endpoints } = openEndpointManagement({
    config,
    storage,
    guard,
    sealer,
    clock: systemClock,
    log,
    nextJobId: () => storage.ids.reserveIds('job', 1),
    // A server that runs looks for what is owed.
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
};

/** A start that fails halfway closes what it had opened; one that succeeds hands it over. */
export async function startApp(
  config: Config,
  { clock = systemClock, endProcess }: AppPorts = {},
): Promise<App> {
  await using stack = new AsyncDisposableStack();
  // Two servers on one folder would both believe that its lanes are theirs.
  if (config.database.kind === 'folder') stack.use(lockFolder(config.dataFolder));
  const log = openLog(config.logLevel);
  const olderSchema = 'copy and migrate';
  const opening = stack.use(await openStorage(config, { clock, log, olderSchema, endProcess }));
  await warnOfServerRole(opening, log);
  warnOfUnverifiedServer(config, log);
  const metrics = config.metrics && new Metrics(config.metrics, { clock, log });
  stack.use(reportBoundaryFailures({ log, clock, tally: metrics?.tally }));
  const moments = stack.use(new Moments({ clock, hints: opening.hints }));
  const commits = new Commits(clock);
  const kept = commits.announcing(opening);
  const { sealer, testKey } = await startAlone({ storage: kept, clock }, async () => {
    const made = await openSealer(config, kept);
    await openAuditKey({ ...kept, sealer: made, clock, log });
    // Before the engines read prices: the first start makes one.
    return { sealer: made, testKey: await demoKey({ ...kept, ...config, sealer: made, clock }) };
  });
  await warnOfOpenKey(config, log);
  const pseudonyms = await openPseudonyms(sealer, (sealed) => kept.erasures.keepKey(sealed));
  const storage = recognising(kept, pseudonyms);
  const tally = metrics?.tally;
  const common = { config, clock, log, storage, sealer, pseudonyms, tally };
  const reference = new ReferenceData(common);
  metrics?.count(commits, () => reference.directory);
  publishCommits(commits, moments);
  const traces = openTraces(config, { clock, log, pseudonyms, commits }, stack);
  const world = { ...common, testKey, moments, commits, reference };
  const engines = await openEngines(world, stack);
  const ports = { ...apiPorts(common, engines), watch: traces?.requests };
  const certificate = config.tls && (await readCertificate(config.tls));
  const api = stack.use(
    await openApi(
      {
        tls: certificate,
        addresses: config.hosts.map((host) => ({
          host,
          port: config.port,
          // A machine without IPv6 has no ::1.
          optional: host === '::1',
        })),
        publicUrl: config.publicUrl,
        trustedProxies: config.trustedProxies.flatMap((range) => parseAddressRange(range) ?? []),
        dashboardFolder: new URL('../dist/dashboard/', import.meta.url),
        healthOnly: !config.roles.includes('api'),
      },
      ports,
    ),
  );
  if (config.tls !== undefined && certificate !== undefined) {
    const renew = api.renewCertificate.bind(api);
    const ends = (endsAtMs: number): void => tally?.certificateEnds('http', endsAtMs);
    const watch = { port: 'http', renew, ends, clock, log } as const;
    stack.use(certificateWatch(config.tls, certificate, watch)).start();
  }
  if (metrics !== undefined)
    stack.use(await metrics.open({ storage, engines, traces, findObstacle: ports.findObstacle }));
  const socket = config.database.kind === 'folder' ? socketIn(config.dataFolder) : undefined;
  if (socket !== undefined) {
    stack.use(await openOperationSocket(socket, serverPorts(common, engines)));
  }
  const port = must(api.addresses[0], 'open address').port;
  const facts = await startFacts(common, { port, testKey, engines });
  const banner = startMessage(keepSecretsIn(config, facts));
  stack.defer(() => part(engines, api));
  const opened = stack.move();
  return {
    banner,
    port,
    smpp: engines.smpp,
    smtpIn: engines.smtpIn,
    calls: engines.calls,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Together: a stop may take as long as the longest of them, a minute for calls, and not as long as all of them. */
async function part(engines: Engines, api: AsyncDisposable): Promise<void> {
  engines.draining = true;
  // Who waits for events is answered now.
  engines.events[Symbol.dispose]();
  await Promise.all([engines.calls?.part(), engines.handOver(), api[Symbol.asyncDispose]()]);
}
