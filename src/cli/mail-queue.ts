/** `parley mail queue`, `hold`, `resume` and `limit`: what waits to leave, why, and how fast it may. */
import { oneOf, type ValueKind, wholeNumber } from '#core/value-kind.ts';
import type { Deferral, LaneOrder, SiteShaping } from '#mail/delivery/delivery-store.ts';
import { owedMax } from '#model/engines.ts';
import { authorNow } from './author.ts';
import { command, done, misused } from './command.ts';
import type { Installation } from './installation.ts';
import { describeReason } from './mail-reason.ts';
import { maybe, needed } from './option.ts';
import { formatTime, table } from './text-table.ts';

/** A job of any time is due before. */
const everMs = Number.MAX_SAFE_INTEGER;

/** As the queue shows it, without `mail/`: `relay`, `catcher`, `direct/google`. */
const lane: ValueKind<string> = {
  form: 'a lane as "parley mail queue" names it, such as relay or direct/google',
  read: (text) =>
    /^(?:catcher|relay|direct\/[^:\p{Cc}]{1,120})$/u.test(text) ? `mail/${text}` : undefined,
};

/** Mails wait in these while the servers of their domains are looked for. */
const resumable: ValueKind<string> = {
  ...lane,
  read: (text) => (/^resolve\/\d{1,2}$/.test(text) ? `mail/${text}` : lane.read(text)),
};

const chosenLane = { lane: needed(lane, 'LANE', 'As "parley mail queue" names it.') };

type Waiting = {
  readonly owner: string;
  readonly urgent: number;
  readonly normal: number;
  readonly accounts: number;
};

const mailQueue = command({
  name: 'mail queue',
  sentence: 'Lists the lanes that emails wait in, and what keeps them.',
  takes: {},
  options: {},
  async run(_, { open, clock }) {
    await using installation = await open();
    const waiting = await countWaiting(installation);
    const { mailDelivery } = installation.storage;
    const orders = await mailDelivery.findLaneOrders();
    const owners = [...new Set([...waiting, ...orders].map(({ owner }) => owner))];
    const shaping = await mailDelivery.findShaping(owners);
    const deferrals = new Map<string, readonly Deferral[]>();
    for (const owner of owners) deferrals.set(owner, await mailDelivery.deferralsOf(owner));
    const lanes = owners.map((owner) => ({
      ...(waiting.find((one) => one.owner === owner) ?? {
        owner,
        urgent: 0,
        normal: 0,
        accounts: 0,
      }),
      why: [
        ...reasonsOf(
          orders.find((one) => one.owner === owner),
          shaping.find((one) => one.owner === owner),
          clock.nowMs(),
        ),
        ...(deferrals.get(owner) ?? []).map(describeDeferral),
      ],
    }));
    const rows = lanes.map(({ owner, urgent, normal, accounts, why }) => [
      owner.slice('mail/'.length),
      String(urgent),
      String(normal),
      String(accounts),
      why.join('; ') || '-',
    ]);
    const heading = ['lane', 'urgent', 'normal', 'accounts', 'what keeps it'];
    return done(table(heading, rows), { lanes });
  },
});

const mailHold = command({
  name: 'mail hold',
  sentence: 'Lets nothing more leave by a lane until it is resumed; what is accepted waits.',
  takes: chosenLane,
  options: {},
  async run({ lane: owner }, { open, clock }) {
    await using installation = await open();
    await giveOrder(installation, owner, clock, (limits) => ({ held: true, limits }));
    return done(`${owner.slice('mail/'.length)} is held.\n`, { owner, held: true });
  },
});

const mailResume = command({
  name: 'mail resume',
  sentence:
    'Lets a lane send again at once: one that was held, one that cools, one whose servers were away, and mails that were put off.',
  takes: { lane: needed(resumable, 'LANE', 'As "parley mail queue" names it.') },
  options: {},
  async run({ lane: owner }, { open, clock }) {
    await using installation = await open();
    await giveOrder(installation, owner, clock, (limits) => ({ held: false, limits }));
    await installation.storage.mailDelivery.resumeMails(owner, clock.nowMs());
    return done(`${owner.slice('mail/'.length)} sends again.\n`, { owner, held: false });
  },
});

