/** What the doctor reads in the storage: money, clock, processes, binds, what is late, backups. */

import { auditWords } from '#accounts/audit/words.ts';
import { checkLedger, namedDifference } from '#accounts/ledger-check.ts';
import { verifyChain } from '#core/audit-chain.ts';
import type { Clock } from '#core/clock.ts';
import { allRoles } from '#core/role.ts';
import { fillIn } from '#core/words.ts';
import { owedMax } from '#model/engines.ts';
import { passkeyHost } from '#people/passkeys/relying-party.ts';
import type { BindHealth } from '#sms/operator-store.ts';
import { lastBackupSetting } from '../backup.ts';
import type { Installation } from '../installation.ts';
import { lastRestoreSetting } from '../restored.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

type Stores = Installation['storage'];

const namedMax = 10;
const clockOffMs = 2_000;
const lateMs = 60_000;
const veryLateMs = 600_000;
/** Nobody holds a bind that has not been noted for so long. */
const noticedMs = 30_000;
const backupOldMs = 2 * 86_400_000;

/** A database that is slow to answer is no clock that is wrong: its time lies between question and answer. */
export async function lookAtClock(
  { leases }: Stores,
  clock: Pick<Clock, 'nowMs'>,
): Promise<Finding> {
  const of = 'clock';
  const askedAtMs = clock.nowMs();
  const { nowMs: theirMs } = await leases.view();
  const offMs = Math.max(askedAtMs - theirMs, theirMs - clock.nowMs(), 0);
  return offMs < clockOffMs
    ? ok(of, `It agrees with the database's within ${Math.ceil(offMs / 1_000)} s.`)
    : fail(
        of,
        `It differs from the database's by ${Math.round(offMs / 1_000)} s.`,
        'Run a time service (chrony, systemd-timesyncd) on both machines.',
      );
}

/** Whoever took this program over could do there what its role may do. */
export async function lookAtServerRole({ serverRole }: Stores): Promise<readonly Finding[]> {
  if (serverRole === undefined) return [];
  const of = 'database user';
  const { name, isSuperuser, hasKnownPassword } = await serverRole();
  const troubles = [
    ...(isSuperuser ? [`${name} is a superuser of the server`] : []),
    ...(hasKnownPassword ? [`the password of ${name} is one that is tried first`] : []),
  ];
  if (troubles.length === 0) return [ok(of, name)];
  const fix =
    'Make a user that owns this database and nothing else, with a random password, and name it in --database.';
  return [warn(of, `${troubles.join(', and ')}.`, fix)];
}

export async function lookAtLedger({ accounts }: Stores): Promise<Finding> {
  const of = 'ledger';
  const { accounts: looked, differences } = await checkLedger({ accounts });
  if (differences.length === 0) return ok(of, `Each balance is its sum; accounts: ${looked}.`);
  const named = differences.slice(0, namedMax).map(namedDifference).join(', ');
  const fix = 'Stop sending for them, keep a backup, and compare message and movement rows.';
  return fail(of, `Balance and sums differ: accounts ${named}.`, fix);
}

export async function lookAtAudit({ audit }: Stores): Promise<Finding> {
  const of = 'audit';
  const reading = await verifyChain(audit);
  if (reading.ok) return ok(of, `${reading.rows} rows, none changed or removed.`);
  const fix = 'Compare with a backup: somebody has written in the database itself.';
  const { en } = auditWords.refusals['audit chain is broken'];
  return fail(of, fillIn(en, { row: reading.n }, 'en'), fix);
}

export async function lookAtProcesses({ leases }: Stores): Promise<Finding> {
  const of = 'processes';
  const { processes, nowMs } = await leases.view();
  const alive = processes.filter(({ seenAtMs }) => nowMs - seenAtMs < noticedMs);
  if (alive.length === 0) {
    return warn(of, 'No server runs on this installation.', 'Start one: parley serve.');
  }
  const idle = allRoles.filter((role) => !alive.some(({ roles }) => roles.includes(role)));
  if (idle.length === 0) return ok(of, `${alive.length} run.`);
  const fix = `Start one that does, if you use it: parley serve --roles ${idle.join(',')}.`;
  return warn(of, `${alive.length} run, and none of them does: ${idle.join(', ')}.`, fix);
}

type BindNote = Pick<BindHealth, 'downSinceMs' | 'notedAtMs'>;

/** As the process that holds it has noted it. */
export function isUp({ downSinceMs, notedAtMs }: BindNote, nowMs: number): boolean {
  return downSinceMs === null && nowMs - notedAtMs < noticedMs;
}

