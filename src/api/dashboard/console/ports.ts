/** What the console asks of the program. */
import type { AuditStore } from '#accounts/audit-store.ts';
import type { Clock } from '#core/clock.ts';
import type { AccountViews } from '#people/account-view.ts';

type Finding = {
  readonly of: string;
  readonly verdict: 'ok' | 'warn' | 'fail';
  readonly says: string;
  readonly fix: string | undefined;
};

export type ConsolePorts = {
  readonly audit: Pick<AuditStore, 'auditRecords' | 'auditTotal' | 'note'>;
  readonly views: Pick<AccountViews, 'begin' | 'end'>;
  readonly doctor: {
    examine(): Promise<readonly Finding[]>;
  };
  readonly clock: Pick<Clock, 'nowMs' | 'sleep'>;
};
