/** Who changed what and when, and whether nobody has rewritten it. */
import { z } from 'zod';
import type { AuditStore } from '#accounts/audit-store.ts';
import { type StoredChain, verifyChain } from '#core/audit-chain.ts';
import { instantText } from '#core/instant-text.ts';
import { operation, refuse } from '#core/operation.ts';

const limitMax = 1_000;

export const listAudit = operation({
  name: 'audit list',
  does: 'reads',
  needs: 'administrator',
  input: z.strictObject({
    before: z.int().min(1).max(999_999_999_999_999).optional(),
    limit: z.int().min(1).max(limitMax).default(50),
  }),
  output: z.object({
    audit: z.array(
      z.object({
        id: z.int(),
        at: z.iso.datetime(),
        actor: z.string(),
        accountId: z.int().nullable(),
        action: z.string(),
        target: z.string(),
        details: z.record(z.string(), z.unknown()),
      }),
    ),
    /** What the next page begins behind; null: there is none. */
    before: z.int().nullable(),
  }),
  refusals: [],
  async run(
    { audit }: { readonly audit: Pick<AuditStore, 'listAudit'> },
    { before = Number.MAX_SAFE_INTEGER, limit },
  ) {
    const records = await audit.listAudit(before, limit);
    return {
      audit: records.map(({ atMs, details, ...record }) => ({
        ...record,
        at: instantText(atMs),
        details: JSON.parse(details) as Record<string, unknown>,
      })),
      before: records.length < limit ? null : (records.at(-1)?.id ?? null),
    };
  },
});

export const verifyAudit = operation({
  name: 'audit verify',
  does: 'reads',
  needs: 'administrator',
  input: z.strictObject({}),
  output: z.object({ rows: z.int(), n: z.int(), hash: z.string() }),
  refusals: ['audit chain is broken'],
  async run({ audit }: { readonly audit: StoredChain }) {
    const [reading, { n, hash }] = [await verifyChain(audit), await audit.auditHead()];
    return reading.ok
      ? { rows: reading.rows, n, hash }
      : refuse('audit chain is broken', { params: { row: reading.n } });
  },
});
