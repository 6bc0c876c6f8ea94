/**
 * A call in somebody's hands: the phone that calls, and the one that it rings, where that is one of ours.
 * Their holder hears and speaks through one of them at a time; the other one repeats what it hears.
 */
import type { IncomingCall } from '#numbers/sip/user-agent.ts';
import type { Hand } from './called-phone.ts';
import { DialledCall, type DiallingPorts } from './dialled-call.ts';
import type { PhoneAudio } from './phone-audio.ts';
import type { CallEvent } from './phone-call.ts';

export type HeldSide = 'caller' | 'called';

export type HeldEvent = CallEvent | { readonly what: 'rings'; readonly from: string };

/** Who has the phones. */
export type Holder = {
  readonly tell: (side: HeldSide, event: HeldEvent) => void;
  /** Of the phone in hand, a packet's samples. */
  readonly heard: (pcm: Int16Array) => void;
};

export type HeldWish = {
  /** Digits; empty hides the caller. */
  readonly from: string;
  /** Digits. */
  readonly to: string;
};

type Ringing = {
  readonly decide: (what: 'answer' | 'decline') => void;
  readonly hangUp: () => void;
};

export class HeldCall {
  readonly #wish: HeldWish;
  readonly #holder: Holder;
  readonly #caller: DialledCall;
  #called: Ringing | undefined;
  #calledAudio: PhoneAudio | undefined;
  #inHand: HeldSide = 'caller';
  /** The sample must not be cut by what the microphone brings meanwhile. */
  #isPlaying = false;

  constructor(wish: HeldWish, holder: Holder, ports: DiallingPorts) {
    this.#wish = wish;
    this.#holder = holder;
    this.#caller = new DialledCall(
      { ...wish, hangUpAfterMs: null },
      {
        tell: (event) => holder.tell('caller', event),
        heard: (pcm) => this.#hear('caller', pcm),
        spoken: () => this.#spoken('caller'),
      },
      ports,
    );
  }

  get isTalking(): boolean {
    return this.#caller.isTalking;
  }

  /** Settles when the call is over. */
  run(): Promise<void> {
    return this.#caller.run();
  }

  hangUp(side: HeldSide = 'caller'): void {
    if (side === 'caller') this.#caller.hangUp();
    else this.#called?.hangUp();
  }

  drop(): void {
    this.#caller.drop();
  }

  /** Of the phone that rings. */
  decide(what: 'answer' | 'decline'): void {
    this.#called?.decide(what);
  }

  /** The phone to hear and speak through from now on; one that is not in the call stays where it is. */
  take(side: HeldSide): void {
    if (this.#audioOf(side) === undefined) return;
    this.#inHand = side;
    this.#isPlaying = false;
  }

  press(key: string): void {
    this.#audioOf(this.#inHand)?.press(key);
  }

  /** What its holder says now. */
  stream(pcm: Int16Array): void {
    if (!this.#isPlaying) this.#audioOf(this.#inHand)?.stream(pcm);
  }

  /** Something ready that is said in place of its holder. */
  play(pcm: Int16Array): void {
    const audio = this.#audioOf(this.#inHand);
    if (audio === undefined || this.#isPlaying) return;
    this.#isPlaying = true;
    audio.say(pcm);
  }

  /** Whether a call that comes is this one, led on by the number that was called. */
  leads(numbers: readonly string[]): boolean {
    return this.#called === undefined && !this.isTalking && numbers.includes(this.#wish.to);
  }

  /** The phone that rings for it; to be asked once it `leads` there. */
  ring(call: IncomingCall, from: string): Hand {
    const decision = Promise.withResolvers<'answer' | 'decline'>();
    const tell = (event: HeldEvent): void => this.#holder.tell('called', event);
    this.#called = { decide: decision.resolve, hangUp: () => call.refuse(480) };
    tell({ what: 'rings', from });
    return {
      decision: decision.promise,
      tell,
      heard: (pcm) => this.#hear('called', pcm),
      spoken: () => this.#spoken('called'),
      talks: (audio, hangUp) => {
        this.#calledAudio = audio;
        this.#called = { decide: () => undefined, hangUp };
      },
      over: () => {
        this.#calledAudio = undefined;
        this.take('caller');
      },
    };
  }

  #audioOf(side: HeldSide): PhoneAudio | undefined {
    return side === 'caller' ? this.#caller.audio : this.#calledAudio;
  }

  #hear(side: HeldSide, pcm: Int16Array): void {
    if (side === this.#inHand) this.#holder.heard(pcm);
    else this.#audioOf(side)?.stream(pcm);
  }

  #spoken(side: HeldSide): void {
    if (side === this.#inHand) this.#isPlaying = false;
  }
}
