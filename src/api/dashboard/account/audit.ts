/** Who changed what in an account. */
import { give, type Handler, handle } from '#api/dashboard/handler.ts';
import { pageMax } from '#api/dashboard/schemas.ts';
import * as define from './definitions.ts';
import type { AccountPagePorts } from './ports.ts';

export function auditHandlers({ audit }: AccountPagePorts): readonly Handler[] {
  return [
    handle(define.listAudit, async ({ accountId, query }) => {
      const { after = Number.MAX_SAFE_INTEGER, limit = pageMax } = query;
      return give({ records: [...(await audit.listAccountAudit(accountId, after, limit))] });
    }),
  ];
}
