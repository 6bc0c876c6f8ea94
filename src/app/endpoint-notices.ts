/** What people should know of an endpoint is written into the audit trail, where they look for what changed. */
import type { AuditStore } from '#accounts/audit-store.ts';
import type { EndpointNotices } from '#webhooks/endpoint-notices.ts';

const actor = 'system';

export function noticesIn(audit: Pick<AuditStore, 'note'>): EndpointNotices {
  return {
    say: ({ endpointId, accountId, what, origin, reason, ...times }) =>
      audit.note(
        { actor, atMs: times.atMs },
        {
          action: `endpoint.${what}`,
          target: String(endpointId),
          accountId,
          details: {
            origin,
            reason,
            failingSinceMs: times.failingSinceMs,
            givenUpAtMs: times.givenUpAtMs,
          },
        },
      ),
  };
}
