/** The audio and the control port of a call that leaves a message. */
import { setTimeout as pause } from 'node:timers/promises';
import { openPhone, type Phone } from '#test/harness/sip-phones.ts';
import { callIn, type VoiceCaller } from '#test/harness/voicemail-world.ts';
import type { Driver } from './driver.ts';
import { isHealthy } from './http.ts';
import type { World } from './world.ts';

const perTurn = 40;
/** What the receiver's buffer takes is gone after so long. */
const turnMs = 4;
/** A message may last three minutes; a new call before that. */
const callMs = 120_000;
const perInput = 2;

class Call implements AsyncDisposable {
  readonly #voice: VoiceCaller;
  readonly #phone: Phone;
  readonly #untilMs = performance.now() + callMs;

  private constructor(phone: Phone, voice: VoiceCaller) {
    this.#phone = phone;
    this.#voice = voice;
  }

  /** Rejects where the call is refused, as it is while the calls of a driver before hold all ports. */
  static async open({ ports }: World): Promise<Call> {
    const caller = await openPhone({ traces: false });
    const hop = { transport: 'udp', address: '127.0.0.1', port: ports.sipUdp } as const;
    const refused = caller.told.failed.next().then((failure) => {
      throw new Error(`the call was refused: ${JSON.stringify(failure)}`);
    });
    try {
      const voice = await Promise.race([callIn({ caller, hop }), refused]);
      await voice.session.info('application/dtmf', Buffer.from('#'));
      return new Call(caller, voice);
    } catch (error) {
      await caller[Symbol.asyncDispose]();
      throw error;
    }
  }

  get isOver(): boolean {
    return performance.now() > this.#untilMs;
  }

  send(packets: readonly Buffer[]): Promise<void> {
    return this.#voice.send(packets);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#voice.session.bye();
    await this.#voice[Symbol.asyncDispose]();
    await this.#phone[Symbol.asyncDispose]();
  }
}

const calls = new WeakMap<World, Call>();

export const rtpPort: Driver = {
  name: 'rtp-port',
  protocol: 'rtp',
  lanes: 1,
  inputs: () => ({ like: ['rtp'], sources: 'src/numbers/sip/media', seeds: [] }),
  turn: async (world, feed) => {
    const call = calls.get(world) ?? (await Call.open(world));
    calls.set(world, call);
    await call.send(feed.some(perTurn, (octets) => octets.subarray(perInput, perInput + 1_600)));
    await pause(turnMs);
    feed.took(perTurn);
    if (call.isOver) await hangUp(world);
  },
  close: hangUp,
  probe: isHealthy,
};

async function hangUp(world: World): Promise<void> {
  const call = calls.get(world);
  calls.delete(world);
  await call?.[Symbol.asyncDispose]();
}
