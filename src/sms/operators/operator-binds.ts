/** `operator binds` and `operator trace`: what passes over the binds of an operator now. */

import { z } from 'zod';
import type { AuditStore } from '#accounts/audit-store.ts';
import { faultOf, faultView } from '#core/attempt-fault.ts';
import { operation, Refusal } from '#core/operation.ts';
import { bindLease } from '#sms/links/part-lane.ts';
import type { Operator } from '#sms/operator.ts';
import { adviceOptions } from '#sms/receipts/advice-words.ts';
import { findReceiptIdAdvice } from '#sms/receipts/receipt-rematch.ts';
import type { OpenLink } from '#sms/sms-engine.ts';
import { operatorName } from './operator-settings.ts';
import { findOperator, type OperatorPorts, operatorView, viewOperator } from './operator-view.ts';

type HeldLink = OpenLink & { readonly processId: number; readonly host: string };

type Leases = {
  readonly processes: readonly { readonly id: number; readonly host: string }[];
  readonly leases: readonly {
    readonly name: string;
    readonly owner: number | null;
    readonly isFree: boolean;
  }[];
};

type BindPorts = OperatorPorts & {
  /** The binds that processes hold, in this one and in others. */
  readonly openLinks: {
    links(operatorId: number): Promise<readonly HeldLink[]>;
    /** In every process; how many binds this one has. */
    trace(operatorId: number, isTraced: boolean): number;
  };
  readonly jobs: {
    findLag(engine: string, owedMax: number): Promise<{ readonly lateMs: number | undefined }>;
  };
  readonly leases: { view(): Promise<Leases> };
  readonly audit: Pick<AuditStore, 'note'>;
};

const instant = z.int().meta({ description: 'Milliseconds since 1970.' });

const tracedPdu = z.object({
  atMs: instant,
  way: z.enum(['sent', 'received']),
  command: z.string(),
  sequence: z.number(),
  /** By the standard’s name: `ESME_ROK`. */
  status: z.string(),
  source: z.string(),
  destination: z.string(),
  messageId: z.string(),
  esmClass: z.int().nullable(),
  dataCoding: z.int().nullable(),
  textOctets: z.int().nullable(),
});

const linkView = z.object({
  place: z.int(),
  /** The process that holds it. */
  processId: z.int(),
  host: z.string(),
  connections: z.array(
    z.object({
      mode: z.enum(['trx', 'tx', 'rx']),
      state: z.enum(['connecting', 'binding', 'bound', 'waiting', 'closed']),
      /** What the operator calls itself. */
      peer: z.string(),
      /** Why it is not bound. */
      lost: z.string(),
      fault: faultView,
      retryAtMs: instant.nullable(),
    }),
  ),
  window: z.int(),
  /** Submits that wait for their answer. */
  unanswered: z.int(),
  /** What is allowed now; null: as fast as the window. */
  ratePerSecond: z.number().nullable(),
  /** Since the bind was opened, the most frequent first. */
  answers: z.array(z.object({ status: z.string(), count: z.int() })),
  otherAnswers: z.int(),
  uncertain: z.int(),
  /** Of the last hundred answers. */
  roundTrip: z.object({ meanMs: z.number(), mostMs: z.number() }).nullable(),
  trace: z.object({ endsAtMs: instant.nullable(), pdus: z.array(tracedPdu) }),
});

export const operatorBinds = operation({
  name: 'operator binds',
  does: 'reads',
  needs: 'administrator',
  positional: ['name'],
  input: z.strictObject({ name: operatorName }),
  output: z.object({
    operator: operatorView,
    /** By how long the earliest part is late; null where nothing is due. */
    lateMs: z.number().nullable(),
    /** Settings by which kept receipts would match messages, as `parley operator set` takes them; null: none do. */
    receiptIdAdvice: z.object({ matches: z.int(), options: z.string() }).nullable(),
    links: z.array(linkView),
    /** Binds of which nobody tells: nobody holds them, or a process that has just taken them. */
    elsewhere: z.array(
      z.object({ place: z.int(), processId: z.int().nullable(), host: z.string() }),
    ),
  }),
  refusals: ['operator is unknown'],
  async run(ports: BindPorts, { name }) {
    const operator = await findOperator(name, ports);
    if (operator instanceof Refusal) return operator;
    const { lateMs = null } = await ports.jobs.findLag(`sms/${operator.id}`, 1);
    const links = onePerPlace(await ports.openLinks.links(operator.id), operator);
    const known = new Set(links.map(({ place }) => place));
    return {
      operator: await viewOperator(operator, ports),
      lateMs,
      receiptIdAdvice: await adviceOf(operator, ports),
      links: links.map(viewLink),
      elsewhere: (await holdersOf(operator, ports)).filter(({ place }) => !known.has(place)),
    };
  },
});

export const traceOperator = operation({
  name: 'operator trace',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes: ['operator binds'],
  positional: ['name', 'isOn'],
  input: z.strictObject({ name: operatorName, isOn: z.boolean() }),
  /** How many binds the answering process traces; the others are told. */
  output: z.object({ binds: z.int() }),
  refusals: ['operator is unknown'],
  async run(ports: BindPorts, { name, isOn }, author) {
    const operator = await findOperator(name, ports);
    if (operator instanceof Refusal) return operator;
    const binds = ports.openLinks.trace(operator.id, isOn);
    const action = isOn ? 'operator.traced' : 'operator.untraced';
    const note = { action, target: operator.name, accountId: null, details: { binds } };
    await ports.audit.note(author, note);
    return { binds };
  },
});

async function adviceOf(operator: Operator, { messages }: BindPorts) {
  const advice = await findReceiptIdAdvice(messages, operator);
  if (advice === undefined) return null;
  return { matches: advice.matches, options: adviceOptions(advice.rules, operator.settings) };
}

/** A bind that has just changed hands is told of by two for a moment: the first is the answering process. */
function onePerPlace(links: readonly HeldLink[], { settings }: Operator): readonly HeldLink[] {
  const byPlace = Map.groupBy(links, ({ place }) => place);
  return [...byPlace.values()]
    .flatMap(([first]) => (first === undefined || first.place >= settings.binds ? [] : [first]))
    .toSorted((a, b) => a.place - b.place);
}

function viewLink({ answers, trace, connections, ...link }: HeldLink): z.input<typeof linkView> {
  return {
    ...link,
    connections: connections.map((one) => ({ ...one, fault: faultOf(one.lost) })),
    answers: [...answers],
    trace: { ...trace, pdus: [...trace.pdus] },
  };
}

/** Which process holds each bind. */
async function holdersOf({ id, settings }: Operator, { leases }: BindPorts) {
  const view = await leases.view();
  return Array.from({ length: settings.binds }, (_, place) => {
    const lease = view.leases.find(({ name }) => name === bindLease(id, place));
    const processId = lease === undefined || lease.isFree ? null : lease.owner;
    const holder = view.processes.find((process) => process.id === processId);
    return { place, processId, host: holder?.host ?? '' };
  });
}