const mailLimit = command({
  name: 'mail limit',
  sentence: 'Sets how fast a lane may send, beyond what its servers have shown to bear.',
  takes: chosenLane,
  options: {
    connections: maybe(wholeNumber(1, 100), 'COUNT', 'Connections at a time.'),
    mailsPerConnection: maybe(wholeNumber(1, 10_000), 'COUNT', 'Mails on each of them.'),
    mailsPerSecond: maybe(wholeNumber(1, 10_000), 'COUNT', 'Mails a second.'),
    tls: maybe(
      oneOf('opportunistic', 'required', 'verified'),
      'WORD',
      'Of servers of recipients: opportunistic, required or verified.',
    ),
  },
  async run({ lane: owner, ...wanted }, { open, clock }) {
    const set = Object.fromEntries(
      Object.entries(wanted).filter(([, value]) => value !== undefined),
    );
    if (Object.keys(set).length === 0)
      return misused('Say what to limit: see parley help mail limit.');
    await using installation = await open();
    const limits = await giveOrder(installation, owner, clock, (before, held) => ({
      held,
      limits: { ...before, ...set },
    }));
    const words = Object.entries(limits).map(([name, value]) => `${name} ${String(value)}`);
    return done(`${owner.slice('mail/'.length)}: ${words.join(', ')}.\n`, { owner, limits });
  },
});

type Limits = Readonly<Record<string, unknown>>;

/** Each order is new, so that the process that has the lane tries it again at once. */
async function giveOrder(
  { storage }: Installation,
  owner: string,
  clock: { nowMs(): number },
  change: (limits: Limits, held: boolean) => { readonly held: boolean; readonly limits: Limits },
): Promise<Limits> {
  const orders = await storage.mailDelivery.findLaneOrders();
  const before = orders.find((order) => order.owner === owner);
  const standing = JSON.parse(before?.limits ?? '{}') as Limits;
  const { held, limits } = change(standing, before?.held ?? false);
  const author = authorNow(clock);
  const order: LaneOrder = { owner, held, limits: JSON.stringify(limits), setAtMs: author.atMs };
  await storage.mailDelivery.saveLaneOrder(owner, order, author);
  return limits;
}

async function countWaiting({ storage }: Installation): Promise<readonly Waiting[]> {
  const found = await storage.jobs.lanesWithWork('mail', everMs);
  const counted = new Map<string, Waiting>();
  for (const { lane: name } of found) {
    const [owner = '', suffix = ''] = name.split(':');
    const jobs = await storage.jobs.countOwed(name, owedMax);
    const { urgent, normal, accounts } = counted.get(owner) ?? {
      urgent: 0,
      normal: 0,
      accounts: 0,
    };
    const isUrgent = suffix.startsWith('urgent/');
    counted.set(owner, {
      owner,
      urgent: urgent + (isUrgent ? jobs : 0),
      normal: normal + (isUrgent ? 0 : jobs),
      accounts: accounts + 1,
    });
  }
  return [...counted.values()];
}

function describeDeferral({ class: why, mails, detail }: Deferral): string {
  return `${mails} deferred, ${describeReason(why, detail)}`;
}

type Broken = { readonly host: string; readonly why: string; readonly untilMs: number };

function reasonsOf(
  order: LaneOrder | undefined,
  shaping: SiteShaping | undefined,
  nowMs: number,
): readonly string[] {
  const isCool = shaping !== undefined && shaping.coolUntilMs > nowMs;
  const broken = (JSON.parse(shaping?.memory ?? '[]') as readonly Broken[]).filter(
    ({ untilMs }) => untilMs > nowMs,
  );
  return [
    ...(order?.held === true ? [`held since ${formatTime(order.setAtMs)}`] : []),
    ...(isCool ? [`cools until ${formatTime(shaping.coolUntilMs)}`] : []),
    ...broken.map(
      ({ host, why, untilMs }) => `${host}: ${why}, tried again ${formatTime(untilMs)}`,
    ),
  ];
}

export const mailQueueCommands = [mailQueue, mailHold, mailResume, mailLimit];
