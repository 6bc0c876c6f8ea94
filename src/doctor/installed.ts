/** What the doctor reads in the storage: money, clock, processes, binds, what is late, backups. */
import { checkLedger, namedDifference } from '#accounts/ledger-check.ts';
import { verifyChain } from '#core/audit-chain.ts';
import type { Clock } from '#core/clock.ts';
import { allRoles } from '#core/role.ts';
import { fillSentence, joined, type Params, type Sentence } from '#core/words.ts';
import { owedMax } from '#model/engines.ts';
import { passkeyHost } from '#people/passkeys/relying-party.ts';
import type { BindHealth } from '#sms/operator-store.ts';
import { lastBackupSetting, lastRestoreSetting } from './copies.ts';
import { countedOwed } from './endpoints.ts';
import { type Finding, type FindingCode, fail, ok, warn } from './finding.ts';
import { findingParts } from './finding-words.ts';
import type { DoctorStores } from './stores.ts';

type Stores = DoctorStores;

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
  const askedAtMs = clock.nowMs();
  const { nowMs: theirMs } = await leases.view();
  const offMs = Math.max(askedAtMs - theirMs, theirMs - clock.nowMs(), 0);
  return offMs < clockOffMs
    ? ok('clock agrees', { seconds: Math.ceil(offMs / 1_000) })
    : fail('clock differs', { seconds: inSeconds(offMs) });
}

/** An attacker who took this program over could do there what its role may do. */
export async function lookAtServerRole({ serverRole }: Stores): Promise<readonly Finding[]> {
  if (serverRole === undefined) return [];
  const { name, isSuperuser, hasKnownPassword } = await serverRole();
  const troubles = [
    ...(isSuperuser ? [fillSentence(findingParts.superuser, { name })] : []),
    ...(hasKnownPassword ? [fillSentence(findingParts.knownPassword, { name })] : []),
  ];
  if (troubles.length === 0) return [ok('database user is confined', { name })];
  return [warn('database user may do more', { troubles: joined(troubles, and) })];
}

const and: Sentence = { en: ', and ', fr: ', et ' };

export async function lookAtLedger({ accounts }: Stores): Promise<Finding> {
  const { accounts: looked, differences } = await checkLedger({ accounts });
  if (differences.length === 0) return ok('ledger adds up', { accounts: looked });
  const named = differences.slice(0, namedMax).map(namedDifference).join(', ');
  return fail('ledger differs', { accounts: named });
}

export async function lookAtAudit({ audit }: Stores): Promise<Finding> {
  const reading = await verifyChain(audit);
  if (reading.ok) return ok('audit is whole', { rows: reading.rows });
  return fail('audit chain is broken', { row: reading.n });
}

export async function lookAtProcesses({ leases }: Stores): Promise<Finding> {
  const { processes, nowMs } = await leases.view();
  const alive = processes.filter(({ seenAtMs }) => nowMs - seenAtMs < noticedMs);
  if (alive.length === 0) return warn('no process runs');
  // Threads with engines of their own have records like processes.
  const count = new Set(alive.map(({ host, pid }) => `${host} ${pid}`)).size;
  const idle = allRoles.filter((role) => !alive.some(({ roles }) => roles.includes(role)));
  if (idle.length === 0) return ok('processes run', { count });
  const roles = { roles: idle.join(', '), list: idle.join(',') };
  return warn('roles are idle', { count, ...roles });
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
  if (live.length === 0) return [warn('no operator is there')];
  return live.map(({ id, name, settings }) => {
    const up = binds.filter((bind) => bind.operatorId === id && isUp(bind, nowMs));
    const silentSinceMs = silentSince(up);
    if (silentSinceMs !== undefined) {
      const seconds = inSeconds(nowMs - silentSinceMs);
      return fail('operator is silent', { operator: name, seconds });
    }
    const told = { operator: name, up: up.length, binds: settings.binds };
    if (up.length >= settings.binds) return ok('binds are up', told);
    return up.length === 0 ? fail('binds are up', told) : warn('binds are up', told);
  });
}

/** A passkey works at the host it was made for, and nowhere else. */
export async function lookAtPasskeys(
  { people }: Stores,
  publicUrl: string | undefined,
): Promise<readonly Finding[]> {
  const here = passkeyHost(publicUrl);
  const hosts = await people.countPasskeys();
  if (hosts.length === 0) return [];
  const orphaned = hosts.filter(({ host }) => host !== here);
  if (orphaned.length === 0) return [ok('passkeys work', { host: here })];
  const made = orphaned.map(({ host, count }) =>
    fillSentence(findingParts.madeFor, { host, count }),
  );
  return [warn('passkeys are for another host', { host: here, made: joined(made) })];
}

const work = {
  sms: 'parts are owed',
  mail: 'mails are owed',
  webhook: 'webhooks are owed',
  customer: 'customer deliveries are owed',
} as const satisfies Readonly<Record<string, FindingCode>>;

export async function lookAtLateWork({ jobs }: Stores): Promise<readonly Finding[]> {
  const names = Object.keys(work) as (keyof typeof work)[];
  return Promise.all(
    names.map(async (engine) => {
      const { owed, lateByUsMs: late = 0, lateByThemMs } = await jobs.findLag(engine, owedMax);
      const code = work[engine];
      const lag = { owed: countedOwed(owed), seconds: inSeconds(late) };
      const told = { ...lag, besides: besides(lateByThemMs) };
      if (late > veryLateMs) return fail(code, told);
      return late > lateMs ? warn(code, told) : ok(code, told);
    }),
  );
}

/** One customer's dead URL is no fault of the installation. */
function besides(lateByThemMs: number | undefined): Params[string] {
  return lateByThemMs === undefined
    ? ''
    : fillSentence(findingParts.besides, { seconds: inSeconds(lateByThemMs) });
}

function inSeconds(ms: number): number {
  return Math.round(ms / 1_000);
}

export async function lookAtBackup({ settings }: Stores, nowMs: number): Promise<Finding> {
  const takenAtMs = Number(await settings.findSetting(lastBackupSetting));
  if (!(takenAtMs > 0)) return warn('no backup was taken');
  const days = Math.floor((nowMs - takenAtMs) / 86_400_000);
  const isOld = nowMs - takenAtMs > backupOldMs;
  return isOld ? warn('backup was taken', { days }) : ok('backup was taken', { days });
}

/** Nothing where none ever was. */
export async function lookAtRestore(
  { settings }: Stores,
  nowMs: number,
): Promise<readonly Finding[]> {
  const restoredAtMs = Number(await settings.findSetting(lastRestoreSetting));
  if (!(restoredAtMs > 0)) return [];
  const days = Math.floor((nowMs - restoredAtMs) / 86_400_000);
  return [ok('dump was restored', { days })];
}
