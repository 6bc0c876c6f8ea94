/** Operators: bound to, paused, drained and removed. */
import { authorOf } from '#api/dashboard/author.ts';
import type { Reply } from '#api/dashboard/definition.ts';
import { give, type Handler, handle } from '#api/dashboard/handler.ts';
import { refuse } from '#api/reply.ts';
import { must } from '#core/assert.ts';
import { bindLease } from '#sms/links/part-lane.ts';
import { type Operator, operatorDefaults, operatorPasswordPlace } from '#sms/operator.ts';
import { adviceOptions } from '#sms/receipts/advice-words.ts';
import { countUnmatched, findReceiptIdAdvice } from '#sms/receipts/receipt-rematch.ts';
import type { BindHealth } from '#sms/routing/health.ts';
import { isNeeded } from '#sms/routing/leavers.ts';
import * as definitions from './definitions.ts';
import type { ConsolePorts } from './ports.ts';

const nothingThere = refuse('nothing is there');
const owedMax = 100_000;
/** A bind is noted every ten seconds by whoever holds it. */
const staleMs = 30_000;

export function operatorHandlers(ports: ConsolePorts): readonly Handler[] {
  const { operators, clock } = ports;
  return [
    handle(definitions.listOperators, async () => {
      const listed = await operators.listOperators();
      return give({ operators: await showOperators(listed, ports) });
    }),
    handle(definitions.showOperator, async ({ params: { id } }) => {
      const operator = await findOperator(id, ports);
      return operator === undefined ? nothingThere : give(await showOne(operator, ports));
    }),
    handle(definitions.setTrace, async (call) => {
      const operator = await findOperator(call.params.id, ports);
      if (operator === undefined) return nothingThere;
      const { isOn } = call.body;
      const binds = ports.openLinks.trace(operator.id, isOn);
      const action = isOn ? 'operator.traced' : 'operator.untraced';
      const note = { action, target: String(operator.id), accountId: null, details: { binds } };
      await ports.audit.note(authorOf(call, clock), note);
      return give({ binds });
    }),
    handle(definitions.tryBind, async ({ body }) => give(await ports.tryBind(body))),
    handle(definitions.addOperator, async (call) => {
      const { name, password, ...settings } = call.body;
      const operator = await operators.createOperator(
        {
          name,
          builtIn: false,
          state: 'active',
          settings: { ...operatorDefaults, ...settings },
          sealedPassword: ports.sealer.seal(password, operatorPasswordPlace(name)),
          createdAtMs: clock.nowMs(),
        },
        call.who.email,
      );
      if (operator === undefined) return refuse('operator is there', { field: 'name' });
      const [shown] = await showOperators([operator], ports);
      return shown === undefined ? nothingThere : give({ operator: shown });
    }),
    handle(definitions.setOperatorState, async (call) => {
      const operator = await findOperator(call.params.id, ports);
      if (operator === undefined) return nothingThere;
      await operators.setOperatorState(operator.id, call.body.state, authorOf(call, clock));
      return give(undefined);
    }),
    handle(definitions.removeOperator, async (call) => {
      const operator = await findOperator(call.params.id, ports);
      if (operator === undefined) return nothingThere;
      if (operator.builtIn) return refuse('operator is built in');
      const author = authorOf(call, clock);
      const isLeaving = await isNeeded(operator, ports);
      if (isLeaving) await operators.setOperatorState(operator.id, 'leaving', author);
      else await operators.removeOperator(operator.id, author);
      return give({ isLeaving });
    }),
  ];
}

async function findOperator(
  id: number,
  { operators }: ConsolePorts,
): Promise<Operator | undefined> {
  return (await operators.listOperators()).find((operator) => operator.id === id);
}

type Shown = Reply<typeof definitions.listOperators>['operators'];

async function showOperators(
  listed: readonly Operator[],
  { health, jobs, routes, keptReceipts, clock }: ConsolePorts,
): Promise<Shown> {
  const binds = await health.listHealth();
  const standing = await routes.listRoutes();
  const unmatched = await countUnmatched(keptReceipts, clock.nowMs());
  return Promise.all(
    listed.map(async (operator) => ({
      id: operator.id,
      name: operator.name,
      builtIn: operator.builtIn,
      state: operator.state,
      createdAtMs: operator.createdAtMs,
      settings: { ...operator.settings },
      binds: binds
        .filter(({ operatorId }) => operatorId === operator.id)
        .map((bind) => showBind(bind, clock.nowMs())),
      owed: await jobs.countOwed(`sms/${operator.id}/`, owedMax),
      owedMax,
      routes: standing.filter(({ operatorId }) => operatorId === operator.id).length,
      receiptsKept: unmatched.get(operator.id) ?? 0,
    })),
  );
}

type HeldLink = Awaited<ReturnType<ConsolePorts['openLinks']['links']>>[number];

type One = Reply<typeof definitions.showOperator>;

async function showOne(operator: Operator, ports: ConsolePorts): Promise<One> {
  const { openLinks, lag, keptReceipts } = ports;
  const [shown] = await showOperators([operator], ports);
  const { lateMs = null } = await lag.findLag(`sms/${operator.id}`, 1);
  const advice = await findReceiptIdAdvice(keptReceipts, operator);
  const links = onePerPlace(await openLinks.links(operator.id), operator);
  const known = new Set(links.map(({ place }) => place));
  return {
    operator: must(shown, 'operator just found'),
    lateMs,
    receiptIdAdvice:
      advice === undefined
        ? null
        : { matches: advice.matches, options: adviceOptions(advice.rules, operator.settings) },
    links: links.map(showLink),
    elsewhere: (await holdersOf(operator, ports)).filter(({ place }) => !known.has(place)),
  };
}

/** A bind that has just changed hands is told of by two for a moment: the first is the answering process. */
function onePerPlace(links: readonly HeldLink[], { settings }: Operator): readonly HeldLink[] {
  const byPlace = Map.groupBy(links, ({ place }) => place);
  return [...byPlace.values()]
    .flatMap(([first]) => (first === undefined || first.place >= settings.binds ? [] : [first]))
    .toSorted((a, b) => a.place - b.place);
}

function showLink({ answers, trace, connections, ...link }: HeldLink): One['links'][number] {
  return {
    ...link,
    connections: [...connections],
    answers: [...answers],
    trace: { ...trace, pdus: [...trace.pdus] },
  };
}

/** Which process holds each bind. */
async function holdersOf({ id, settings }: Operator, { leases }: ConsolePorts) {
  const view = await leases.view();
  return Array.from({ length: settings.binds }, (_, place) => {
    const lease = view.leases.find(({ name }) => name === bindLease(id, place));
    const processId = lease === undefined || lease.isFree ? null : lease.owner;
    const holder = view.processes.find((process) => process.id === processId);
    return { place, processId, host: holder?.host ?? '' };
  });
}

function showBind({ bind, notedAtMs, ...since }: BindHealth, nowMs: number) {
  const { downSinceMs, silentSinceMs } = since;
  const isStale = nowMs - notedAtMs > staleMs;
  return { place: bind, downSinceMs, silentSinceMs, notedAtMs, isStale };
}
