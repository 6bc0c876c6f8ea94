/** An operator as every door shows it, without its password: how its binds do, and what waits for it. */

import { z } from 'zod';
import type { Clock } from '#core/clock.ts';
import { instantText } from '#core/instant-text.ts';
import { type Refusal, refuse } from '#core/operation.ts';
import { owedMax } from '#model/engines.ts';
import type { JobStore } from '#queue/job.ts';
import type { MessageStore } from '#sms/message-store.ts';
import type { Operator } from '#sms/operator.ts';
import type { BindHealth, OperatorStore } from '#sms/operator-store.ts';
import { countUnmatched } from '#sms/receipts/receipt-rematch.ts';
import type { RouteStore } from '#sms/routing/route-store.ts';

export type OperatorPorts = {
  readonly operators: Omit<OperatorStore, 'saveBuiltInOperator'> & Pick<RouteStore, 'listRoutes'>;
  readonly messages: Pick<MessageStore, 'countKept' | 'newestKept' | 'newestAwaited'>;
  readonly jobs: Pick<JobStore, 'countOwed'>;
  readonly clock: Pick<Clock, 'nowMs'>;
};

const instant = z.int().meta({ description: 'Milliseconds since 1970.' });

const bindView = z.object({
  place: z.int(),
  /** Null while it is up. */
  downSinceMs: instant.nullable(),
  /** Since when it answers no submit although it is up. */
  silentSinceMs: instant.nullable(),
  notedAtMs: instant,
  /** It has not been heard of for a while: nobody holds it. */
  isStale: z.boolean(),
});

export const operatorStates = ['active', 'paused', 'draining', 'rerouting', 'leaving'] as const;

export const operatorView = z.object({
  id: z.int(),
  name: z.string(),
  builtIn: z.boolean(),
  state: z.enum(operatorStates),
  settings: z.record(z.string(), z.unknown()),
  createdAt: z.iso.datetime(),
  binds: z.array(bindView),
  /** Parts that wait, counted up to `owedMax`. */
  owed: z.int(),
  owedMax: z.int(),
  routes: z.int(),
  /** Receipts that matched no message for some seconds, of the last seven days. */
  receiptsKept: z.int(),
});

export type OperatorView = z.output<typeof operatorView>;

/** A bind is noted every ten seconds by the process that holds it. */
const staleMs = 30_000;

export async function viewOperator(
  operator: Operator,
  ports: OperatorPorts,
): Promise<OperatorView> {
  const [view] = await viewOperators([operator], ports);
  // One view for each.
  return view as OperatorView;
}

export async function viewOperators(
  listed: readonly Operator[],
  { operators, jobs, messages, clock }: OperatorPorts,
): Promise<OperatorView[]> {
  const binds = await operators.listHealth();
  const standing = await operators.listRoutes();
  const unmatched = await countUnmatched(messages, clock.nowMs());
  return Promise.all(
    listed.map(async ({ id, name, builtIn, state, settings, createdAtMs }) => ({
      id,
      name,
      builtIn,
      state,
      settings,
      createdAt: instantText(createdAtMs),
      binds: binds
        .filter(({ operatorId }) => operatorId === id)
        .map((bind) => viewBind(bind, clock.nowMs())),
      owed: await jobs.countOwed(`sms/${id}/`, owedMax),
      owedMax,
      routes: standing.filter(({ operatorId }) => operatorId === id).length,
      receiptsKept: unmatched.get(id) ?? 0,
    })),
  );
}

function viewBind({ bind, notedAtMs, downSinceMs, silentSinceMs }: BindHealth, nowMs: number) {
  const isStale = nowMs - notedAtMs > staleMs;
  return { place: bind, downSinceMs, silentSinceMs, notedAtMs, isStale };
}

/** By its name, or the refusal that all doors tell. */
export async function findOperator(
  name: string,
  { operators }: { readonly operators: Pick<OperatorStore, 'listOperators'> },
): Promise<Operator | Refusal<'operator is unknown'>> {
  const found = (await operators.listOperators()).find((operator) => operator.name === name);
  return found ?? refuse('operator is unknown', { field: 'name', params: { operator: name } });
}
