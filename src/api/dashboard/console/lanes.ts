/** Lanes: what waits and what keeps it, and those that people stop. */
import { authorOf } from '#api/dashboard/author.ts';
import type { Reply } from '#api/dashboard/definition.ts';
import { give, type Handler, handle } from '#api/dashboard/handler.ts';
import { refuse } from '#api/reply.ts';
import { readPartLane } from '#sms/links/part-lane.ts';
import type { Operator } from '#sms/operator.ts';
import { type LaneStop, laneStopOf, setStopped } from '#sms/waiting/lane-stop.ts';
import type { LaneState } from '#webhooks/webhook-store.ts';
import * as definitions from './definitions.ts';
import type { ConsolePorts } from './ports.ts';

const nothingThere = refuse('nothing is there');
const engines = ['sms', 'mail', 'webhook', 'customer'] as const;
const owedMax = 100_000;
/** Lanes that are counted one by one. */
const lanesShown = 200;
/** A job of any time is due before. */
const everMs = Number.MAX_SAFE_INTEGER;

type Shown = Reply<typeof definitions.listLanes>['lanes'][number];

export function laneHandlers(ports: ConsolePorts): readonly Handler[] {
  return [
    handle(definitions.listLanes, async () => {
      const lags = await Promise.all(
        engines.map(async (engine) => {
          const { owed, lateMs } = await ports.lag.findLag(engine, owedMax);
          return { engine, owed, lateMs: rounded(lateMs) };
        }),
      );
      return give({ engines: lags, owedMax, ...(await showLanes(ports)) });
    }),
    handle(definitions.pauseLane, async (call) => {
      const stop = laneStopOf(call.body.lane);
      if (stop === undefined) return nothingThere;
      const author = authorOf(call, ports.clock);
      const { isPaused } = call.body;
      return give({ isChanged: await setStopped(stop, { isPaused, author }, ports) });
    }),
  ];
}

async function showLanes(
  ports: ConsolePorts,
): Promise<Pick<Reply<typeof definitions.listLanes>, 'lanes' | 'isCut'>> {
  const known = await readKnown(ports);
  const found = await Promise.all(
    engines.map(async (engine) => {
      const owed = await ports.jobs.lanesWithWork(engine, everMs);
      return owed.map(({ lane }) => lane);
    }),
  );
  // One that is stopped is shown although nothing waits, or nobody would know why nothing leaves.
  const all = [...new Set([...known.paused, ...found.flat()])];
  const lanes = await Promise.all(
    all.slice(0, lanesShown).map((lane) => showLane(lane, known, ports)),
  );
  const shown = lanes.filter(({ owed, isPaused }) => owed > 0 || isPaused);
  return { lanes: shown.toSorted((a, b) => b.owed - a.owed), isCut: all.length > lanesShown };
}

type Known = {
  readonly operators: ReadonlyMap<number, Operator>;
  readonly states: ReadonlyMap<string, LaneState>;
  readonly held: ReadonlySet<string>;
  readonly paused: ReadonlySet<string>;
};

async function readKnown(ports: ConsolePorts): Promise<Known> {
  const [operators, states, orders, pauses] = await Promise.all([
    ports.operators.listOperators(),
    ports.laneStates.findLaneStates('webhook'),
    ports.laneOrders.findLaneOrders(),
    ports.lanePauses.listPauses(),
  ]);
  return {
    operators: new Map(operators.map((operator) => [operator.id, operator])),
    states: new Map(states.map((state) => [state.lane, state])),
    held: new Set(orders.filter(({ held }) => held).map(({ owner }) => owner)),
    paused: new Set(pauses.map(({ lane }) => lane)),
  };
}

async function showLane(lane: string, known: Known, ports: ConsolePorts): Promise<Shown> {
  const { owed, lateMs } = await ports.lag.findLaneLag(lane, owedMax);
  const stop = laneStopOf(lane);
  const operator = known.operators.get(readPartLane(lane)?.operatorId ?? 0);
  const state = known.states.get(lane);
  return {
    lane,
    engine: engines.find((engine) => lane.startsWith(`${engine}/`)) ?? 'sms',
    owed,
    lateMs: rounded(lateMs),
    owner: operator?.name ?? ownerOf(lane),
    breaker:
      state !== undefined && state.failingSinceMs > 0
        ? { openUntilMs: state.openUntilMs, failingSinceMs: state.failingSinceMs }
        : null,
    isPaused: await isStopped(lane, stop, { known, ports }),
    pauses: stop?.stops ?? null,
    operator:
      operator === undefined
        ? null
        : {
            id: operator.id,
            name: operator.name,
            builtIn: operator.builtIn,
            state: operator.state,
          },
  };
}

async function isStopped(
  lane: string,
  stop: LaneStop | undefined,
  { known, ports }: { readonly known: Known; readonly ports: ConsolePorts },
): Promise<boolean> {
  if (stop?.stops !== 'endpoint') return known.paused.has(lane) || known.held.has(ownerOf(lane));
  const endpoint = await ports.endpoints.store.findEndpoint(stop.endpointId);
  return endpoint?.state === 'paused';
}

function ownerOf(lane: string): string {
  return lane.split(':')[0] ?? lane;
}

function rounded(lateMs: number | undefined): number | null {
  return lateMs === undefined ? null : Math.round(lateMs);
}
