/**
 * What helps to find a fault, as one document that may leave the house: how the program is set up and how
 * its work stands. It has no secret, no text, no phone, no address and no name of a customer.
 */
import { release } from 'node:os';
import { type Finding, withoutNames } from '#doctor/finding.ts';
import { engineNames, owedMax } from '#model/engines.ts';
import { bindLease } from '#sms/links/part-lane.ts';
import type { Operator } from '#sms/operator.ts';
import type { Common } from './common.ts';
import type { Engines } from './engines.ts';

/** What is looked at in the memory of this process. */
export type Diagnosed = {
  readonly sms: Pick<Engines['sms'], 'links' | 'waiting'>;
  readonly leases: Pick<Engines['leases'], 'heldCount'>;
  readonly draining: boolean;
};

export async function diagnose(
  { config, storage, clock }: Pick<Common, 'config' | 'storage' | 'clock'>,
  { sms, leases, draining }: Diagnosed,
  examine: () => Promise<readonly Finding[]>,
): Promise<object> {
  const view = await storage.leases.view();
  const operators = await storage.operators.listOperators();
  return {
    madeAt: new Date(clock.nowMs()).toISOString(),
    process: {
      node: process.version,
      system: `${process.platform} ${release()} ${process.arch}`,
      upSeconds: Math.round(process.uptime()),
      memory: process.memoryUsage(),
      leases: leases.heldCount,
      draining,
      waitingParts: sms.waiting(),
    },
    settings: Object.fromEntries(config.written.map(({ name, value }) => [name, value])),
    processes: view.processes,
    leases: view.leases,
    lag: await lagOf(storage),
    binds: await storage.operators.listHealth(),
    operators: operators.map((operator) => operatorFacts(operator, sms)),
    trunks: (await storage.trunks.listTrunks()).map(({ id, enabled, builtIn, settings }) => ({
      id,
      enabled,
      builtIn,
      transport: settings.transport,
      inbound: settings.inbound,
      outbound: settings.outbound,
      registers: settings.register,
      maxCalls: settings.maxCalls,
    })),
    findings: (await examine()).map(withoutNames),
  };
}

async function lagOf({ jobs }: Pick<Common['storage'], 'jobs'>): Promise<object> {
  const found = await Promise.all(
    engineNames.map(async (engine) => [engine, await jobs.findLag(engine, owedMax)] as const),
  );
  return Object.fromEntries(found);
}

/** By name: what somebody adds to the settings is not in it before somebody has thought about it. */
function operatorFacts({ id, builtIn, state, settings }: Operator, sms: Diagnosed['sms']): object {
  const { bind, binds, window, ratePerSecond, tls, version, longMessages, receiptId } = settings;
  const links = sms.links(id).map(({ trace: _trace, connections, ...figures }) => ({
    ...figures,
    lease: bindLease(id, figures.place),
    states: connections.map(({ mode, state: now, lost }) => ({ mode, state: now, lost })),
  }));
  const link = { bind, binds, window, ratePerSecond, tls, version, longMessages, receiptId };
  return { id, builtIn, state, link, links };
}
