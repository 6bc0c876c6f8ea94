/** All engines of a process, in the order in which they need each other. */

import { Authenticator } from '#accounts/authenticator.ts';
import { AccountLimits } from '#accounts/limits/limits.ts';
import { demoNumbers } from '#cli/first-start.ts';
import type { Config } from '#config.ts';
import type { AddressGuard } from '#core/address-guard.ts';
import type { Loop } from '#core/loop.ts';
import type { Leases } from '#queue/leases.ts';
import type { Customers, OpenPorts } from '#sms/customers/customers.ts';
import type { Directory } from '#sms/directory.ts';
import type { ReceiptDesk } from '#sms/receipts/receipt-desk.ts';
import { OperatorQuotas } from '#sms/routing/quotas.ts';
import type { SmsSender } from '#sms/sending/sms-sender.ts';
import type { SmsEngine } from '#sms/sms-engine.ts';
import { StopList } from '#sms/stops/stop-list.ts';
import type { Common, EngineNeeds } from './common.ts';
import { openGuard } from './guard.ts';
import { openIds } from './ids.ts';
import { Knowledge } from './knowledge.ts';
import { LeasedSimulator } from './leased-simulator.ts';
import { eventStreams, openLeases, shareWork } from './leased-work.ts';
import {
  claimOfReceipts,
  countOfOwed,
  hearHints,
  openRetention,
  removalOfOperators,
  settingsWatch,
  stopsWatch,
  sweepOfReceipts,
} from './loops.ts';
import { openCustomers, openSms } from './sms.ts';
import { openWebhooks } from './webhooks.ts';

export type Engines = {
  readonly guard: AddressGuard;
  readonly authenticator: Authenticator;
  readonly limits: AccountLimits;
  readonly directory: () => Directory;
  readonly sender: SmsSender;
  readonly stops: StopList;
  readonly sms: SmsEngine;
  readonly smpp: OpenPorts;
  readonly leases: Leases;
  readonly simulator: LeasedSimulator | undefined;
  draining: boolean;
};

export async function openEngines(
  { testKey, ...common }: Common & { readonly testKey: string },
  stack: AsyncDisposableStack,
): Promise<Engines> {
  const { config, clock, storage } = common;
  const knowledge = new Knowledge(common);
  const needs = await openNeeds(common, knowledge);
  const { leases } = needs;
  const authenticator = new Authenticator(storage.accounts);
  const webhooks = openWebhooks(common, needs, stack);
  const customers = stack.use(await openCustomers(common, { ...needs, webhooks }));
  const bounds = await openBounds(common, needs, stack);
  const { limits } = bounds;
  const opened = openSms(common, { ...needs, ...bounds, webhooks, customers }, stack);
  const { sms, sender } = opened;
  const learnDirectory = async (): Promise<void> => {
    await sms.apply(await knowledge.readDirectory());
    leases.poke();
  };
  const simulator = openSimulator(common, { sms, moved: learnDirectory });
  await simulator?.makeRow();
  await demoNumbers(testKey, { ...storage, clock });
  await knowledge.readNumbers();
  await sms.start(await knowledge.readDirectory());
  const watch = settingsWatch(common, async () => {
    authenticator.forget();
    webhooks.forget();
    await customers.apply();
    await limits.reload();
    await knowledge.readNumbers();
    await learnDirectory();
  });
  hearHints(common, { leases, watch, sms, webhooks: webhooks.engine }, stack);
  shareWork(
    leases,
    { roles: config.roles, isSole: storage.hints === undefined },
    { ...needs.eventIds, sms, webhooks: webhooks.engine, simulator },
  );
  await startLoops(common, { ...needs, ...opened, watch }, stack);
  const smpp = await listenForCustomers(config, { customers, sms, sender });
  // The first to close: what customers submit needs all the others.
  stack.defer(() => customers.close());
  const { guard, directory, stops } = needs;
  const shown = { guard, authenticator, limits, directory, sender, stops, sms, smpp, leases };
  return { ...shown, simulator, draining: false };
}

async function openNeeds(common: Common, knowledge: Knowledge): Promise<EngineNeeds> {
  const { config, clock, storage } = common;
  const ids = await openIds(storage);
  const leases = await openLeases(common);
  return {
    guard: openGuard(config, clock),
    ids,
    eventIds: eventStreams(storage, leases),
    leases,
    directory: () => knowledge.directory,
    numbers: () => knowledge.numbers,
    stops: await StopList.open({ store: storage.stops }),
  };
}

type Bounds = { readonly limits: AccountLimits; readonly quotas: OperatorQuotas };

/** How much accounts may send, and operators take. */
async function openBounds(
  { clock, log, storage }: Common,
  { directory }: EngineNeeds,
  stack: AsyncDisposableStack,
): Promise<Bounds> {
  const store = storage.limits;
  const limits = stack.use(await AccountLimits.open({ store, clock, log }));
  limits.start();
  const operators = () => directory().operators;
  const quotas = stack.use(await OperatorQuotas.open({ store, operators, clock, log }));
  quotas.start();
  return { limits, quotas };
}

async function startLoops(
  common: Common,
  needs: EngineNeeds & {
    readonly sms: SmsEngine;
    readonly receipts: ReceiptDesk;
    readonly watch: Loop;
  },
  stack: AsyncDisposableStack,
): Promise<void> {
  const { leases, watch } = needs;
  stack.use(sweepOfReceipts(common, needs)).start();
  stack.use(claimOfReceipts(common, needs)).start();
  stack.use(removalOfOperators(common, needs)).start();
  stack.use(countOfOwed(common, needs)).start();
  stack.use(watch).start();
  stack.use(stopsWatch(common, needs)).start();
  await stack.use(leases).start();
  openRetention(common, leases, stack);
}

/** Only where clients are served. */
async function listenForCustomers(
  { roles, smpp }: Config,
  {
    customers,
    sms,
    sender,
  }: {
    readonly customers: Customers;
    readonly sms: SmsEngine;
    readonly sender: SmsSender;
  },
): Promise<OpenPorts> {
  if (!roles.includes('api')) return { plain: undefined, tls: undefined };
  return customers.listen(smpp, {
    send: (request) => sender.send(request),
    partsWithdrawn: (parts) => sms.withdrawn(parts),
  });
}

/** Undefined where it is off. */
function openSimulator(
  { config, clock, log, storage, sealer }: Common,
  { sms, moved }: { readonly sms: SmsEngine; readonly moved: () => Promise<void> },
): LeasedSimulator | undefined {
  if (!config.simulator) return undefined;
  const { operators } = storage;
  return new LeasedSimulator({
    operators,
    sealer,
    clock,
    log,
    random: Math.random,
    port: config.simulatorPort,
    moved,
    orders: storage.simulatorOrders,
    closeBinds: () => sms.close(sms.leaseNames({ builtIn: true })),
  });
}