/** Since when all binds that are up answer nothing; undefined where one does. */
function silentSince(up: readonly BindHealth[]): number | undefined {
  const since = up.flatMap(({ silentSinceMs }) => silentSinceMs ?? []);
  return since.length > 0 && since.length === up.length ? Math.min(...since) : undefined;
}

export async function lookAtBinds(
  { operators }: Stores,
  nowMs: number,
): Promise<readonly Finding[]> {
  const binds = await operators.listHealth();
  const live = (await operators.listOperators()).filter(
    ({ builtIn, state }) => !builtIn && state === 'active',
  );
  if (live.length === 0) {
    const fix = 'Add the operator that carries your messages: parley operator add.';
    return [warn('operators', 'There is none: live messages cannot leave.', fix)];
  }
  return live.map(({ id, name, settings }) => {
    const up = binds.filter((bind) => bind.operatorId === id && isUp(bind, nowMs));
    const of = `operator ${name}`;
    const says = `${up.length} of ${settings.binds} binds are up.`;
    const silentSinceMs = silentSince(up);
    if (silentSinceMs !== undefined) {
      const seconds = Math.round((nowMs - silentSinceMs) / 1_000);
      const silence = `It is bound and does not answer: no submit for ${seconds} s. New messages prefer other routes.`;
      return fail(
        of,
        silence,
        `Ask the operator. Until it answers, one part every 10 s is its probe.`,
      );
    }
    if (up.length >= settings.binds) return ok(of, says);
    const fix = `See why in the log (operator.lost), and parley operator show ${name}.`;
    return up.length === 0 ? fail(of, says, fix) : warn(of, says, fix);
  });
}

/** A passkey works at the host it was made for, and nowhere else. */
export async function lookAtPasskeys(
  { sessions }: Stores,
  publicUrl: string | undefined,
): Promise<readonly Finding[]> {
  const here = passkeyHost(publicUrl);
  const hosts = await sessions.countPasskeys();
  if (hosts.length === 0) return [];
  const orphaned = hosts.filter(({ host }) => host !== here);
  const of = 'passkeys';
  if (orphaned.length === 0) return [ok(of, `All of them work at ${here}.`)];
  const made = orphaned.map(({ host, count }) => `${count} for ${host}`).join(', ');
  const fix =
    'Their owners sign in by password and recovery code (or by parley user reset) and add new ones.';
  return [warn(of, `Some do not work at ${here}; they were made elsewhere: ${made}.`, fix)];
}

const work = {
  sms: 'parts to operators',
  mail: 'mails',
  webhook: 'webhooks',
  customer: 'deliveries to SMPP users',
};

export async function lookAtLateWork({ lanes }: Stores): Promise<readonly Finding[]> {
  const names = Object.keys(work) as (keyof typeof work)[];
  return Promise.all(
    names.map(async (engine) => {
      const { owed, lateByUsMs: late = 0, lateByThemMs } = await lanes.findLag(engine, owedMax);
      const of = work[engine];
      const count = owed >= owedMax ? `${owedMax} or more` : owed;
      const says = `${count} owed, the earliest ${inSeconds(late)} s late${besides(lateByThemMs)}.`;
      const fix = 'Look at the operator, endpoint or server that they wait for: parley cluster.';
      if (late > veryLateMs) return fail(of, says, fix);
      return late > lateMs ? warn(of, says, fix) : ok(of, says);
    }),
  );
}

/** One customer's dead URL is no fault of the installation. */
function besides(lateByThemMs: number | undefined): string {
  return lateByThemMs === undefined
    ? ''
    : `; ${inSeconds(lateByThemMs)} s where somebody has stopped it or the receiver is away`;
}

function inSeconds(ms: number): number {
  return Math.round(ms / 1_000);
}

export async function lookAtBackup({ settings }: Stores, nowMs: number): Promise<Finding> {
  const of = 'backup';
  const takenAtMs = Number(await settings.findSetting(lastBackupSetting));
  const fix = 'Take one each day: parley backup FILE.';
  if (!(takenAtMs > 0)) return warn(of, 'None was ever taken.', fix);
  const days = Math.floor((nowMs - takenAtMs) / 86_400_000);
  const says = `The last one was taken ${days} days ago.`;
  return nowMs - takenAtMs > backupOldMs ? warn(of, says, fix) : ok(of, says);
}

/** Nothing where none ever was. */
export async function lookAtRestore(
  { settings }: Stores,
  nowMs: number,
): Promise<readonly Finding[]> {
  const restoredAtMs = Number(await settings.findSetting(lastRestoreSetting));
  if (!(restoredAtMs > 0)) return [];
  const days = Math.floor((nowMs - restoredAtMs) / 86_400_000);
  return [ok('restore', `A dump was put in place ${days} days ago.`)];
}
