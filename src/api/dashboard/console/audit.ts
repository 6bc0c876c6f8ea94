/** Who changed what in the installation. */
import { giveAudit, giveTable, giveTotal } from '#api/dashboard/audit/answers.ts';
import { type Handler, handle } from '#api/dashboard/handler.ts';
import * as define from './definitions.ts';
import type { ConsolePorts } from './ports.ts';

export function auditHandlers(ports: ConsolePorts): readonly Handler[] {
  return [
    handle(define.listChanges, ({ query }) => giveAudit(ports, undefined, query)),
    handle(define.totalChanges, ({ query }) => giveTotal(ports, undefined, query)),
    handle(define.exportChanges, ({ query }) =>
      giveTable(ports, { name: 'audit', accountId: undefined, query }),
    ),
  ];
}
