/** What is looked at when somebody asks: queues, binds, leases, calls. */
import type { Clock } from '#core/clock.ts';
import { engineNames, owedMax } from '#model/engines.ts';
import { countUnmatched } from '#sms/receipts/receipt-rematch.ts';
import type { Storage } from '#storage/storage.ts';
import type { Engines } from '../engines.ts';
import type { Meters } from './meters.ts';
import { type CertificateEnds, passwordRefused } from './tally.ts';

export type Measured = {
  readonly storage: Pick<Storage, 'jobs' | 'operators' | 'webhooks' | 'messages'>;
  readonly engines: Engines;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Undefined: no collector takes any. */
  readonly traces:
    | { readonly counts: { readonly sent: number; readonly dropped: number } }
    | undefined;
  readonly certificateEnds: CertificateEnds;
  /** Why no work is taken now. */
  readonly findObstacle: () => Promise<string | undefined>;
};

/** Nobody holds a bind that has not been noted for so long (sms/routing/health.ts). */
const freshMs = 30_000;

export async function measure(meters: Meters, measured: Measured): Promise<void> {
  const { engines, findObstacle } = measured;
  measureThread(meters, measured);
  meters.waitingParts.set(engines.sms.waiting().parts);
  measureLinks(meters, engines);
  meters.ledgerDrift.set(engines.ledger.differing);
  meters.ready.set((await findObstacle()) === undefined ? 1 : 0);
  await measureLanes(meters, measured);
  await measureBinds(meters, measured);
  await measureKeptReceipts(meters, measured);
  await measureEndpoints(meters, measured);
}

/** What is a thread's own; the rest is looked at once for the process. */
export function measureThread(
  meters: Meters,
  measured: Pick<Measured, 'engines' | 'traces' | 'clock' | 'certificateEnds'>,
): void {
  const { engines, traces } = measured;
  if (traces !== undefined) measureSpans(meters, traces.counts);
  measureCertificates(meters, measured);
  measureCalls(meters, engines);
  measureWebhookLanes(meters, engines);
  meters.leases.set(engines.leases.heldCount);
}

function measureSpans({ spans }: Meters, counts: { sent: number; dropped: number }): void {
  spans.reset();
  spans.inc({ result: 'sent' }, counts.sent);
  spans.inc({ result: 'dropped' }, counts.dropped);
}

function measureWebhookLanes(
  { webhookLanes, webhooksInFlight }: Meters,
  { webhookLaneCounts }: Engines,
): void {
  const { lanes, broken, inFlight } = webhookLaneCounts();
  webhookLanes.set({ state: 'well' }, lanes - broken);
  webhookLanes.set({ state: 'down' }, broken);
  webhooksInFlight.set(inFlight);
}

function measureCalls({ callsNow, noPort }: Meters, { calls }: Engines): void {
  callsNow.set(calls?.counts.calls ?? 0);
  noPort.reset();
  noPort.inc(calls?.counts.withoutPort ?? 0);
}

/** Of the binds that this process holds: those of others are told by them. */
function measureLinks(meters: Meters, { sms, directory }: Engines): void {
  const { window, windowUsed, rateLimit } = meters;
  for (const gauge of [window, windowUsed, rateLimit]) gauge.reset();
  for (const { id, name: operator } of directory().operators) {
    beginSeries(meters, operator);
    for (const link of sms.links(id)) {
      window.inc({ operator }, link.window);
      windowUsed.inc({ operator }, link.unanswered);
      if (link.ratePerSecond !== null) rateLimit.inc({ operator }, link.ratePerSecond);
    }
  }
}

/** What alerts compare is there from the start: a first one would not be seen as a rise. */
function beginSeries(meters: Meters, operator: string): void {
  meters.reconnects.inc({ operator, reason: passwordRefused }, 0);
  for (const counter of [meters.submits, meters.awaited, meters.unmatched, meters.claimed]) {
    counter.inc({ operator }, 0);
  }
}

function measureCertificates(
  { certificates }: Meters,
  { certificateEnds, clock }: Pick<Measured, 'certificateEnds' | 'clock'>,
): void {
  for (const [port, endsAtMs] of certificateEnds) {
    certificates.set({ port }, (endsAtMs - clock.nowMs()) / 1_000);
  }
}

async function measureKeptReceipts(meters: Meters, measured: Measured): Promise<void> {
  const { storage, engines, clock } = measured;
  const unmatched = await countUnmatched(storage.messages, clock.nowMs());
  meters.keptReceipts.reset();
  for (const { id, name: operator } of engines.directory().operators) {
    meters.keptReceipts.set({ operator }, unmatched.get(id) ?? 0);
  }
}

async function measureEndpoints(
  { webhookEndpoints }: Meters,
  { storage }: Measured,
): Promise<void> {
  const { paused, disabled } = await storage.webhooks.countAtRest();
  webhookEndpoints.set({ state: 'paused' }, paused);
  webhookEndpoints.set({ state: 'disabled' }, disabled);
}

async function measureLanes(meters: Meters, { storage }: Measured): Promise<void> {
  for (const engine of engineNames) {
    const { owed, lateByUsMs = 0, lateByThemMs = 0 } = await storage.jobs.findLag(engine, owedMax);
    meters.owed.set({ engine }, owed);
    meters.oldestOwed.set({ engine, waits_for: 'us' }, lateByUsMs / 1_000);
    meters.oldestOwed.set({ engine, waits_for: 'them' }, lateByThemMs / 1_000);
  }
}

async function measureBinds(meters: Meters, { storage, engines, clock }: Measured): Promise<void> {
  const nowMs = clock.nowMs();
  const binds = await storage.operators.listHealth();
  const noted = binds.filter(
    ({ downSinceMs, notedAtMs }) => downSinceMs === null && nowMs - notedAtMs < freshMs,
  );
  const isUp = new Set(noted.map(({ operatorId, bind }) => `${operatorId}/${bind}`));
  const silent = noted.flatMap((bind) => (bind.silentSinceMs === null ? [] : bind.operatorId));
  meters.binds.reset();
  meters.bindsDown.reset();
  meters.bindsSilent.reset();
  for (const { id, name: operator, settings } of engines.directory().operators) {
    const count = settings.binds;
    const up = Array.from({ length: count }, (_, n) => n).filter((n) => isUp.has(`${id}/${n}`));
    meters.binds.set({ operator }, up.length);
    meters.bindsDown.set({ operator }, count - up.length);
    meters.bindsSilent.set({ operator }, silent.filter((each) => each === id).length);
  }
}
