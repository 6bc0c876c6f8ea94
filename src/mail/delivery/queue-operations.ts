/** `mail queue`, `hold`, `resume`, `limit`: what waits to leave, what keeps it, and how fast it may. */
import { z } from 'zod';
import { textOf } from '#core/input-form.ts';
import { instantText } from '#core/instant-text.ts';
import { operation, refuse } from '#core/operation.ts';
import { fillSentence } from '#core/words.ts';
import { owedMax } from '#model/engines.ts';
import type { JobStore } from '#queue/job.ts';
import { ownerOf } from '#queue/lane.ts';
import { holdServers, isOfServers, type LaneOrder, limitServers } from '#queue/lane-order.ts';
import { laneNames } from '#queue/lane-pages.ts';
import type { LaneStore } from '#queue/lane-store.ts';
import type { MailReason } from '../mail-fact.ts';
import { wordsOfReason } from '../sending/email-view.ts';
import { mailForms, queueReasons } from '../words.ts';
import type { Deferral, DeliveryStore, SiteShaping } from './delivery-store.ts';
import { laneClass } from './mail-lane.ts';
import type { SiteLimits } from './site.ts';
import type { BrokenServer } from './site-standing.ts';

type QueuePorts = {
  readonly jobs: Pick<JobStore & LaneStore, 'lanesWithWork' | 'findLaneLag'>;
  readonly emails: Pick<DeliveryStore, 'findLaneOrders' | 'findShaping' | 'deferralsOf'>;
  readonly clock: { nowMs(): number };
};

type OrderPorts = {
  readonly emails: Pick<DeliveryStore, 'findLaneOrders' | 'saveLaneOrder' | 'resumeMails'>;
};

const changes = ['mail queue', 'lane list'];

const reasonView = z.object({
  code: z.enum(['held', 'cools', 'server is away', 'deferred']),
  /** `since` and `until` are instants; `why` and `text` are the words of servers, of the DNS or of TLS. */
  params: z.record(z.string(), z.union([z.string(), z.int()])),
  /** The same in words. */
  says: z.object({ en: z.string(), fr: z.string() }),
});

type ReasonView = z.input<typeof reasonView>;

const queueView = z.object({
  /** Without `mail/`: `relay`, `catcher`, `direct/google`, `resolve/3`. */
  lane: z.string(),
  urgent: z.int(),
  normal: z.int(),
  /** How many of them wait there. */
  accounts: z.int(),
  why: z.array(reasonView),
});

export const mailQueue = operation({
  name: 'mail queue',
  does: 'reads',
  needs: 'administrator',
  output: z.object({ lanes: z.array(queueView) }),
  async run(ports: QueuePorts) {
    const { emails, clock } = ports;
    const waiting = await countWaiting(ports);
    const orders = await emails.findLaneOrders();
    const owners = [...new Set([...waiting.keys(), ...orders.map(({ owner }) => owner)])];
    const shaping = await emails.findShaping(owners);
    const lanes = owners.map(async (owner) => ({
      lane: owner.slice(prefix.length),
      ...(waiting.get(owner) ?? nothing),
      why: [
        ...orderReasons(orders.find((one) => one.owner === owner)),
        ...siteReasons(
          shaping.find((one) => one.owner === owner),
          clock.nowMs(),
        ),
        ...(await emails.deferralsOf(owner)).map(deferralReason),
      ],
    }));
    return { lanes: await Promise.all(lanes) };
  },
});

const prefix = 'mail/';

/** Mails wait in these while the servers of their domains are looked for. */
const resolving = /^mail\/resolve\/\d{1,2}$/;

function laneInput(fits: (owner: string) => boolean) {
  const read = (name: string) => (fits(prefix + name) ? prefix + name : undefined);
  return textOf<string>({ read }, mailForms.lane);
}

const servers = laneInput(isOfServers);

