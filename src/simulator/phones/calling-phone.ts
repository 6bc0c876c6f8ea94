/**
 * A built-in phone that calls a number of this installation and does as it was ordered.
 *
 *   answered ─► quiet ─► speaks ─► presses keys ─► hangs up; the other side may hang up at any time
 */
import type { Clock } from '#core/clock.ts';
import { DialledCall, type DiallingPorts } from './dialled-call.ts';
import type { PhoneAudio } from './phone-audio.ts';
import { callMsMax, type PhoneWish, type ToldEvent } from './phone-call.ts';
import { HeardSound, isLoud, QuietWatch } from './sounds.ts';

export type CallingPorts = DiallingPorts & { readonly tell: (event: ToldEvent) => void };

/** What is heard is kept so long. */
const heardMsMax = 300_000;
/** One who never pauses is interrupted. */
const patienceMs = 75_000;
/** A key is pressed for 100 ms, and then comes a pause. */
const keyMs = 300;
/** After all is said; behind keys the other side may still say goodbye. */
const lingerMs = { behindSound: 1_000, behindKeys: 3_000 } as const;

export class CallingPhone {
  readonly #wish: PhoneWish;
  readonly #sound: Int16Array;
  readonly #clock: Clock;
  readonly #tell: (event: ToldEvent) => void;
  readonly #call: DialledCall;
  readonly #heard = new HeardSound(heardMsMax);
  readonly #quiet = new QuietWatch();
  readonly #isQuiet = Promise.withResolvers<void>();
  readonly #isSpoken = Promise.withResolvers<void>();
  #hasHeard = false;

  constructor(wish: PhoneWish, sound: Int16Array, { tell, ...ports }: CallingPorts) {
    this.#wish = wish;
    this.#sound = sound;
    this.#clock = ports.clock;
    this.#tell = tell;
    const handlers = {
      tell,
      heard: (pcm: Int16Array) => this.#hear(pcm),
      spoken: () => this.#isSpoken.resolve(),
      // Ends early, by the signal, where the call does.
      talks: (audio: PhoneAudio, over: AbortSignal) => {
        this.#talk(audio, over).catch(() => undefined);
      },
    };
    this.#call = new DialledCall(wish, handlers, ports);
  }

  get isTalking(): boolean {
    return this.#call.isTalking;
  }

  /** Settles with what was heard when the call is over; its last event says how it ended. */
  async run(): Promise<Int16Array> {
    await this.#call.run();
    return this.#heard.pcm;
  }

  hangUp(): void {
    this.#call.hangUp();
  }

  drop(): void {
    this.#call.drop();
  }

  async #talk(audio: PhoneAudio, over: AbortSignal): Promise<void> {
    const clock = this.#clock;
    const tell = this.#tell;
    await Promise.race([this.#isQuiet.promise, clock.sleep(patienceMs, over)]);
    if (this.#sound.length > 0) {
      tell({ what: 'speaks', durationMs: Math.round(this.#sound.length / 8) });
      audio.say(this.#sound);
      await Promise.race([this.#isSpoken.promise, clock.sleep(callMsMax, over)]);
    }
    for (const key of this.#wish.keys) {
      tell({ what: 'presses', key });
      audio.press(key);
      await clock.sleep(keyMs, over);
    }
    if (this.#wish.hangUpAfterMs !== null) return;
    const { behindSound, behindKeys } = lingerMs;
    await clock.sleep(this.#wish.keys === '' ? behindSound : behindKeys, over);
    this.#call.hangUp();
  }

  #hear(pcm: Int16Array): void {
    this.#heard.take(pcm);
    if (!this.#hasHeard && isLoud(pcm)) {
      this.#hasHeard = true;
      this.#tell({ what: 'hears sound' });
    }
    // What is heard while it rings is nobody who would listen.
    if (this.#call.isTalking && this.#quiet.take(pcm)) this.#isQuiet.resolve();
  }
}
