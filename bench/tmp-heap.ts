import { setTimeout as wait } from 'node:timers/promises';
import { number } from '#test/harness/call-world.ts';
import { openCallingProgram } from '#test/harness/calling-program.ts';
import { freeUdpPort } from '#test/harness/free-port.ts';
import { sippAnswers, sippCalls } from '#test/harness/sipp.ts';
import { processTree, residentMegabytes } from './process-figures.ts';
const bypass = { media: 'bypass', maxCps: 10_000 } as const;
const calleePort = await freeUdpPort();
const program = await openCallingProgram({ calleePort, trunkIn: bypass, trunkOut: bypass, perMinute: 60, balance: 1e9 as never,
  environment: { NODE_OPTIONS: '--require /tmp/perf/gc.cjs', SNAP: process.env['SNAP'] ?? '' } });
const over = new AbortController();
const callee = await sippAnswers({ scenario: 'callee-answers', calls: 1_000_000, timeoutS: 400, port: calleePort, signal: over.signal });
const pids = processTree(program.server.pid ?? 0);
const tell = async (what: string) => { const mb = residentMegabytes(pids); for (const p of pids) try { process.kill(p, 'SIGUSR2'); } catch {} await wait(Number(process.env['SNAP'] ? 12000 : 2500)); console.log(what, mb.toFixed(0), '→', residentMegabytes(pids).toFixed(0)); };
const go = async (rate: number, s: number) => { const { screen } = await sippCalls(program.hop.port, `+${number}`, { scenario: 'caller-answered', calls: rate * s, rate, timeoutS: s + 60 }); console.log(/Failed call.*/.exec(screen)?.[0]); };
await go(50, 5);
await go(150, Number(process.env['S'] ?? 120)); await tell('after');
over.abort(); await callee.ended; await program[Symbol.asyncDispose](); process.exit(0);
