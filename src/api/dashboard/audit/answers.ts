/** Answers pages about the audit of an account, or of the installation: its list, how many fit, and all of them as a table. */
import type { z } from 'zod';
import type { AuditFilter, AuditPage, AuditQuery, AuditStore } from '#accounts/audit-store.ts';
import { formatTable } from '#core/csv-table.ts';
import { csvStream } from '../csv-download.ts';
import { give } from '../handler.ts';
import { behind, type Order, readPlace } from '../paging.ts';
import { pageMax } from '../schemas.ts';
import { written } from '../written.ts';
import type { auditFilter } from './schemas.ts';

export type AuditPorts = { readonly audit: Pick<AuditStore, 'auditRecords' | 'auditTotal'> };

type Filter = {
  readonly [Name in keyof typeof auditFilter]?: z.output<(typeof auditFilter)[Name]>;
};
type Query = Filter & {
  readonly order?: Order | undefined;
  readonly after?: number | undefined;
  readonly limit?: number | undefined;
};

/** `accountId`: undefined for all of the installation. */
export async function giveAudit(
  { audit }: AuditPorts,
  accountId: number | undefined,
  query: Query,
) {
  const { limit = pageMax } = query;
  const wish = { ...readFilter(accountId, query), ...readPlace(query), limit };
  const { records, nextId } = await audit.auditRecords(wish);
  return give({
    records: records.map((record) => ({ ...record })),
    next: nextId === undefined ? null : String(nextId),
  });
}

export async function giveTotal(
  { audit }: AuditPorts,
  accountId: number | undefined,
  query: Filter,
) {
  const { records, of } = await audit.auditTotal(readFilter(accountId, query));
  return give({ records, of: of ?? null });
}

/** `name`: of the file. */
export function giveTable(
  ports: AuditPorts,
  { name, accountId, query }: { name: string; accountId: number | undefined; query: Query },
) {
  const place = readPlace({ order: query.order });
  return csvStream(name, pieces(ports, { ...readFilter(accountId, query), ...place, limit: rows }));
}

const rows = 500;
/** With filters a page may have looked at thousands of rows and found none. */
const pagesMax = 4_000;

async function* pieces({ audit }: AuditPorts, query: AuditQuery) {
  yield formatTable([['at', 'actor', 'account', 'action', 'target', 'details']]);
  let wish: AuditQuery | undefined = query;
  for (let page = 0; page < pagesMax && wish !== undefined; page += 1) {
    const { records, nextId }: AuditPage = await audit.auditRecords(wish);
    yield formatTable(
      records.map(({ atMs, actor, accountId, action, target, details }) => [
        new Date(atMs).toISOString(),
        actor,
        accountId === null ? '' : String(accountId),
        action,
        target,
        details,
      ]),
    );
    wish = nextId === undefined ? undefined : behind(wish, nextId);
  }
}

function readFilter(accountId: number | undefined, query: Filter): AuditFilter {
  const [actor, action, target] = [query.actor, query.action, query.target].map(written);
  return { accountId, actor, action, target, fromMs: query.from, untilMs: query.until };
}
