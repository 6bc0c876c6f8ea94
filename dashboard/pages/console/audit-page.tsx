/** Who changed what in the installation, and when. */
import { AuditList } from '../account/audit-list.tsx';

export function AuditPage() {
  return <AuditList account={undefined} />;
}
