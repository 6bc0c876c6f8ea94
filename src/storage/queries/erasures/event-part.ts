/** Events that name a person: their form stays, what they say of the person goes. */
import type { ErasureScope, KeptRow } from '#accounts/erasure-store.ts';
import { pduKinds } from '#core/pdu-kinds.ts';
import { idsOf, inCommits, type KeptPart, scan } from './kept-part.ts';

/** They are read whole. */
const lookedAt = 2_000;
const erasedKey = 'erased';
/** What a person has written stands in these. */
const writtenFields = ['text', 'keyword'];

export const events: KeptPart = {
  part: 'events',
  async *pages(database, scope) {
    const all = scan(
      database,
      'webhook_event',
      ({ after, to }) => {
        const query = database.build
          .selectFrom('webhook_event')
          .select(['id', 'account_id as accountId', 'kind', 'order_key as orderKey', 'url'])
          .select(['body', 'created_at as createdAtMs'])
          .where('id', '>', after)
          .where('id', '<=', to)
          .orderBy('id');
        return scope.accountId === undefined
          ? query
          : query.where('account_id', '=', scope.accountId);
      },
      lookedAt,
    );
    for await (const page of all) {
      const about = page.filter((row) => isAbout(row as EventRow, scope));
      yield* inCommits(about.map((row) => shown(row as EventRow)));
    }
  },
  steps: ({ build }, rows, scope) => [
    build
      .deleteFrom('job')
      .where((is) => is.or([is('lane', 'like', 'webhook/%'), is('lane', 'like', 'customer/%')]))
      .where('subject', 'in', idsOf(rows)),
    ...rows.map((row) =>
      build
        .updateTable('webhook_event')
        .set({ body: erasedBody(row as EventRow, scope), url: null, order_key: erasedKey })
        .set({ first_url: '', first_response_head: '', first_response_body: '' })
        .where('id', '=', row.id),
    ),
    build
      .updateTable('webhook_attempt')
      .set({ url: '', response_head: '', response_body: '' })
      .where('event_id', 'in', idsOf(rows)),
  ],
};

type EventRow = KeptRow & {
  readonly kind: string;
  readonly orderKey: string;
  readonly url: string | null;
  readonly body: Uint8Array | string;
};

function isPdu(row: KeptRow): boolean {
  return (row as EventRow).kind.startsWith(pduKinds);
}

function nameOf({ subject }: ErasureScope): string {
  return subject.kind === 'phone' ? subject.phone : subject.address;
}

function bodyOf({ body }: EventRow): Buffer {
  return typeof body === 'string' ? Buffer.from(body, 'latin1') : Buffer.from(body);
}

function isAbout(row: EventRow, scope: ErasureScope): boolean {
  const name = nameOf(scope).toLowerCase();
  const text = bodyOf(row).toString('latin1').toLowerCase();
  return text.includes(name) || row.orderKey.toLowerCase().includes(name);
}

/** Octets as text, for people who read the export. */
function shown(row: EventRow): EventRow {
  return { ...row, body: bodyOf(row).toString(isPdu(row) ? 'latin1' : 'utf8') };
}

/** It keeps its form for those that fetch it: noughts in place of the name, nothing in place of what was written. */
function erasedBody(row: EventRow, scope: ErasureScope): Buffer {
  if (isPdu(row)) return Buffer.alloc(0);
  const name = nameOf(scope);
  const text = String(row.body);
  const pattern = new RegExp(name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi');
  return Buffer.from(withoutWritten(text).replace(pattern, '0'.repeat(name.length)));
}

function withoutWritten(text: string): string {
  try {
    const fields = JSON.parse(text) as Record<string, unknown>;
    for (const field of writtenFields) if (field in fields) fields[field] = '';
    return JSON.stringify(fields);
  } catch {
    // What is no JSON says nothing that is to be kept.
    return '{}';
  }
}
