/**
 * The built-in operator, which runs in one process at a time: the one that holds its lease also holds
 * its binds, so that it need not be reachable from other machines.
 */

import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import { Loop } from '#core/loop.ts';
import type { Sealer } from '#core/sealed.ts';
import { type Changes, untilChanged } from '#core/until-changed.ts';
import type { LeaseHolder } from '#queue/lease.ts';
import type { Fault } from '#simulator/faults.ts';
import type { HandsetMessage } from '#simulator/handset.ts';
import { performOrder } from '#simulator/orders.ts';
import { openSimulatedOperator, type SimulatedOperator } from '#simulator/simulated-operator.ts';
import { switchesAt } from '#simulator/simulator-operations.ts';
import type { SimulatorStore } from '#simulator/simulator-store.ts';
import type { PhoneSwitch } from '#simulator/switched-phones.ts';
import { type NewOperator, operatorDefaults, operatorPasswordPlace } from '#sms/operator.ts';
import type { OperatorStore } from '#sms/operator-store.ts';
import type { SmsEngine } from '#sms/sms-engine.ts';
import type { Common } from './common.ts';
import { BatchedKeeping } from './keeping.ts';

export type LeasedSimulatorPorts = {
  readonly operators: Pick<OperatorStore, 'createOperator' | 'saveBuiltInOperator'>;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
  /** 0: any free one. */
  readonly port: number;
  /** Its row says where it listens now. */
  readonly moved: () => Promise<void>;
  readonly orders: Pick<SimulatorStore, 'takeOrders'>;
  readonly changes: Changes;
  readonly deliveries: Pick<
    SimulatorStore,
    'keepDeliveries' | 'forgetDeliveries' | 'listDeliveries' | 'hastenDeliveries'
  >;
  /** Phones that do otherwise than their numbers say. */
  readonly switches: () => Promise<readonly PhoneSwitch[]>;
  /** Its binds are to be gone before it is. */
  readonly closeBinds: () => Promise<void>;
};

export const simulatorLease = 'simulator';

const name = 'simulator';
const host = '127.0.0.1';
const account = { systemId: 'parley', password: 'simulated' };
const ordersLookedAtMs = 250;
/** Taken at a time, in the order they were given. */
const ordersMax = 100;
/** Where nobody listens. */
const nowhere = 1;

export class LeasedSimulator implements LeaseHolder {
  readonly #ports: LeasedSimulatorPorts;
  #simulator: SimulatedOperator | undefined;
  #orders: Loop | undefined;
  #keeping: BatchedKeeping | undefined;

  constructor(ports: LeasedSimulatorPorts) {
    this.#ports = ports;
  }

  /** Where it listens, if it is here. */
  get address(): string | undefined {
    return this.#simulator && `${host}:${this.#simulator.port}`;
  }

  /** Test messages can be accepted wherever it runs, and before it has ever run. */
  async makeRow(): Promise<void> {
    await this.#ports.operators.createOperator(this.#row(nowhere), 'start');
  }

  async taken(): Promise<void> {
    const { clock, log, random, port, operators, moved, deliveries } = this.#ports;
    const keeping = new BatchedKeeping(deliveries, log);
    const options = { ...account, host, port, clock, random, log, keeping };
    const simulator = await openSimulatedOperator(options);
    simulator.switchPhones(await this.#ports.switches());
    this.#simulator = simulator;
    this.#keeping = keeping;
    for await (const kept of keeping.owed()) simulator.owe(kept);
    this.#orders = this.#ordersOf(simulator);
    this.#orders.start();
    await operators.saveBuiltInOperator(this.#row(simulator.port));
    await moved();
  }

  async handOver(): Promise<void> {
    await this.#ports.closeBinds();
    await this.lost();
  }

  async lost(): Promise<void> {
    const simulator = this.#simulator;
    const orders = this.#orders;
    const keeping = this.#keeping;
    this.#simulator = undefined;
    this.#keeping = undefined;
    this.#orders = undefined;
    await orders?.[Symbol.asyncDispose]();
    await simulator?.[Symbol.asyncDispose]();
    await keeping?.settled();
  }

  /** What the command line has written down for it. */
  #ordersOf(simulator: SimulatedOperator): Loop {
    const { clock, log, orders, switches, changes } = this.#ports;
    const performer = {
      deliver: (message: HandsetMessage) => simulator.deliver(message),
      fail: (fault: Fault, forMs: number) => simulator.fail(fault, forMs),
      moveClock: (byMs: number) => simulator.moveClock(byMs),
      readSwitches: async () => simulator.switchPhones(await switches()),
    };
    return new Loop({
      name: 'orders of the built-in operator',
      everyMs: ordersLookedAtMs,
      clock,
      log,
      work: untilChanged(changes, async () => {
        const taken = await orders.takeOrders(ordersMax);
        for (const order of taken) await performOrder(order, performer);
        return taken.length;
      }),
    });
  }

  #row(port: number): NewOperator {
    const { sealer, clock } = this.#ports;
    return {
      name,
      builtIn: true,
      state: 'active',
      settings: { ...operatorDefaults, host, port, systemId: account.systemId, window: 100 },
      sealedPassword: sealer.seal(account.password, operatorPasswordPlace(name)),
      createdAtMs: clock.nowMs(),
    };
  }
}

/** Undefined where it is off. */
export function leasedSimulator(
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
    orders: storage.simulator,
    changes: storage.changes,
    deliveries: storage.simulator,
    switches: () => switchesAt(clock.nowMs(), storage),
    closeBinds: () => sms.close(sms.leaseNames({ builtIn: true })),
  });
}
