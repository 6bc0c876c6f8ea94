/** What the console asks of the program. */
import type { AuditStore } from '#accounts/audit-store.ts';
import type { Clock } from '#core/clock.ts';
import type { AccountViews } from '#people/account-view.ts';

export type ConsolePorts = {
  readonly audit: Pick<AuditStore, 'auditRecords' | 'auditTotal' | 'note'>;
  readonly views: Pick<AccountViews, 'begin' | 'end'>;
  readonly clock: Pick<Clock, 'nowMs' | 'sleep'>;
};