export const holdMails = operation({
  name: 'mail hold',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes,
  positional: ['lane'],
  input: z.strictObject({ lane: servers }),
  output: z.object({ lane: z.string(), isHeld: z.boolean(), isChanged: z.boolean() }),
  async run({ emails }: OrderPorts, { lane: owner }, author) {
    const isChanged = await holdServers(owner, { isHeld: true, author }, emails);
    return { lane: owner.slice(prefix.length), isHeld: true, isChanged };
  },
});

export const resumeMails = operation({
  name: 'mail resume',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes,
  positional: ['lane'],
  input: z.strictObject({
    lane: laneInput((owner) => isOfServers(owner) || resolving.test(owner)),
  }),
  output: z.object({ lane: z.string(), isHeld: z.boolean(), isChanged: z.boolean() }),
  async run({ emails }: OrderPorts, { lane: owner }, author) {
    const isChanged = await holdServers(owner, { isHeld: false, author }, emails);
    return { lane: owner.slice(prefix.length), isHeld: false, isChanged };
  },
});

const limits = z.object({
  connections: z.int().min(1).max(100).optional(),
  mailsPerConnection: z.int().min(1).max(10_000).optional(),
  mailsPerSecond: z.int().min(1).max(10_000).optional(),
  tls: z.enum(['opportunistic', 'required', 'verified']).optional(),
} satisfies Partial<Record<keyof SiteLimits, z.ZodType>>);

export const limitMails = operation({
  name: 'mail limit',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes,
  positional: ['lane'],
  input: z.strictObject({ lane: servers, ...limits.shape }),
  /** All limits that are set there. */
  output: z.object({ lane: z.string(), limits }),
  refusals: ['no limit is named'],
  async run({ emails }: OrderPorts, { lane: owner, ...wanted }, author) {
    const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
    if (given.length === 0) return refuse('no limit is named');
    const order = { limits: Object.fromEntries(given) as z.output<typeof limits>, author };
    const standing = await limitServers(owner, order, emails);
    return { lane: owner.slice(prefix.length), limits: standing };
  },
});

type Waiting = Pick<z.input<typeof queueView>, 'urgent' | 'normal' | 'accounts'>;

const nothing: Waiting = { urgent: 0, normal: 0, accounts: 0 };

async function countWaiting({ jobs }: Pick<QueuePorts, 'jobs'>) {
  const counted = new Map<string, Waiting>();
  for (const lane of await laneNames(jobs, 'mail')) {
    const owner = ownerOf(lane);
    const { owed } = await jobs.findLaneLag(lane, owedMax);
    const before = counted.get(owner) ?? nothing;
    const { urgency } = laneClass(lane);
    const accounts = before.accounts + 1;
    counted.set(owner, { ...before, [urgency]: before[urgency] + owed, accounts });
  }
  return counted;
}

function reason(code: ReasonView['code'], params: ReasonView['params']): ReasonView {
  return { code, params, says: fillSentence(queueReasons[code], params) };
}

function orderReasons(order: LaneOrder | undefined): readonly ReasonView[] {
  return order?.held === true ? [reason('held', { since: instantText(order.setAtMs) })] : [];
}

function siteReasons(shaping: SiteShaping | undefined, nowMs: number): readonly ReasonView[] {
  if (shaping === undefined) return [];
  const { coolUntilMs, memory } = shaping;
  // Only the engine writes it.
  const away = (JSON.parse(memory) as readonly BrokenServer[]).filter(
    ({ untilMs }) => untilMs > nowMs,
  );
  return [
    ...(coolUntilMs > nowMs ? [reason('cools', { until: instantText(coolUntilMs) })] : []),
    ...away.map(({ host, why, untilMs }) =>
      reason('server is away', { host, why, until: instantText(untilMs) }),
    ),
  ];
}

function deferralReason({ class: kind, mails, detail }: Deferral): ReasonView {
  const { host = '', text = '' } = JSON.parse(detail) as Partial<MailReason>;
  const why = wordsOfReason(kind, detail);
  return reason('deferred', { mails, class: kind, host, text, why });
}
