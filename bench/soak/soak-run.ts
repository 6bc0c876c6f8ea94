/** Load for minutes with a fault in each, and what has become of every message in the end. */
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { must } from '#core/assert.ts';
import { judge } from '../crash/claims.ts';
import { Client } from '../crash/client.ts';
import type { Conclusion } from '../crash/conclusion.ts';
import { everythingArrives, patience, price } from '../crash/crash-run.ts';
import { Ledger } from '../crash/ledger.ts';
import { Operator } from '../crash/operator.ts';
import { Receiver } from '../crash/receiver.ts';
import { type Installed, installParley, readLedger, type Served, serveParley } from '../parley.ts';
import { freePorts } from '../ports.ts';
import { type Fault, faultsOf } from './faults.ts';
import { Minutes } from './minutes.ts';
import { SmallDisk } from './small-disk.ts';
import { openSoakDatabase } from './soak-database.ts';

export type SoakPlan = {
  readonly folder: string;
  readonly minutes: number;
  /** Messages a second; 0 is half of what is told end to end in the first seconds. */
  readonly rate: number;
  readonly connections: number;
  readonly binds: number;
  readonly window: number;
  readonly database: string;
  readonly programs: string;
  readonly tell: (sentence: string) => void;
};

const minuteMs = 60_000;
/** Of its minute, before the fault. */
const calmMs = 10_000;
const warmUpMs = 5_000;
const measureMs = 10_000;
const noFault: Fault = { name: '', strike: async () => undefined };

export async function runSoak(plan: SoakPlan): Promise<Conclusion & { readonly table: string }> {
  const { folder, binds, window } = plan;
  const minutes = new Minutes();
  const ledgerFile = path.join(folder, 'ledger.ndjson');
  await using stack = new AsyncDisposableStack();
  const ledger = stack.use(new Ledger(ledgerFile, minutes));
  const database = stack.use(await openSoakDatabase(plan));
  const disk =
    database === undefined && SmallDisk.mayBeMade
      ? stack.use(await SmallDisk.make(folder))
      : undefined;
  const operator = stack.use(await Operator.open(ledger, patience));
  const receiver = stack.use(await Receiver.open(ledger, { refusesEvery: 0 }));
  const installed = await installParley({
    folder: disk?.folder ?? folder,
    database: database?.address,
    smscPort: operator.port,
    hookUrl: receiver.url,
    binds,
    window,
    price: String(price / 1_000_000),
  });
  const program = stack.use(await MortalProgram.start(installed, ledger));
  const faults = faultsOf({
    operator: countedRestarts(operator, ledger),
    receiver,
    disk,
    database,
    killProgram: () => program.die(),
  });
  await load({ plan, ledger, minutes, program, faults, key: installed.key });
  await everythingArrives(ledger, plan.tell);
  const money = await readLedger(installed);
  const claims = judge({ ledger, money, price, binds, window });
  return { claims, ledgerFile, table: minutes.table() };
}

/** A break of its links may repeat what is in the windows, as a kill of ours may. */
function countedRestarts(operator: Operator, ledger: Ledger): Pick<Operator, 'restart'> {
  return {
    restart: (awayMs) => {
      ledger.kill();
      return operator.restart(awayMs);
    },
  };
}

class MortalProgram implements AsyncDisposable {
  readonly port: number;
  readonly #installed: Installed;
  readonly #ledger: Ledger;
  #served: Served;

  private constructor(installed: Installed, ledger: Ledger, served: Served) {
    this.port = served.port;
    this.#installed = installed;
    this.#ledger = ledger;
    this.#served = served;
  }

  static async start(installed: Installed, ledger: Ledger): Promise<MortalProgram> {
    // The same port in each life, as behind a service manager.
    const { port } = await freePorts(['port']);
    return new MortalProgram(installed, ledger, await serveParley(installed, { port }));
  }

  get pid(): number {
    return this.#served.program.pid;
  }

  get runs(): boolean {
    return this.#served.program.runs;
  }

  async die(): Promise<void> {
    await this.#served.program.kill();
    this.#ledger.kill();
    this.#served = await serveParley(this.#installed, { port: this.port });
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.#served[Symbol.asyncDispose]();
  }
}

type Scene = {
  readonly plan: SoakPlan;
  readonly ledger: Ledger;
  readonly minutes: Minutes;
  readonly program: MortalProgram;
  readonly faults: readonly Fault[];
  readonly key: string;
};

async function load({ plan, ledger, minutes, program, faults, key }: Scene): Promise<void> {
  const { connections, tell } = plan;
  const answered = (ms: number): void => minutes.answered(ms);
  const wish = { key, connections, port: program.port, ledger, answered };
  const pace = plan.rate > 0 ? { rate: plan.rate } : await halfOfTheMost(wish, tell);
  await using client = new Client({ ...wish, ...pace });
  for (let minute = 0; minute < plan.minutes; minute++) {
    // The first and the last minute show how it is without a fault.
    const isCalm = minute === 0 || minute === plan.minutes - 1;
    const fault = isCalm ? noFault : must(faults[(minute - 1) % faults.length], 'fault');
    await liveThrough(fault);
    if (!program.runs) throw new Error(`Parley has ended by itself in minute ${minute + 1}`);
    tell(minutes.close(fault.name, program.pid, ledger));
  }
  await client.finish();
}

async function liveThrough(fault: Fault): Promise<void> {
  const endsAt = performance.now() + minuteMs;
  await pause(calmMs);
  await fault.strike();
  await pause(Math.max(0, endsAt - performance.now()));
}

async function halfOfTheMost(
  wish: ConstructorParameters<typeof Client>[0],
  tell: SoakPlan['tell'],
): Promise<{ readonly rate: number; readonly firstNumber: number }> {
  await using client = new Client(wish);
  await pause(warmUpMs);
  const before = wish.ledger.webhooks.size;
  await pause(measureMs);
  const told = wish.ledger.webhooks.size - before;
  await client.finish();
  const most = told / (measureMs / 1_000);
  tell(`At most ${Math.round(most)} messages a second were told end to end; half of it goes on.`);
  return { rate: most / 2, firstNumber: client.nextNumber };
}
