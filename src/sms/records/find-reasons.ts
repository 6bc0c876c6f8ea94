/** What the story says of parts that wait: read only where some do. */

import type { Clock } from '#core/clock.ts';
import type { LaneStore } from '#queue/lane-store.ts';
import { readPartLane } from '#sms/links/part-lane.ts';
import type { OperatorStore } from '#sms/operator-store.ts';
import type { OpenLink } from '#sms/sms-engine.ts';
import type { MessageRecord, RecipientFacts, WaitingRecord } from './message-record-store.ts';
import { type BindCondition, type WhyWaiting, whyWaiting } from './waiting-reason.ts';

export type WaitingPorts = {
  readonly operators: Pick<OperatorStore, 'listOperators' | 'listHealth'>;
  readonly jobs: Pick<LaneStore, 'listPauses'>;
  readonly openLinks: {
    links(operatorId: number): Promise<readonly Pick<OpenLink, 'place' | 'ratePerSecond'>[]>;
  };
};

/** A bind is noted every ten seconds by the process that holds it. */
const staleMs = 30_000;

export async function findReasons(
  message: Pick<MessageRecord, 'scheduledAtMs' | 'validUntilMs'>,
  { operatorId, waiting, pdus }: RecipientFacts,
  ports: WaitingPorts & { readonly clock: Pick<Clock, 'nowMs'> },
): Promise<ReadonlyMap<WaitingRecord, WhyWaiting>> {
  if (waiting.length === 0) return new Map();
  const nowMs = ports.clock.nowMs();
  const operator = (await ports.operators.listOperators()).find(({ id }) => id === operatorId);
  const stopped = new Set((await ports.jobs.listPauses()).map(({ lane }) => lane));
  const conditions = await conditionsOf(operatorId, nowMs, ports);
  return new Map(
    waiting.map((one) => {
      const place = (readPartLane(one.lane)?.bind ?? 0) % (operator?.settings.binds ?? 1);
      const isLaneStopped = stopped.has(one.lane);
      const bind = conditions.get(place);
      const around = { ...timesOf(message), nowMs, isLaneStopped, operator, bind, pdus };
      return [one, whyWaiting(one, around)];
    }),
  );
}

function timesOf({ scheduledAtMs, validUntilMs }: Parameters<typeof findReasons>[0]) {
  return { scheduledAtMs, validUntilMs };
}

async function conditionsOf(
  operatorId: number,
  nowMs: number,
  { operators, openLinks }: WaitingPorts,
): Promise<ReadonlyMap<number, BindCondition>> {
  const links = await openLinks.links(operatorId);
  const noted = (await operators.listHealth()).filter(
    (bind) => bind.operatorId === operatorId && nowMs - bind.notedAtMs < staleMs,
  );
  return new Map(
    noted.map(({ bind, downSinceMs, silentSinceMs }) => {
      const link = links.find(({ place }) => place === bind);
      const ratePerSecond = link?.ratePerSecond ?? null;
      return [
        bind,
        { isUp: downSinceMs === null, isSilent: silentSinceMs !== null, ratePerSecond },
      ];
    }),
  );
}
