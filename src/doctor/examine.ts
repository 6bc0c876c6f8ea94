/** Everything that is known to go wrong, looked at one after the other. */
import type { Config } from '#config.ts';
import type { Clock } from '#core/clock.ts';
import type { Dns } from '#core/dns.ts';
import { OlderSchema } from '#core/older-schema.ts';
import { tryOperators } from './binds.ts';
import { lookAtCertificates } from './certificates.ts';
import { lookAtEndpoints } from './endpoints.ts';
import { type Finding, fail } from './finding.ts';
import {
  lookAtAudit,
  lookAtBackup,
  lookAtBinds,
  lookAtClock,
  lookAtLateWork,
  lookAtLedger,
  lookAtPasskeys,
  lookAtProcesses,
  lookAtRestore,
  lookAtServerRole,
} from './installed.ts';
import { isInstalled, lookAtAddress, lookAtFolder, lookAtKey, lookAtSpool } from './machine.ts';
import { tryMailServers } from './mail-servers.ts';
import {
  dnsOfDoctor,
  lookAtDomains,
  lookAtMailName,
  lookAtNameServer,
  lookAtPublicName,
} from './network.ts';
import { askServer, lookAtHttpPort, lookAtPorts } from './ports.ts';
import { tryPublicUrl } from './public-url.ts';
import type { DoctorInstallation } from './stores.ts';
import { lookAtTrunks } from './trunks.ts';
import { lookAtUnmatchedReceipts } from './unmatched-receipts.ts';

/** What it opens, where nobody has opened it yet. */
type Opened = AsyncDisposable & DoctorInstallation;

export type Examined = {
  readonly config: Config;
  readonly clock: Clock;
  /** Throws `OlderSchema` for a database of an older version. */
  readonly open: () => Promise<Opened>;
  /** What an error of the machine or the database says, as a sentence. */
  readonly errorSentence: (error: unknown) => string;
  /** The server examines itself: the ports are its own. */
  readonly isServer?: boolean;
  /** Others are spoken to. */
  readonly isLive?: boolean;
};

type Look = Examined & {
  readonly dns: Dns;
  /** It answers: else each question would be waited for in vain. */
  readonly hasDns: boolean;
  readonly nowMs: number;
};

export async function examine(examined: Examined): Promise<readonly Finding[]> {
  const { config, clock, isServer = false, isLive = false } = examined;
  const dns = dnsOfDoctor(config);
  const names = await lookAtNameServer(config, dns);
  const look = { ...examined, dns, hasDns: names.verdict === 'ok', nowMs: clock.nowMs() };
  const server = await askServer(config);
  const machine = [
    ...(await lookAtFolder(config)),
    ...(await lookAtSpool(config)),
    await lookAtKey(config),
    lookAtAddress(config),
    ...(await lookAtCertificates(config, look.nowMs)),
    lookAtHttpPort(config, server),
    ...(await lookAtPorts(config, isServer || server.is === 'parley')),
    ...lookAtMailName(config),
    names,
    ...(look.hasDns ? await lookAtPublicName(config, dns) : []),
    ...(isLive ? await tryPublicUrl(config, look) : []),
  ];
  // Opening it would make what is not there: an empty folder stays empty.
  if (!isInstalled(config)) return machine;
  return [...machine, ...(await examineStorage(look))];
}

async function examineStorage(look: Look): Promise<readonly Finding[]> {
  const { open, errorSentence, config, clock, hasDns, isLive = false } = look;
  const { database, publicUrl } = config;
  try {
    await using installation = await open();
    const { storage } = installation;
    const nowMs = clock.nowMs();
    return [
      await lookAtClock(storage, clock),
      ...(await lookAtServerRole(storage)),
      await lookAtLedger(storage),
      await lookAtAudit(storage),
      await lookAtProcesses(storage),
      ...(await lookAtBinds(storage, nowMs)),
      ...(await lookAtUnmatchedReceipts(storage, nowMs)),
      ...(await lookAtTrunks(storage)),
      ...(await lookAtLateWork(storage)),
      await lookAtEndpoints(storage),
      ...(await lookAtPasskeys(storage, publicUrl)),
      ...(database.kind === 'folder' ? [await lookAtBackup(storage, nowMs)] : []),
      ...(hasDns ? await lookAtDomains(storage, look) : []),
      ...(isLive ? await tryMailServers(storage.domains, look) : []),
      ...(isLive ? await tryOperators(installation, clock) : []),
      ...(await lookAtRestore(storage, nowMs)),
    ];
  } catch (error) {
    // What runs on it goes on; of what is in it nothing can be said.
    if (error instanceof OlderSchema) {
      return [fail('schema is older', { found: error.found, wanted: error.wanted })];
    }
    return [fail('database does not open', { why: errorSentence(error) })];
  }
}
