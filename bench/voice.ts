/**
 * `voice`: calls that the whole program leads on, each answered and hung up: read, decided, paid for and
 * recorded. sipp calls and is called; audio bypasses us, so that what is measured is signalling and storage.
 */
import { must } from '#core/assert.ts';
import { number } from '#test/harness/call-world.ts';
import { type CallingProgram, openCallingProgram } from '#test/harness/calling-program.ts';
import { freeUdpPort } from '#test/harness/free-port.ts';
import { sippAnswers, sippCalls, withoutSipp } from '#test/harness/sipp.ts';
import { cpuSeconds, processTree, residentMegabytes } from './process-figures.ts';

/** New calls a second; each rate lasts so long. */
const rates = [50, 100, 200, 300, 500];
const seconds = 20;

const bypass = { media: 'bypass', maxCps: 10_000 } as const;

export async function runVoice(): Promise<boolean> {
  if (withoutSipp !== false) {
    process.stdout.write(`${withoutSipp}\n`);
    return false;
  }
  for (const rate of rates) process.stdout.write(`${await measure(rate)}\n`);
  return true;
}

/** A program for each rate: sipp does not answer OPTIONS, and after two of them its trunk counts as down. */
async function measure(rate: number): Promise<string> {
  const calleePort = await freeUdpPort();
  const wish = { calleePort, trunkIn: bypass, trunkOut: bypass, perMinute: 60, balance: 1e9 };
  await using program = await openCallingProgram(wish);
  const over = new AbortController();
  const callee = await sippAnswers({
    scenario: 'callee-answers',
    calls: 1_000_000,
    port: calleePort,
    signal: over.signal,
  });
  const line = await load(program, rate);
  over.abort();
  await callee.ended;
  return line;
}

/** One line about calls at that rate. */
async function load(program: CallingProgram, rate: number): Promise<string> {
  const pids = processTree(must(program.server.pid, 'process'));
  const calls = rate * seconds;
  const before = { cpuS: cpuSeconds(pids), done: (await counted(program)).all };
  const wish = { scenario: 'caller-answered', calls, rate };
  const { screen } = await sippCalls(program.hop.port, `+${number}`, wish);
  const after = await counted(program);
  const cpuMs = ((cpuSeconds(pids) - before.cpuS) * 1_000) / calls;
  const failed = Number(
    /Failed call +\| +\d+ +\| +(?<all>\d+)/.exec(screen)?.groups?.['all'] ?? calls,
  );
  return [
    `${String(rate).padStart(4)} calls a second:`,
    `${failed} of ${calls} failed,`,
    `${cpuMs.toFixed(2)} ms CPU a call,`,
    `${after.all - before.done} recorded, ${after.open} still open,`,
    `${residentMegabytes(pids).toFixed(0)} MB`,
  ].join(' ');
}

async function counted(program: CallingProgram) {
  const calls = await program.calls(1_000_000);
  return { all: calls.length, open: calls.filter(({ endedAtMs }) => endedAtMs === null).length };
}
