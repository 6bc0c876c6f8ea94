/** Who changed what and when, in the installation and in one account, and whether nobody has rewritten it. */
import { z } from 'zod';
import type { AuditFilter, AuditStore } from '#accounts/audit-store.ts';
import { type StoredChain, verifyChain } from '#core/audit-chain.ts';
import { fromInput, idInput, lineInput } from '#core/common-inputs.ts';
import { formatTable } from '#core/csv-text.ts';
import { orders, pagesOf, readPlace } from '#core/id-paging.ts';
import { instantText } from '#core/instant-text.ts';
import { type InAccount, operation, refuse } from '#core/operation.ts';
import { TableAnswer, tableAnswer } from '#core/table-answer.ts';

type AuditPorts = { readonly audit: Pick<AuditStore, 'auditRecords' | 'auditTotal'> };

const limitMax = 1_000;

/** How they begin, in any letter case. */
const beginning = lineInput(0, 200).optional();

const filterShape = {
  actor: beginning,
  /** A noun and what was done to it: `route.set`. */
  action: beginning,
  target: beginning,
  from: fromInput.optional(),
  /** Exclusive. */
  until: fromInput.optional(),
};
const filter = z.strictObject(filterShape);
const ordered = z.strictObject({ ...filterShape, order: z.enum(orders).default('newest') });
const page = ordered.extend({
  before: idInput.optional(),
  limit: z.int().min(1).max(limitMax).default(50),
});

const listed = z.object({
  audit: z.array(
    z.object({
      id: z.int(),
      at: z.iso.datetime(),
      actor: z.string(),
      /** Null where it is about no account. */
      accountId: z.int().nullable(),
      action: z.string(),
      target: z.string(),
      details: z.record(z.string(), z.unknown()),
    }),
  ),
  /** What the next page begins behind; null: there is none. */
  before: z.int().nullable(),
});

/** `of`: among the newest so many, as there are more; null: of all. */
const total = z.object({ records: z.int(), of: z.int().nullable() });

const ofAll = { does: 'reads', needs: 'administrator', refusals: [] } as const;
const ofAccount = { does: 'reads', needs: 'manage people', refusals: [] } as const;

export const listAudit = operation({
  ...ofAll,
  name: 'audit list',
  input: page,
  output: listed,
  run: (ports: AuditPorts, asked) => list(ports, asked),
});

export const totalAudit = operation({
  ...ofAll,
  name: 'audit total',
  input: filter,
  output: total,
  run: (ports: AuditPorts, asked) => count(ports, asked),
});

export const exportAudit = operation({
  ...ofAll,
  name: 'audit export',
  fresh: true,
  input: ordered,
  output: tableAnswer,
  run: async (ports: AuditPorts, asked) => new TableAnswer('audit', pieces(ports, asked)),
});

export const listAccountAudit = operation({
  ...ofAccount,
  name: 'account audit',
  input: page,
  output: listed,
  run: (ports: AuditPorts, asked, caller) => list(ports, asked, caller),
});

export const totalAccountAudit = operation({
  ...ofAccount,
  name: 'account audit total',
  input: filter,
  output: total,
  run: (ports: AuditPorts, asked, caller) => count(ports, asked, caller),
});

export const exportAccountAudit = operation({
  ...ofAccount,
  name: 'account audit export',
  fresh: true,
  input: ordered,
  output: tableAnswer,
  run: async (ports: AuditPorts, asked, caller) =>
    new TableAnswer(`audit-${caller.accountId}`, pieces(ports, asked, caller)),
});

type Of = Pick<InAccount, 'accountId'>;

async function list(
  { audit }: AuditPorts,
  { before, limit, order, ...asked }: z.output<typeof page>,
  of?: Of,
): Promise<z.input<typeof listed>> {
  const place = readPlace({ after: before, order });
  const { records, nextId } = await audit.auditRecords({ ...filterOf(asked, of), ...place, limit });
  return {
    audit: records.map(({ atMs, details, ...record }) => ({
      ...record,
      at: instantText(atMs),
      details: JSON.parse(details) as Record<string, unknown>,
    })),
    before: nextId ?? null,
  };
}

async function count({ audit }: AuditPorts, asked: z.output<typeof filter>, within?: Of) {
  const { records, of = null } = await audit.auditTotal(filterOf(asked, within));
  return { records, of };
}

const rows = 500;

async function* pieces(
  { audit }: AuditPorts,
  { order, ...asked }: z.output<typeof ordered>,
  of?: Of,
): AsyncGenerator<string> {
  yield formatTable([['at', 'actor', 'account', 'action', 'target', 'details']]);
  const query = { ...filterOf(asked, of), ...readPlace({ order }), limit: rows };
  for await (const { records } of pagesOf(query, (wish) => audit.auditRecords(wish))) {
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
  }
}

function filterOf(
  { actor, action, target, from: fromMs, until: untilMs }: z.output<typeof filter>,
  of: Of | undefined,
): AuditFilter {
  const [byActor, ofAction, ofTarget] = [actor, action, target].map((text) => text || undefined);
  const accountId = of?.accountId;
  return { accountId, actor: byActor, action: ofAction, target: ofTarget, fromMs, untilMs };
}

export const verifyAudit = operation({
  name: 'audit verify',
  does: 'reads',
  needs: 'administrator',
  output: z.object({ rows: z.int(), n: z.int(), hash: z.string() }),
  refusals: ['audit chain is broken'],
  async run({ audit }: { readonly audit: StoredChain }) {
    const [reading, { n, hash }] = [await verifyChain(audit), await audit.auditHead()];
    return reading.ok
      ? { rows: reading.rows, n, hash }
      : refuse('audit chain is broken', { params: { row: reading.n } });
  },
});
