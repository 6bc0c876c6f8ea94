/**
 * `voice`: calls that the whole program leads on, each answered and hung up: read, decided, paid for and
 * recorded; messages of many callers at once; and what relaying a packet of audio costs.
 *
 *   --rate 500 --seconds 60   calls at that rate for so long, in place of 20 s at each of several rates
 *   --voicemails 300          callers who leave a message at once
 *   --relayed 50              calls whose audio is relayed; 0 leaves either out
 *   --beside ../other         instead: calls through that checkout's build and this one at the same time
 */
import { withoutSipp } from '#test/harness/sipp.ts';
import type { BenchOptions } from './options.ts';
import { type CallLoad, measureCalls } from './voice-calls.ts';
import { measureMessages } from './voice-messages.ts';
import { pairCalls } from './voice-pair.ts';
import { measureRelay } from './voice-relay.ts';

const rates = [50, 100, 200, 300, 500];
const secondsEach = 20;

export async function runVoice(options: BenchOptions): Promise<boolean> {
  if (options.beside !== '') {
    for await (const line of pairCalls(options)) say(line);
    return true;
  }
  if (withoutSipp === false) {
    for (const load of loadsOf(options)) say(await measureCalls(load));
  } else say(withoutSipp);
  if (options.voicemails > 0) say(await measureMessages(options.voicemails));
  if (options.relayed > 0) for (const line of await measureRelay(options.relayed)) say(line);
  return withoutSipp === false;
}

function loadsOf({ rate, seconds }: BenchOptions): readonly CallLoad[] {
  return rate > 0
    ? [{ rate, seconds }]
    : rates.map((each) => ({ rate: each, seconds: secondsEach }));
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
