/** Who changed what in an account. */
import { giveAudit, giveTable, giveTotal } from '#api/dashboard/audit/answers.ts';
import { type Handler, handle } from '#api/dashboard/handler.ts';
import * as define from './definitions.ts';
import type { AccountPagePorts } from './ports.ts';

export function auditHandlers(ports: AccountPagePorts): readonly Handler[] {
  return [
    handle(define.listAudit, ({ accountId, query }) => giveAudit(ports, accountId, query)),
    handle(define.totalAudit, ({ accountId, query }) => giveTotal(ports, accountId, query)),
    handle(define.exportAudit, ({ accountId, query }) =>
      giveTable(ports, { name: `audit-${accountId}`, accountId, query }),
    ),
  ];
}
