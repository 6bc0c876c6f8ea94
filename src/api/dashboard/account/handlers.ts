/** The routes of an account's files and audit. */
import type { Handler } from '#api/dashboard/handler.ts';
import { auditHandlers } from './audit.ts';
import { ledgerExport } from './ledger-export.ts';
import type { AccountPagePorts } from './ports.ts';
import { priceExport } from './prices-export.ts';

export function accountHandlers(ports: AccountPagePorts): readonly Handler[] {
  return [ledgerExport(ports), priceExport(ports), ...auditHandlers(ports)];
}
