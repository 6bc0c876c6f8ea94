/** The audit as commands show it to people. */
import type { z } from 'zod';
import type { listAudit, verifyAudit } from '#accounts/audit/audit-operations.ts';
import { table } from '#cli/text-table.ts';

type List = z.output<(typeof listAudit)['output']>;
type Verified = z.output<(typeof verifyAudit)['output']>;

export const auditTexts = {
  'audit list': listText,
  'account audit': listText,
  'audit verify': ({ rows, n, hash }: Verified) =>
    `${rows} entries, none changed or removed. The last one is ${n}: ${hash}\n`,
};

function listText({ audit }: List): string {
  return table(
    ['id', 'at', 'actor', 'account', 'action', 'target', 'details'],
    audit.map(({ id, at, actor, accountId, action, target, details }) => [
      String(id),
      at,
      actor,
      String(accountId ?? '-'),
      action,
      target,
      JSON.stringify(details),
    ]),
  );
}
