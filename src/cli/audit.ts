/** `parley audit`: who changed what, and when, and whether nobody has rewritten it. */
import type { AuditRecord } from '#accounts/audit-store.ts';
import { verifyChain } from '#core/audit-chain.ts';
import { wholeNumber } from '#core/value-kind.ts';
import { command, done, failed } from './command.ts';
import { brokenChain } from './doctor/installed.ts';
import { maybe, otherwise } from './option.ts';
import { formatTime, table } from './text-table.ts';
import { id } from './written-values.ts';

const pageMax = 1_000;

const auditList = command({
  name: 'audit list',
  sentence:
    'Lists what people have changed, the newest first: accounts, keys, operators, routes, prices, limits …',
  takes: {},
  options: {
    before: maybe(id, 'ID', 'Begins behind this one.'),
    limit: otherwise(50, wholeNumber(1, pageMax), 'COUNT', 'How many.'),
  },
  async run({ before = Number.MAX_SAFE_INTEGER, limit }, { open }) {
    await using installation = await open();
    const records = await installation.storage.audit.listAudit(before, limit);
    const text = table(
      ['id', 'at', 'actor', 'account', 'action', 'target', 'details'],
      records.map(({ id: number, atMs, actor, accountId, action, target, details }) => [
        String(number),
        formatTime(atMs),
        actor,
        String(accountId ?? '-'),
        action,
        target,
        details,
      ]),
    );
    return done(text, { audit: records.map(auditJson) });
  },
});

function auditJson({ atMs, details, ...record }: AuditRecord): object {
  return { ...record, at: formatTime(atMs), details: JSON.parse(details) as unknown };
}

const auditVerify = command({
  name: 'audit verify',
  sentence: 'Reads the chain of the audit to its end, and says where it breaks.',
  takes: {},
  options: {},
  async run(_, { open }) {
    await using installation = await open();
    const { audit } = installation.storage;
    const [reading, { n, hash }] = [await verifyChain(audit), await audit.auditHead()];
    if (!reading.ok) return failed(brokenChain(reading.n));
    const text = `${reading.rows} rows, none changed or removed. The last one is ${n}: ${hash}`;
    return done(text, { rows: reading.rows, n, hash });
  },
});

export const auditCommands = [auditList, auditVerify];
