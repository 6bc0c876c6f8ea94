/** Lanes, processes, settings and the audit. */
import { authorOf } from '#api/dashboard/author.ts';
import type { Reply } from '#api/dashboard/definition.ts';
import { give, type Handler, handle } from '#api/dashboard/handler.ts';
import { pageMax } from '#api/dashboard/schemas.ts';
import { refuse } from '#api/reply.ts';
import * as definitions from './definitions.ts';
import type { ConsolePorts } from './ports.ts';

const nothingThere = refuse('nothing is there');
const engines = ['sms', 'mail', 'webhook', 'customer'] as const;
const owedMax = 100_000;
/** Lanes that are counted one by one. */
const lanesShown = 200;
/** A job of any time is due before. */
const everMs = Number.MAX_SAFE_INTEGER;

export function systemHandlers(ports: ConsolePorts): readonly Handler[] {
  return [...laneHandlers(ports), ...processHandlers(ports)];
}

function laneHandlers(ports: ConsolePorts): readonly Handler[] {
  const { clock, laneOrders } = ports;
  return [
    handle(definitions.listLanes, async () => {
      const lags = await Promise.all(
        engines.map(async (engine) => {
          const { owed, lateMs = null } = await ports.lag.findLag(engine, owedMax);
          return { engine, owed, lateMs: lateMs === null ? null : Math.round(lateMs) };
        }),
      );
      return give({ engines: lags, owedMax, ...(await showLanes(ports)) });
    }),
    handle(definitions.holdMailLane, async (call) => {
      const { lane: owner, isHeld: held } = call.body;
      const before = (await laneOrders.findLaneOrders()).find((order) => order.owner === owner);
      const author = authorOf(call, clock);
      const order = { owner, held, limits: before?.limits ?? '{}', setAtMs: author.atMs };
      await laneOrders.saveLaneOrder(owner, order, author);
      return give(undefined);
    }),
  ];
}

async function showLanes(
  ports: ConsolePorts,
): Promise<Pick<Reply<typeof definitions.listLanes>, 'lanes' | 'isCut'>> {
  const names = new Map((await ports.operators.listOperators()).map(({ id, name }) => [id, name]));
  const states = new Map(
    (await ports.laneStates.findLaneStates('webhook')).map((state) => [state.lane, state]),
  );
  const held = new Set(
    (await ports.laneOrders.findLaneOrders()).filter((one) => one.held).map((one) => one.owner),
  );
  const found = await Promise.all(
    engines.map(async (engine) =>
      (await ports.jobs.lanesWithWork(engine, everMs)).map(({ lane }) => ({ engine, lane })),
    ),
  );
  const all = found.flat();
  const lanes = await Promise.all(
    all.slice(0, lanesShown).map(async ({ engine, lane }) => {
      const owner = lane.split(':')[0] ?? lane;
      const state = states.get(lane);
      const operatorId = Number(/^sms\/(\d+)\//.exec(lane)?.[1] ?? 0);
      const isFailing = state !== undefined && state.failingSinceMs > 0;
      return {
        lane,
        engine,
        owed: await ports.jobs.countOwed(lane, owedMax),
        owner: names.get(operatorId) ?? owner,
        breaker: isFailing
          ? { openUntilMs: state.openUntilMs, failingSinceMs: state.failingSinceMs }
          : null,
        isHeld: held.has(owner),
      };
    }),
  );
  const waiting = lanes.filter(({ owed }) => owed > 0).toSorted((a, b) => b.owed - a.owed);
  return { lanes: waiting, isCut: all.length > lanesShown };
}

function processHandlers(ports: ConsolePorts): readonly Handler[] {
  const { clock, leases, audit } = ports;
  return [
    handle(definitions.showSystem, async () => {
      const view = await leases.view();
      const held = Map.groupBy(
        view.leases.filter(({ isFree }) => !isFree),
        ({ owner }) => owner,
      );
      return give({
        nowMs: view.nowMs,
        processes: view.processes.map((process) => ({
          ...process,
          roles: [...process.roles],
          leases: (held.get(process.id) ?? []).map(({ name }) => name),
        })),
        freeLeases: view.leases.filter(({ isFree }) => isFree).map(({ name }) => name),
        settings: [...ports.settingsShown],
      });
    }),
    handle(definitions.drainProcess, async (call) => {
      const { draining } = call.body;
      if (!(await leases.drain(call.params.id, draining))) return nothingThere;
      const action = draining ? 'process.drain' : 'process.resume';
      const target = String(call.params.id);
      await audit.note(authorOf(call, clock), { action, target, accountId: null, details: {} });
      return give(undefined);
    }),
    handle(definitions.listAudit, async ({ query }) => {
      const { after = Number.MAX_SAFE_INTEGER, limit = pageMax } = query;
      const records = await audit.listAudit(after, limit);
      return give({
        records: records.map(({ details, ...record }) => ({
          ...record,
          details: JSON.parse(details) as Record<string, unknown>,
        })),
        after: records.length < limit ? null : (records.at(-1)?.id ?? null),
      });
    }),
  ];
}
