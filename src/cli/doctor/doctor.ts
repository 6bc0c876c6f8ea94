/** `parley doctor`: everything that is known to go wrong, and one thing to do about each. */
import { command, type Desk, type Outcome } from '../command.ts';
import { errorSentence } from '../error-sentence.ts';
import { table } from '../text-table.ts';
import { lookAtCertificates } from './certificates.ts';
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
  lookAtServerRole,
} from './installed.ts';
import { isInstalled, lookAtAddress, lookAtFolder, lookAtKey, lookAtPort } from './machine.ts';

export const doctor = command({
  name: 'doctor',
  sentence:
    'Looks at folder, disk, key, clock, database, money, binds, certificates, passkeys and what is late, and says what to do.',
  takes: {},
  options: {},
  settings: 'all',
  hasJson: true,
  async run(_values, desk): Promise<Outcome> {
    const findings = await examine(desk);
    const isBad = findings.some(({ verdict }) => verdict === 'fail');
    return { ok: true, text: report(findings), json: { ok: !isBad, findings }, isBad };
  },
});

/** What it opens, where nobody has opened it yet. */
type Opened = AsyncDisposable & Pick<Awaited<ReturnType<Desk['open']>>, 'storage'>;
type Examined = Pick<Desk, 'config' | 'clock'> & { readonly open: () => Promise<Opened> };

export async function examine({ config, clock, open }: Examined): Promise<readonly Finding[]> {
  const nowMs = clock.nowMs();
  const machine = [
    ...(await lookAtFolder(config)),
    await lookAtKey(config),
    lookAtAddress(config),
    ...(await lookAtCertificates(config, nowMs)),
    await lookAtPort(config),
  ];
  // Opening it would make what is not there: an empty folder stays empty.
  if (!isInstalled(config)) return machine;
  return [...machine, ...(await examineStorage(open, clock, config))];
}

async function examineStorage(
  open: Examined['open'],
  clock: Desk['clock'],
  { database, publicUrl }: Desk['config'],
): Promise<readonly Finding[]> {
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
      ...(await lookAtLateWork(storage)),
      ...(await lookAtPasskeys(storage, publicUrl)),
      ...(database.kind === 'folder' ? [await lookAtBackup(storage, nowMs)] : []),
    ];
  } catch (error) {
    return [fail('database', errorSentence(error), 'Nothing can be sent before it opens.')];
  }
}

function report(findings: readonly Finding[]): string {
  const rows = findings.map(({ of, verdict, says }) => [verdict, of, says]);
  const fixes = findings.flatMap(({ of, fix }) => (fix === undefined ? [] : [`${of}: ${fix}\n`]));
  const todo = fixes.length === 0 ? '' : `\nTo do:\n${fixes.join('')}`;
  return `${table(['', 'of', ''], rows)}${todo}`;
}
