/** Who changed what in the account, and when. */
import { useAccount } from '../../app/session.tsx';
import { AuditList } from './audit-list.tsx';

export function AccountAuditPage() {
  return <AuditList account={useAccount().id} />;
}
