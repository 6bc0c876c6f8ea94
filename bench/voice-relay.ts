/** What relaying a packet of audio costs: our media threads, and rtpengine in userspace beside them. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { must } from '#core/assert.ts';
import { cpuSeconds } from './process-figures.ts';
import { openEnd, type RelayedPair, speakBothWays } from './rtp-load.ts';
import type { RelayOrders, RelayPorts } from './rtp-relay-process.ts';
import { RtpEngine, withoutRtpengine } from './rtpengine.ts';

const seconds = 10;
/** Until the relay has locked its ends, and its code is compiled. */
const warmUpS = 2;

export async function measureRelay(calls: number): Promise<readonly string[]> {
  const ours = await inPairs(calls, measureOurs);
  if (withoutRtpengine !== false) return [ours.line, `${withoutRtpengine}: measured alone`];
  const theirs = await inPairs(calls, measureRtpengine);
  const ratio = (ours.microseconds / theirs.microseconds).toFixed(2);
  return [ours.line, `${theirs.line}; ours is ${ratio} of it`];
}

type Figure = { readonly microseconds: number; readonly line: string };

async function inPairs(
  calls: number,
  measure: (pairs: readonly RelayedPair[]) => Promise<Figure>,
): Promise<Figure> {
  const pairs: RelayedPair[] = [];
  for (let index = 0; index < calls; index++) {
    pairs.push({ a: await openEnd(), b: await openEnd() });
  }
  try {
    return await measure(pairs);
  } finally {
    for (const { a, b } of pairs) {
      a.socket.close();
      b.socket.close();
    }
  }
}

async function measureOurs(pairs: readonly RelayedPair[]): Promise<Figure> {
  const child = fork(new URL('./rtp-relay-process.ts', import.meta.url).pathname);
  try {
    const orders: RelayOrders = pairs.map(({ a, b }) => ({ a: a.port, b: b.port }));
    child.send(orders);
    const [ports] = (await once(child, 'message')) as [RelayPorts];
    for (const [index, { a, b }] of pairs.entries()) {
      const relay = must(ports[index], 'ports of a call');
      a.relayPort = relay.a;
      b.relayPort = relay.b;
    }
    return await measureProcess('our relay', pidOf(child), pairs);
  } finally {
    child.kill('SIGKILL');
  }
}

async function measureRtpengine(pairs: readonly RelayedPair[]): Promise<Figure> {
  await using engine = await RtpEngine.start();
  for (const [index, { a, b }] of pairs.entries()) {
    b.relayPort = await engine.offer(`call ${index}`, a.port);
    a.relayPort = await engine.answer(`call ${index}`, b.port);
  }
  return await measureProcess('rtpengine in userspace', engine.pid, pairs);
}

async function measureProcess(
  name: string,
  pid: number,
  pairs: readonly RelayedPair[],
): Promise<Figure> {
  await speakBothWays(pairs, warmUpS);
  const beforeS = cpuSeconds([pid]);
  const { sent, heard } = await speakBothWays(pairs, seconds);
  const microseconds = ((cpuSeconds([pid]) - beforeS) * 1e6) / heard;
  const lost = sent - heard;
  const line = `${name}: ${microseconds.toFixed(1)} µs CPU a packet, ${pairs.length} calls, ${lost} of ${sent} packets lost`;
  return { microseconds, line };
}

function pidOf(child: ChildProcess): number {
  return must(child.pid, 'process');
}
