/** Calls that the whole program leads on, sipp on both sides of it; audio bypasses us. */
import { setTimeout as wait } from 'node:timers/promises';
import { must } from '#core/assert.ts';
import { number } from '#test/harness/call-world.ts';
import { type CallingProgram, openCallingProgram } from '#test/harness/calling-program.ts';
import { freeUdpPort } from '#test/harness/free-port.ts';
import { sippAnswers, sippCalls } from '#test/harness/sipp.ts';
import { cpuSeconds, processTree, residentMegabytes } from './process-figures.ts';

export type CallLoad = {
  /** New calls a second. */
  readonly rate: number;
  readonly seconds: number;
};

export const bypass = { media: 'bypass', maxCps: 10_000 } as const;
/** What V8 compiles in its first seconds is no part of what a call costs. */
const warmUp: CallLoad = { rate: 400, seconds: 20 };
/** What sipp waits for calls that are still open. */
const lingerS = 60;

/** A program for each load: none pays for what the one before has left. */
export async function measureCalls(load: CallLoad): Promise<string> {
  const calleePort = await freeUdpPort();
  const wish = { calleePort, trunkIn: bypass, trunkOut: bypass, perMinute: 60, balance: 1e9 };
  await using program = await openCallingProgram(wish);
  const over = new AbortController();
  const callee = await sippAnswers({
    scenario: 'callee-answers',
    calls: 1_000_000,
    timeoutS: warmUp.seconds + load.seconds + 2 * lingerS,
    port: calleePort,
    signal: over.signal,
  });
  await callThrough(program, warmUp);
  const line = await measure(program, load);
  over.abort();
  await callee.ended;
  return line;
}

async function measure(program: CallingProgram, load: CallLoad): Promise<string> {
  const pids = processTree(must(program.server.pid, 'process'));
  const calls = load.rate * load.seconds;
  const before = { cpuS: cpuSeconds(pids), mb: residentMegabytes(pids) };
  const done = (await counted(program)).all;
  const half = wait(load.seconds * 500).then(() => residentMegabytes(pids));
  const failed = await callThrough(program, load);
  const cpuMs = ((cpuSeconds(pids) - before.cpuS) * 1_000) / calls;
  const after = await counted(program);
  return [
    `${String(load.rate).padStart(4)} calls a second for ${load.seconds} s:`,
    `${failed} of ${calls} failed,`,
    `${cpuMs.toFixed(2)} ms CPU a call,`,
    `${after.all - done} recorded, ${after.open} still open,`,
    `${before.mb.toFixed(0)} MB at the begin, ${(await half).toFixed(0)} at half the time`,
    `and ${residentMegabytes(pids).toFixed(0)} at the end`,
  ].join(' ');
}

/** How many failed. */
async function callThrough(program: CallingProgram, { rate, seconds }: CallLoad): Promise<number> {
  const calls = rate * seconds;
  const timeoutS = seconds + lingerS;
  const wish = { scenario: 'caller-answered', calls, rate, timeoutS };
  const { screen } = await sippCalls(program.hop.port, `+${number}`, wish);
  const failed = /Failed call +\| +\d+ +\| +(?<all>\d+)/.exec(screen)?.groups?.['all'];
  return Number(failed ?? calls);
}

async function counted(program: CallingProgram) {
  const calls = await program.calls(1_000_000);
  return { all: calls.length, open: calls.filter(({ endedAtMs }) => endedAtMs === null).length };
}
