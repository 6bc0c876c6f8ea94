/**
 * `sip-calls`: what a call costs on one end, and that nothing of it is left. Two agents in this process
 * talk by UDP on loopback; a call is INVITE, 100, 180, 200, ACK, BYE, 200, and its cost is halved.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { answerSdp, dial, openPhone, type Phone } from '#test/harness/sip-phones.ts';

const calls = 10_000;
const warmUp = 2_000;
const atOnce = 50;
/** Finished transactions stay for 32 s. */
const forgottenMs = 34_000;

export async function runSipCalls(): Promise<boolean> {
  await using caller = await openPhone({ traces: false });
  await using callee = await openPhone({ traces: false });
  callee.told.take = (call) => {
    call.ring(180);
    call.answer({ sdp: answerSdp }, callee.told.sessionHandlers());
  };
  await makeCalls(warmUp, caller, callee);
  const before = { cpu: process.cpuUsage(), atMs: performance.now() };
  await makeCalls(calls, caller, callee);
  const { user, system } = process.cpuUsage(before.cpu);
  const seconds = (performance.now() - before.atMs) / 1_000;
  const held = caller.agent.counts.transactions + callee.agent.counts.transactions;
  const heldMb = memoryMb();
  const again = [caller, callee].flatMap(({ told }) => told.counted);
  await wait(forgottenMs);
  const left = [caller.agent.counts, callee.agent.counts];
  const lines = [
    `${calls} calls at ${Math.round(calls / seconds)} a second, ${Math.round((user + system) / calls / 2)} µs of CPU for each end of a call`,
    `${again.filter((what) => what === 'retransmitted').length} messages sent again, ${again.filter((what) => what === 'handler threw').length} handlers threw`,
    `${held} finished transactions in ${heldMb} MB (resident, heap, buffers); after 34 s ${JSON.stringify(left)} in ${memoryMb()} MB`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return left.every((counts) => Object.values(counts).every((count) => count === 0));
}

async function makeCalls(count: number, caller: Phone, callee: Phone): Promise<void> {
  let left = count;
  const line = async (): Promise<void> => {
    while (left-- > 0) await makeCall(caller, callee);
  };
  await Promise.all(Array.from({ length: atOnce }, line));
}

async function makeCall(caller: Phone, callee: Phone): Promise<void> {
  dial(caller, callee);
  await caller.told.rings.next();
  const { session } = await caller.told.answered.next();
  await callee.told.acks.next();
  session.bye();
  await Promise.all([callee.told.ends.next(), caller.told.ends.next()]);
}

/** What is in use, where `--expose-gc` lets it be told from what is waiting to be freed. */
function memoryMb(): string {
  // Buffers are let go in the round after the one that finds them.
  for (let round = 0; round < 3; round++) globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  return [rss, heapUsed, external].map((bytes) => Math.round(bytes / 1_048_576)).join(' / ');
}
