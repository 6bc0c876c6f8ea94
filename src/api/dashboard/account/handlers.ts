/** The routes of an account's own things. */
import type { Handler } from '#api/dashboard/handler.ts';
import { auditHandlers } from './audit.ts';
import { moneyHandlers } from './money.ts';
import type { AccountPagePorts } from './ports.ts';
import { priceHandlers } from './prices.ts';

export function accountHandlers(ports: AccountPagePorts): readonly Handler[] {
  return [...moneyHandlers(ports), ...priceHandlers(ports), ...auditHandlers(ports)];
}
