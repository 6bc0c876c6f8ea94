/** What is looked at when somebody asks: queues, binds, leases, calls. */
import type { Clock } from '#core/clock.ts';
import type { Storage } from '#storage/storage.ts';
import type { Engines } from '../engines.ts';
import type { Meters } from './meters.ts';

export type Measured = {
  readonly storage: Pick<Storage, 'lag' | 'health'>;
  readonly engines: Engines;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Undefined: no collector takes any. */
  readonly traces:
    | { readonly counts: { readonly sent: number; readonly dropped: number } }
    | undefined;
  /** Why no work is taken now. */
  readonly findObstacle: () => Promise<string | undefined>;
};

/** Lanes begin with these. */
const engineNames = ['sms', 'mail', 'webhook', 'customer'] as const;
const owedMax = 100_000;
/** Nobody holds a bind that has not been noted for so long (sms/routing/health.ts). */
const freshMs = 30_000;

export async function measure(meters: Meters, measured: Measured): Promise<void> {
  const { engines, findObstacle, traces } = measured;
  if (traces !== undefined) measureSpans(meters, traces.counts);
  meters.waitingParts.set(engines.sms.waiting().parts);
  meters.callsNow.set(engines.calls?.counts.calls ?? 0);
  measureWebhookLanes(meters, engines);
  meters.leases.set(engines.leases.heldCount);
  meters.ready.set((await findObstacle()) === undefined ? 1 : 0);
  await measureLanes(meters, measured);
  await measureBinds(meters, measured);
}

function measureSpans({ spans }: Meters, counts: { sent: number; dropped: number }): void {
  spans.reset();
  spans.inc({ result: 'sent' }, counts.sent);
  spans.inc({ result: 'dropped' }, counts.dropped);
}

function measureWebhookLanes({ webhookLanes }: Meters, { webhookLaneCounts }: Engines): void {
  const { lanes, broken } = webhookLaneCounts();
  webhookLanes.set({ state: 'well' }, lanes - broken);
  webhookLanes.set({ state: 'down' }, broken);
}

async function measureLanes(meters: Meters, { storage }: Measured): Promise<void> {
  for (const engine of engineNames) {
    const { owed, lateMs } = await storage.lag.findLag(engine, owedMax);
    meters.owed.set({ engine }, owed);
    meters.oldestOwed.set({ engine }, Math.max(lateMs ?? 0, 0) / 1_000);
  }
}

async function measureBinds(meters: Meters, { storage, engines, clock }: Measured): Promise<void> {
  const nowMs = clock.nowMs();
  const binds = await storage.health.listHealth();
  const isUp = new Set(
    binds
      .filter(({ downSinceMs, notedAtMs }) => downSinceMs === null && nowMs - notedAtMs < freshMs)
      .map(({ operatorId, bind }) => `${operatorId}/${bind}`),
  );
  meters.binds.reset();
  meters.bindsDown.reset();
  for (const { id, name: operator, settings } of engines.directory().operators) {
    const count = settings.binds;
    const up = Array.from({ length: count }, (_, n) => n).filter((n) => isUp.has(`${id}/${n}`));
    meters.binds.set({ operator }, up.length);
    meters.bindsDown.set({ operator }, count - up.length);
  }
}
