/**
 * Feeds what reads from outside with octets that nobody thought of, until the time is over:
 *
 *   npm run fuzz -- [--minutes 2] [--only sip,csv] [--through decoders|sockets] [--inputs 0] [--seed 1]
 *
 * Decoders are fed in threads of this process, by coverage; then the whole program through its sockets. `--only`
 * names protocols, decoders or drivers; `--inputs` gives each so many, in its share of the minutes where they are said. What
 * breaks a decoder is written to fixtures/fuzz, where every test run replays it, and the run has failed.
 */
import { parseArgs } from 'node:util';
import { drivers } from './drivers.ts';
import type { Bounds, Figures } from './engine/loop.ts';
import { change, type Row, tableOf } from './engine/report.ts';
import { fuzzTarget } from './engine/watch.ts';
import { type Driven, drive } from './sockets/drive.ts';
import { World } from './sockets/world.ts';
import { targets } from './targets.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    only: { type: 'string', default: '' },
    through: { type: 'string', default: '' },
    inputs: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
  },
});

type Named = { readonly name: string; readonly protocol: string };

const wanted = values.only.split(',').filter((word) => word !== '');
const decoders = values.through === 'sockets' ? [] : targets.filter(isWanted);
const ways = values.through === 'decoders' ? [] : drivers.filter(isWanted);
const inputs = Number(values.inputs);
const minutes = Number(values.minutes ?? (inputs > 0 ? Number.POSITIVE_INFINITY : 2));
const bounds: Bounds = {
  inputs: inputs > 0 ? inputs : Number.POSITIVE_INFINITY,
  ms: (minutes * 60_000) / Math.max(decoders.length + ways.length, 1),
  seed: Number(values.seed),
};

function isWanted({ name, protocol }: Named): boolean {
  return wanted.length === 0 || wanted.some((word) => word === name || word === protocol);
}

function tell(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

function decoderRow(name: string, figures: Figures): Row {
  return {
    decoder: name,
    inputs: figures.inputs,
    'a second': Math.round(figures.inputs / figures.seconds),
    blocks: figures.blocks,
    'slowest ms': Math.round(figures.slowestMs * 10) / 10,
    'RSS MB': change(figures.rssMb),
    handles: change(figures.handles),
    faults: figures.faults.length,
  };
}

function wayRow(name: string, driven: Driven): Row {
  return {
    'through sockets': name,
    inputs: driven.inputs,
    'a second': Math.round(driven.inputs / driven.seconds),
    exits: driven.exits,
    unanswered: `${driven.unanswered} of ${driven.probes}`,
    'RSS MB': change(driven.rssMb),
    handles: change(driven.handles),
  };
}

/** How much was broken. */
async function feedDecoders(): Promise<number> {
  const rows: Row[] = [];
  let broken = 0;
  for (const { name } of decoders) {
    const figures = await fuzzTarget(name, bounds, tell);
    broken += figures?.faults.length ?? 1;
    for (const { kind, message, after } of figures?.faults ?? []) {
      tell(`${name}, after ${after ?? 'all'} inputs, ${kind}: ${message}`);
    }
    if (figures !== undefined) rows.push(decoderRow(name, figures));
  }
  if (rows.length > 0) tell(tableOf(rows));
  return broken;
}

/** How often it ended, or did not answer. */
async function feedSockets(): Promise<number> {
  if (ways.length === 0) return 0;
  await using world = await World.open();
  const rows: Row[] = [];
  let broken = 0;
  for (const driver of ways) {
    const driven = await drive(driver, world, { ...bounds, rate: 0 }, tell);
    if (driven.inputs === 0) tell(`${driver.name} brought no input`);
    broken += driven.exits + driven.unanswered + (driven.inputs === 0 ? 1 : 0);
    rows.push(wayRow(driver.name, driven));
    tell(tableOf(rows.slice(-1)));
  }
  tell(tableOf(rows));
  return broken;
}

// What runs beside it ends with it.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
const broken = (await feedDecoders()) + (await feedSockets());
process.exitCode = broken === 0 && decoders.length + ways.length > 0 ? 0 : 1;
