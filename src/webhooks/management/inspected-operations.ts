/** Webhooks that the built-in inspector has received, and whether requests are signed right. */
import { z } from 'zod';
import type { AuditStore } from '#accounts/audit-store.ts';
import { fromInput, idInput, lineInput } from '#core/common-inputs.ts';
import { orders, readPlace, type TimedPage } from '#core/id-paging.ts';
import { operation, refuse } from '#core/operation.ts';
import { readHeaderLines } from './check-signature.ts';
import { signatureReasons } from './signature-reasons.ts';
import { judgePasted, judgeReceived, type VerdictPorts } from './verdicts.ts';

type Received = {
  readonly id: number;
  readonly atMs: number;
  /** The request line and the fields, as they came, a line each. */
  readonly head: string;
  readonly body: Uint8Array;
  /** What it was answered, in words. */
  readonly answer: string;
};

type InspectedPorts = {
  readonly simulator: {
    listRequests(page: TimedPage): Promise<readonly Received[]>;
    findRequest(id: number): Promise<Received | undefined>;
    clearRequests(): Promise<number>;
  };
};

const verdict = z.object({
  verdict: z.enum(['right', 'form', 'clock', 'bytes', 'secret', 'secret or bytes']),
  why: z.enum(signatureReasons),
  /** The first octet of the body that is not as it was sent. */
  octet: z.int().nullable(),
  /** How old the timestamp is, in seconds; below zero: it lies ahead. */
  ageS: z.int().nullable(),
  /** Whose secret it was signed with, if it was another one's. */
  endpointId: z.int().nullable(),
});

const received = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** Of its headers; empty where there is none. */
  event: z.string(),
  webhookId: z.string(),
  attempt: z.string(),
  octets: z.int(),
  answer: z.string(),
  head: z.string(),
  body: z.string(),
});

const changes = ['simulator webhooks'];
/** More than the inspector keeps. */
const searchedMax = 1_000;

export const listInspected = operation({
  name: 'simulator webhooks',
  does: 'reads',
  needs: 'administrator',
  input: z.strictObject({
    before: idInput.optional(),
    /** Part of the headers, the body or the answer, in any case. */
    search: lineInput(0, 200).optional(),
    from: fromInput.optional(),
    /** Exclusive. */
    until: fromInput.optional(),
    order: z.enum(orders).default('newest'),
    limit: z.int().min(1).max(200).default(20),
  }),
  output: z.object({
    webhooks: z.array(received),
    /** What the next page begins behind; null: there is none. */
    before: z.int().nullable(),
  }),
  async run({ simulator }: InspectedPorts, { search = '', before, order, limit, ...time }) {
    const wanted = search.trim().toLowerCase();
    const place = readPlace({ after: before, order });
    const of = { ...place, fromMs: time.from, untilMs: time.until };
    const seen = await simulator.listRequests({
      ...of,
      limit: wanted === '' ? limit : searchedMax,
    });
    const fitting = seen.filter((one) => holds(one, wanted));
    const shown = fitting.slice(0, limit);
    const isMore = fitting.length > limit || (wanted === '' && seen.length === limit);
    return {
      webhooks: shown.map(viewReceived),
      before: isMore ? (shown.at(-1)?.id ?? null) : null,
    };
  },
});

export const showInspected = operation({
  name: 'simulator webhooks show',
  does: 'reads',
  needs: 'administrator',
  positional: ['webhook'],
  input: z.strictObject({ webhook: idInput }),
  output: z.object({
    /** `signature` null: which endpoint sent it is not known, as with tests. */
    webhook: received.extend({ signature: verdict.nullable() }),
  }),
  refusals: ['webhook is not there'],
  async run(ports: InspectedPorts & VerdictPorts, { webhook }) {
    const found = await ports.simulator.findRequest(webhook);
    if (found === undefined) {
      return refuse('webhook is not there', { field: 'webhook', params: { webhook } });
    }
    const signature = (await judgeReceived(found, ports)) ?? null;
    return { webhook: { ...viewReceived(found), signature } };
  },
});

export const clearInspected = operation({
  name: 'simulator webhooks clear',
  does: 'writes',
  needs: 'administrator',
  changes,
  output: z.object({ cleared: z.int() }),
  async run(
    { simulator, audit }: InspectedPorts & { readonly audit: Pick<AuditStore, 'note'> },
    _,
    author,
  ) {
    const cleared = await simulator.clearRequests();
    const noted = { action: 'inspector.clear', target: 'inspector', accountId: null };
    await audit.note(author, { ...noted, details: { cleared } });
    return { cleared };
  },
});

function holds({ head, body, answer }: Received, part: string): boolean {
  if (part === '') return true;
  const texts = [head, Buffer.from(body).toString(), answer];
  return texts.some((text) => text.toLowerCase().includes(part));
}

function viewReceived({ atMs, head, body, ...rest }: Received): z.input<typeof received> {
  const headers = readHeaderLines(head);
  return {
    ...rest,
    at: new Date(atMs).toISOString(),
    event: headers.get('webhook-event') ?? '',
    webhookId: headers.get('webhook-id') ?? '',
    attempt: headers.get('webhook-attempt') ?? '',
    octets: body.length,
    head,
    body: Buffer.from(body).toString(),
  };
}

export const checkRequest = operation({
  name: 'endpoint check-request',
  does: 'writes',
  needs: 'manage keys',
  whileClosed: true,
  input: z.strictObject({
    secret: z.string().max(200),
    /** A line each; the request line may stand among them. */
    headers: z.string().max(20_000),
    body: z.string().max(500_000),
  }),
  output: verdict,
  run: (ports: VerdictPorts, pasted, { accountId }) => judgePasted(accountId, pasted, ports),
});
