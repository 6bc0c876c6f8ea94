/** Two processes on one database, killed, stopped and put to sleep under load, and the database's last day. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { must } from '#core/assert.ts';
import { countOwed, judge, tellOwed } from '../crash/claims.ts';
import { Client } from '../crash/client.ts';
import type { Conclusion } from '../crash/conclusion.ts';
import { everythingArrives, liveFor, patience, price } from '../crash/crash-run.ts';
import { Ledger } from '../crash/ledger.ts';
import { Operator } from '../crash/operator.ts';
import { Receiver } from '../crash/receiver.ts';
import { type Installed, installParley, readLedger, type Served, serveParley } from '../parley.ts';
import { freePorts } from '../ports.ts';
import { Balancer } from './balancer.ts';
import { tellNoticed, watchStrike } from './noticed.ts';
import { PostgresPair } from './postgres-pair.ts';

export type ClusterPlan = {
  readonly folder: string;
  readonly programs: string;
  readonly kills: number;
  readonly connections: number;
  readonly binds: number;
  readonly window: number;
  readonly lifeMsMax: number;
  readonly leaseSeconds: number;
  readonly random: () => number;
  readonly tell: (sentence: string) => void;
};

const ways = ['SIGKILL', 'SIGTERM', 'SIGSTOP'] as const;
/** Behind the end of its leases. */
const sleptLongerMs = 2_000;

type Running = { readonly name: string; readonly port: number; served: Served };

export async function runCluster(plan: ClusterPlan): Promise<Conclusion> {
  const { folder, programs, binds, window, random } = plan;
  await mkdir(folder, { recursive: true });
  const ledgerFile = path.join(folder, 'ledger.ndjson');
  await using ledger = new Ledger(ledgerFile);
  await using pair = await PostgresPair.open({ folder: path.join(folder, 'postgres'), programs });
  await using operator = await Operator.open(ledger, patience, random);
  await using receiver = await Receiver.open(ledger, { refusesEvery: 0 });
  const installed = await installParley({
    folder,
    database: pair.address,
    smscPort: operator.port,
    hookUrl: receiver.url,
    binds,
    window,
    price: String(price / 1_000_000),
  });
  await liveAndDie({ installed, ledger, pair }, plan);
  const money = await readLedger(installed);
  return { claims: judge({ ledger, money, price, binds, window }), ledgerFile };
}

type World = {
  readonly installed: Installed;
  readonly ledger: Ledger;
  readonly pair: PostgresPair;
};

async function liveAndDie({ installed, ledger, pair }: World, plan: ClusterPlan): Promise<void> {
  const { connections, kills, random, tell, leaseSeconds } = plan;
  const ports = await freePorts(['one', 'two']);
  const start = (name: string, port: number): Promise<Served> =>
    serveParley(installed, { name, port, leaseSeconds });
  const running: Running[] = [];
  await using stack = new AsyncDisposableStack();
  stack.defer(async () => {
    for (const { served } of running) await served[Symbol.asyncDispose]();
  });
  for (const [name, port] of Object.entries(ports)) {
    running.push({ name, port, served: await start(name, port) });
  }
  const { port } = stack.use(await Balancer.open(Object.values(ports)));
  await using client = new Client({ key: installed.key, connections, port, ledger });
  const failOverAt = Math.ceil(kills / 2);
  for (let kill = 1; kill <= kills; kill++) {
    await liveFor(plan.lifeMsMax * random(), ledger);
    const victim = must(running[Math.floor(random() * running.length)], 'process');
    const way = must(ways[(kill - 1) % ways.length], 'way');
    ledger.kill();
    tell(
      `${kill}: ${way} to ${victim.name}, ${ledger.accepted.size} accepted, ${tellOwed(countOwed(ledger))}`,
    );
    const struck = watchStrike(ledger);
    await strike(victim, way, leaseSeconds);
    if (way !== 'SIGSTOP') victim.served = await start(victim.name, victim.port);
    tell(`${kill}: ${way}: ${tellNoticed(await struck)}`);
    if (kill !== failOverAt) continue;
    ledger.kill();
    await pair.failOver();
    tell(`the database has failed over, ${tellOwed(countOwed(ledger))}`);
  }
  await liveFor(plan.lifeMsMax, ledger);
  await client.finish();
  await everythingArrives(ledger, tell);
}

async function strike({ served }: Running, way: (typeof ways)[number], leaseSeconds: number) {
  switch (way) {
    case 'SIGKILL':
      return served.program.kill();
    case 'SIGTERM':
      await served.program.stop();
      return undefined;
    case 'SIGSTOP':
      process.kill(served.program.pid, 'SIGSTOP');
      await pause(leaseSeconds * 1_000 + sleptLongerMs);
      process.kill(served.program.pid, 'SIGCONT');
  }
}
