/** `lane list`, `pause`, `resume`: what waits, what keeps it, and what people stop. */

import { z } from 'zod';
import { textOf } from '#core/input-form.ts';
import { instantText } from '#core/instant-text.ts';
import { operation } from '#core/operation.ts';
import { engineNames, owedMax } from '#model/engines.ts';
import type { JobStore } from '#queue/job.ts';
import type { LaneLag } from '#queue/lag.ts';
import { ownerOf } from '#queue/lane.ts';
import { laneNames } from '#queue/lane-pages.ts';
import type { LanePause, LaneStore } from '#queue/lane-store.ts';
import { readPartLane } from '#sms/links/part-lane.ts';
import type { Operator } from '#sms/operator.ts';
import type { OperatorStore } from '#sms/operator-store.ts';
import { operatorStates } from '#sms/operators/operator-view.ts';
import { type LaneStop, laneStopOf, type StopPorts, setStopped } from './lane-stop.ts';
import { laneForms } from './words.ts';

type Breaker = {
  readonly lane: string;
  readonly openUntilMs: number;
  readonly failingSinceMs: number;
};

type LanePorts = StopPorts & {
  readonly operators: Pick<OperatorStore, 'listOperators'>;
  readonly jobs: Pick<JobStore & LaneStore, 'lanesWithWork' | 'findLag' | 'findLaneLag'>;
  readonly webhooks: { findLaneStates(engine: string): Promise<readonly Breaker[]> };
  readonly endpointManagement: {
    readonly store: {
      findEndpoint(endpointId: number): Promise<{ readonly state: string } | undefined>;
    };
  };
};

const instant = z.iso.datetime();
const lag = {
  engine: z.enum(engineNames),
  /** Jobs that wait, counted up to `owedMax`. */
  owed: z.int(),
  /** For how long the first of them has been due; null: nothing is. */
  lateMs: z.int().nullable(),
};

const laneView = z.object({
  lane: z.string(),
  ...lag,
  /** Whose it is: the operator, the endpoint, the SMPP user. */
  owner: z.string(),
  breaker: z.object({ openUntil: instant, failingSince: instant }).nullable(),
  /** Somebody has stopped it: nothing leaves. */
  isPaused: z.boolean(),
  /** Of a lane that is stopped by itself, not with its servers or its endpoint. */
  pause: z.object({ since: instant, actor: z.string() }).nullable(),
  /** What stops when it is paused; null: it cannot be, as mails whose servers are looked for. */
  pauses: z.enum(['lane', 'servers', 'endpoint']).nullable(),
  /** Of SMS; new messages take other routes while it drains. */
  operator: z.object({ name: z.string(), state: z.enum(operatorStates) }).nullable(),
});

type LaneView = z.input<typeof laneView>;

export const listLanes = operation({
  name: 'lane list',
  does: 'reads',
  needs: 'administrator',
  input: z.strictObject({ limit: z.int().min(1).max(10_000).default(200) }),
  output: z.object({
    engines: z.array(z.object(lag)),
    owedMax: z.int(),
    lanes: z.array(laneView),
    /** There are more lanes than are shown. */
    isCut: z.boolean(),
  }),
  async run(ports: LanePorts, { limit }) {
    const known = await readKnown(ports);
    const names = await shownLanes(known, ports);
    const views = names.slice(0, limit).map((lane) => viewLane(lane, known, ports));
    const lanes = (await Promise.all(views)).filter(({ owed, isPaused }) => owed > 0 || isPaused);
    const lags = engineNames.map(async (engine) => ({
      engine,
      ...viewLag(await ports.jobs.findLag(engine, owedMax)),
    }));
    return {
      engines: await Promise.all(lags),
      owedMax,
      lanes: lanes.toSorted((a, b) => b.owed - a.owed),
      isCut: names.length > limit,
    };
  },
});

const stoppable = textOf(
  {
    read(name): { readonly name: string; readonly stop: LaneStop } | undefined {
      const stop = laneStopOf(name);
      return stop && { name, stop };
    },
  },
  laneForms.stoppable,
);

function stopOperation<const Name extends string>(name: Name, isPaused: boolean) {
  return operation({
    name,
    does: 'writes',
    needs: 'administrator',
    fresh: true,
    changes: ['lane list', 'endpoint list', 'endpoint show'],
    positional: ['lane'],
    input: z.strictObject({ lane: stoppable }),
    /** `isChanged` false: it was so already. */
    output: z.object({ lane: z.string(), isPaused: z.boolean(), isChanged: z.boolean() }),
    async run(ports: StopPorts, { lane }, author) {
      const isChanged = await setStopped(lane.stop, { isPaused, author }, ports);
      return { lane: lane.name, isPaused, isChanged };
    },
  });
}

export const pauseLane = stopOperation('lane pause', true);
export const resumeLane = stopOperation('lane resume', false);

type Known = {
  readonly operators: ReadonlyMap<number, Operator>;
  readonly breakers: ReadonlyMap<string, Breaker>;
  readonly held: ReadonlySet<string>;
  readonly pauses: ReadonlyMap<string, LanePause>;
};

async function readKnown(ports: LanePorts): Promise<Known> {
  const [operators, breakers, orders, pauses] = await Promise.all([
    ports.operators.listOperators(),
    ports.webhooks.findLaneStates('webhook'),
    ports.emails.findLaneOrders(),
    ports.jobs.listPauses(),
  ]);
  return {
    operators: new Map(operators.map((operator) => [operator.id, operator])),
    breakers: new Map(breakers.map((breaker) => [breaker.lane, breaker])),
    held: new Set(orders.filter(({ held }) => held).map(({ owner }) => owner)),
    pauses: new Map(pauses.map((pause) => [pause.lane, pause])),
  };
}

/** One that is stopped is shown although nothing waits, or nobody would know why nothing leaves. */
async function shownLanes({ pauses }: Known, { jobs }: LanePorts): Promise<readonly string[]> {
  const found = await Promise.all(engineNames.map((engine) => laneNames(jobs, engine)));
  return [...new Set([...pauses.keys(), ...found.flat()])];
}

async function viewLane(lane: string, known: Known, ports: LanePorts): Promise<LaneView> {
  const stop = laneStopOf(lane);
  const operator = known.operators.get(readPartLane(lane)?.operatorId ?? 0);
  const pause = known.pauses.get(lane);
  return {
    lane,
    engine: engineNames.find((engine) => lane.startsWith(`${engine}/`)) ?? 'sms',
    ...viewLag(await ports.jobs.findLaneLag(lane, owedMax)),
    owner: operator?.name ?? ownerOf(lane),
    breaker: viewBreaker(known.breakers.get(lane)),
    isPaused:
      stop?.stops === 'endpoint'
        ? (await ports.endpointManagement.store.findEndpoint(stop.endpointId))?.state === 'paused'
        : pause !== undefined || known.held.has(ownerOf(lane)),
    pause: pause === undefined ? null : { since: instantText(pause.sinceMs), actor: pause.actor },
    pauses: stop?.stops ?? null,
    operator: operator === undefined ? null : { name: operator.name, state: operator.state },
  };
}

function viewLag({ owed, lateMs }: LaneLag) {
  return { owed, lateMs: lateMs === undefined ? null : Math.round(lateMs) };
}

function viewBreaker(breaker: Breaker | undefined): LaneView['breaker'] {
  if (breaker === undefined || breaker.failingSinceMs <= 0) return null;
  const { openUntilMs, failingSinceMs } = breaker;
  return { openUntil: instantText(openUntilMs), failingSince: instantText(failingSinceMs) };
}
