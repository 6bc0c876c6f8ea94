/**
 * What stands in the audit is said in the log as well, whichever process or command did it: who collects the log has the
 * trail outside the database, with the hashes by which a rewritten one is known.
 */
import type { AuditStore } from '#accounts/audit-store.ts';
import type { ChainedRecord } from '#core/audit-chain.ts';
import type { Clock } from '#core/clock.ts';
import { type Log, type LogFields, maskAddress, maskPhone } from '#core/log.ts';
import { type Changes, untilChanged } from '#core/until-changed.ts';
import type { LeaderJob } from '#queue/leader-job.ts';
import type { SettingStore } from '#storage/storage.ts';

export type AuditLogPorts = {
  readonly audit: Pick<AuditStore, 'auditChain' | 'auditHead'>;
  readonly settings: Pick<SettingStore, 'findSetting' | 'saveSetting'>;
  readonly changes: Changes;
  readonly clock: Clock;
  readonly log: Log;
};

const everyMs = 1_000;
/** Where nobody changes anything the head is said all the same: a trail that was rolled back shows in it. */
const headEveryMs = 3_600_000;
const rowsMax = 200;
/** The last number of the chain that was said. */
const saidSetting = 'audit.logged';

export function auditInLog(ports: AuditLogPorts): LeaderJob {
  const sayHead = headSayer(ports);
  const sayChanged = untilChanged(ports.changes, async () => sayNew(ports, await firstOf(ports)));
  return {
    name: 'audit in the log',
    everyMs,
    work: async () => {
      await sayChanged();
      await sayHead();
    },
  };
}

/** At once, and each hour from then on. */
function headSayer({ audit, clock, log }: AuditLogPorts): () => Promise<void> {
  let saidAtMs: number | undefined;
  return async () => {
    const nowMs = clock.monotonicMs();
    if (saidAtMs !== undefined && nowMs - saidAtMs < headEveryMs) return;
    saidAtMs = nowMs;
    const { n, hash } = await audit.auditHead();
    log.info('security.audit-head', { n, hash });
  };
}

/** Read each time, as another process may have said more. What was done while no server ran is said by the next one; an installation's past before all that is not. */
async function firstOf({ audit, settings }: AuditLogPorts): Promise<number> {
  const kept = await settings.findSetting(saidSetting);
  if (kept !== undefined) return Number(kept);
  const { n } = await audit.auditHead();
  await settings.saveSetting(saidSetting, String(n));
  return n;
}

/** Said first and noted then: what a crash falls between is said twice, and not left out. Answers how many it said. */
async function sayNew({ audit, settings, log }: AuditLogPorts, after: number): Promise<number> {
  let said = after;
  let count = 0;
  for (;;) {
    const rows = await audit.auditChain(said, rowsMax);
    for (const row of rows) log.info('security.audited', fieldsOf(row));
    said = rows.at(-1)?.n ?? said;
    count += rows.length;
    if (rows.length > 0) await settings.saveSetting(saidSetting, String(said));
    if (rows.length < rowsMax) return count;
  }
}

/** Without the details, which may have contents of ours and names of others. */
function fieldsOf({ n, hash, atMs, actor, accountId, action, target }: ChainedRecord): LogFields {
  return {
    n,
    at: new Date(atMs).toISOString(),
    actor: masked(actor),
    account: accountId,
    action,
    target: target
      .split(/(?<=[/ ,])/)
      .map(masked)
      .join(''),
    hash,
  };
}

function masked(word: string): string {
  if (word.includes('@')) return maskAddress(word);
  return /^\+?\d{8,15}$/.test(word) ? maskPhone(word) : word;
}
