/** Calls and the built-in phones of a process: in one thread, or each in its own. */
import type { Hop } from '#numbers/sip/user-agent.ts';
import type { Phones } from '#simulator/phones/phones.ts';
import { type CallsBeside, hearsSip, openMedia, type PhonesBeside } from './call-threads.ts';
import { type CallNeeds, type Calls, openCalls } from './calls.ts';
import type { Common } from './common.ts';
import { openPhones } from './phones.ts';

export type Voice = {
  /** Undefined where this thread carries none. */
  readonly calls: Calls | undefined;
  /** Undefined where there are none, and in threads beside the main thread. */
  readonly phones: Phones | undefined;
};

type VoiceNeeds = Omit<CallNeeds, 'media' | 'phonePort' | 'heardAt'> & {
  readonly callsBeside: CallsBeside | undefined;
  readonly phonesBeside: PhonesBeside | undefined;
};

/** Calls of this thread, and the phones of the process where this is its main thread. */
export async function openVoice(
  common: Common,
  { callsBeside, phonesBeside, ...needs }: VoiceNeeds,
  stack: AsyncDisposableStack,
): Promise<Voice> {
  const { config } = common;
  let calls: Calls | undefined;
  const media = stack.use(openMedia(config, { calls: callsBeside, phones: phonesBeside }));
  const isCalled = callsBeside !== undefined || (phonesBeside === undefined && hearsSip(config));
  const server = (): Hop | undefined => callsBeside?.hop() ?? calls?.hop;
  const phones =
    config.simulator && isCalled ? await openPhones(common, { media, server }, stack) : undefined;
  const phonePort = phonesBeside?.port ?? phones?.port;
  const heardAt = phonesBeside?.heardAt;
  calls = await openCalls(common, { ...needs, media, phonePort, heardAt }, stack);
  return { calls, phones };
}

/** Nobody misses a test call: a stop does not wait for one. */
export async function partFromCalls({ calls, phones }: Voice): Promise<void> {
  phones?.hangUp();
  await calls?.part();
}
