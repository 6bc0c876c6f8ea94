/** What the audit says where people let caught mail go, or have it forgotten: no address, which an erasure could not take away. */
import type { NewAuditRecord } from '#accounts/audit-store.ts';
import type { Release } from './mail-release.ts';

export function releaseRecord(caughtId: number, { isSent, host, said }: Release): NewAuditRecord {
  const details = { isSent, host, said };
  return { action: 'caught_mail.release', target: String(caughtId), accountId: null, details };
}

export function clearRecord(cleared: number): NewAuditRecord {
  return { action: 'caught_mail.clear', target: '', accountId: null, details: { cleared } };
}
