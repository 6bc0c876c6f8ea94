/** `parley doctor`: everything that is known to go wrong, and one thing to do about each. */
import type { Dns } from '#core/dns.ts';
import { OlderSchema } from '#core/older-schema.ts';
import { type CommandContext, command, type Outcome } from '../command.ts';
import { errorSentence } from '../error-sentence.ts';
import type { Installation } from '../installation.ts';
import { toggle } from '../option.ts';
import { table } from '../text-table.ts';
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
import { lookAtTrunks } from './trunks.ts';
import { lookAtUnmatchedReceipts } from './unmatched-receipts.ts';

export const doctor = command({
  name: 'doctor',
  sentence:
    'Looks at folder, disks, key, clock, ports, DNS, sending domains, database, money, binds, trunks, certificates, passkeys and what is late, and says what to do.',
  takes: {},
  options: {
    live: toggle(
      'Also speaks to others: mail servers or the relay, the public URL, and operators that are not bound.',
    ),
  },
  settings: 'all',
  hasJson: true,
  async run({ live }, context): Promise<Outcome> {
    const findings = await examine({ ...context, isLive: live });
    const isBad = findings.some(({ verdict }) => verdict === 'fail');
    const shown = findings.map(({ of, verdict, says, fix }) => ({ of, verdict, says, fix }));
    return { ok: true, text: report(findings), json: { ok: !isBad, findings: shown }, isBad };
  },
});

/** What it opens, where nobody has opened it yet. */
type Opened = AsyncDisposable & Pick<Installation, 'storage' | 'sealer'>;

export type Examined = Pick<CommandContext, 'config' | 'clock'> & {
  readonly open: () => Promise<Opened>;
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
  const { open, config, clock, hasDns, isLive = false } = look;
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
      ...(isLive ? await tryMailServers(installation, look) : []),
      ...(isLive ? await tryOperators(installation, clock) : []),
      ...(await lookAtRestore(storage, nowMs)),
    ];
  } catch (error) {
    if (error instanceof OlderSchema) return [lookAtSchema(error)];
    return [fail('database', errorSentence(error), 'Nothing can be sent before it opens.')];
  }
}

/** What runs on it goes on; of what is in it nothing can be said. */
function lookAtSchema({ found, wanted }: OlderSchema): Finding {
  const says = `The database has schema ${found}, this program is made for ${wanted}: it is of an older version.`;
  const fix =
    'Start the server of this version: it brings the database up to date, a folder’s behind a copy.';
  return fail('schema', says, fix);
}

function report(findings: readonly Finding[]): string {
  const rows = findings.map(({ of, verdict, says }) => [verdict, of, says]);
  const fixes = findings.flatMap(({ of, fix }) => (fix === undefined ? [] : [`${of}: ${fix}\n`]));
  const todo = fixes.length === 0 ? '' : `\nTo do:\n${fixes.join('')}`;
  return `${table(['', 'of', ''], rows)}${todo}`;
}
