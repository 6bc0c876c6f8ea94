/** The audit as commands show it to people. */
import type { z } from 'zod';
import type { listAudit } from '#accounts/audit/audit-operations.ts';
import { columns } from '#cli/text-table.ts';
import type { Texts } from './shown-value.ts';

type List = z.output<(typeof listAudit)['output']>;

export const auditTexts = {
  'audit list': listText,
  'account audit': listText,
  'audit verify': ({ rows, n, hash }) =>
    `${rows} entries, none changed or removed. The last one is ${n}: ${hash}\n`,
} satisfies Texts;

function listText({ audit }: List): string {
  return columns(audit, 'id', 'at', 'actor', ['account', 'accountId'], 'action', 'target', [
    'details',
    ({ details }) => JSON.stringify(details),
  ]);
}
