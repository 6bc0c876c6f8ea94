/**
 * All fuzzers at once, from 127.0.0.2 to 127.0.0.50, while 127.0.0.1 sends messages at an even pace through the
 * built-in operator; before them the same for a while in calm. It fails where a message was refused or lost,
 * where the program ended or did not answer, or where accepting took more than twice as long (p99).
 *
 *   npm run siege -- [--minutes 30] [--calm 3] [--rate 200] [--inputs 100] [--only sip]
 *
 * `--inputs` a second from each fuzzer: a siege is no race for the processor.
 */
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { must } from '#core/assert.ts';
import { drivers } from '../test/fuzz/drivers.ts';
import { change, tableOf } from '../test/fuzz/engine/report.ts';
import { type Driven, drive } from '../test/fuzz/sockets/drive.ts';
import { type Customer, World } from '../test/fuzz/sockets/world.ts';
import type { Sending, SendingWish } from './siege/sender.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    calm: { type: 'string', default: '3' },
    rate: { type: 'string', default: '200' },
    inputs: { type: 'string', default: '100' },
    only: { type: 'string', default: '' },
  },
});
const wanted = values.only.split(',').filter((word) => word !== '');
const besiegers = drivers.filter(
  ({ name, protocol }) => wanted.length === 0 || wanted.includes(name) || wanted.includes(protocol),
);
const perSecond = Number(values.rate);
const inputsPerSecond = Number(values.inputs);
const warmUpSeconds = 20;
/** What was accepted last is on its way to its phone and back. */
const arriveMs = 120_000;
const lookEveryMs = 1_000;
/** p99 of accepts under siege by that in calm. */
const slowerMax = 2;
const seed = 1;
function tell(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

async function send(world: World, { key }: Customer, seconds: number): Promise<Sending> {
  const wish: SendingWish = { port: world.ports.http, key, perSecond, seconds };
  const sender = fork(new URL('./siege/sender.ts', import.meta.url), [JSON.stringify(wish)], {
    serialization: 'advanced',
  });
  goFirst(sender.pid);
  const [sending] = (await once(sender, 'message')) as [Sending];
  return sending;
}

/** The customer has a machine of its own as well: its clock is not to stand while others run. Only root may say so. */
function goFirst(pid: number | undefined): void {
  if (process.getuid?.() === 0) setPriority(must(pid, 'sender'), constants.priority.PRIORITY_HIGH);
}

function percentile({ acceptMs }: Sending, share: number): number {
  return acceptMs[Math.floor((acceptMs.length - 1) * share)] ?? 0;
}

function told(name: string, sending: Sending): string {
  const [p50, p99, most] = [0.5, 0.99, 1].map((share) => percentile(sending, share).toFixed(1));
  return `${name}: ${sending.accepted} accepted, ${sending.refused} refused; p50 ${p50} ms, p99 ${p99} ms, at most ${most} ms`;
}

/** Accepted messages that no phone has told to have got. */
async function countLost(world: World, customer: Customer, accepted: number): Promise<number> {
  let delivered = 0;
  for (let waitedMs = 0; waitedMs < arriveMs; waitedMs += lookEveryMs) {
    delivered = world.countDelivered(customer);
    if (delivered >= accepted) break;
    await pause(lookEveryMs);
  }
  return accepted - delivered;
}

/** Every thread that runs now, those in which V8 collects garbage too, takes only what others leave of the processor. */
function giveWay(): void {
  for (const thread of readdirSync('/proc/self/task')) {
    execFileSync('chrt', ['--idle', '--pid', '0', thread]);
  }
}

/** Attackers have machines of their own: here they and the peers that they play give way to the program and its customer. */
async function besiege(world: World): Promise<readonly Driven[]> {
  const ms = Number(values.minutes) * 60_000;
  const bounds = { inputs: Number.POSITIVE_INFINITY, ms, seed, rate: inputsPerSecond };
  return Promise.all(besiegers.map((driver) => drive(driver, world, bounds, tell)));
}

// What runs beside it ends with it.
process.once('SIGINT', () => process.exit(130));
await using world = await World.open();
const customer = await world.addCustomer();
const warmUp = await send(world, customer, warmUpSeconds);
const calm = await send(world, customer, Number(values.calm) * 60);
tell(told('calm', calm));
const before = world.usage();
const sending = send(world, customer, Number(values.minutes) * 60);
giveWay();
const [siege, driven] = await Promise.all([sending, besiege(world)]);
const accepted = warmUp.accepted + calm.accepted + siege.accepted;
const lost = await countLost(world, customer, accepted);
const after = world.usage();
const rows = besiegers.map(({ name }, at) => ({
  'through sockets': name,
  inputs: driven[at]?.inputs ?? 0,
  unanswered: `${driven[at]?.unanswered} of ${driven[at]?.probes}`,
}));
tell(tableOf(rows));
tell(told('siege', siege));
const slower = percentile(siege, 0.99) / percentile(calm, 0.99);
const unanswered = driven.reduce((sum, each) => sum + each.unanswered, 0);
const refused = calm.refused + siege.refused;
tell(
  `${refused} refused, ${lost} lost, ${world.exits} exits, ${unanswered} unanswered, p99 ${slower.toFixed(2)} times that in calm`,
);
tell(
  `RSS ${change([before.rssMb, after.rssMb])} MB, handles ${change([before.handles, after.handles])}`,
);
const isGood = refused + lost + world.exits + unanswered === 0 && slower <= slowerMax;
process.exitCode = isGood ? 0 : 1;
