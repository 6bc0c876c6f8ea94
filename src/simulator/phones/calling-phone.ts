/**
 * A built-in phone that calls a number of this installation, by SIP and RTP like anybody's.
 *
 *   calling ─► ringing ─► answered ─► quiet ─► speaks ─► presses keys ─► hangs up
 *      └──────────┴─► refused, failed    └── the other side may hang up at any time
 */
import type { Clock } from '#core/clock.ts';
import type {
  CallFailure,
  Hop,
  OutgoingCall,
  Session,
  SessionHandlers,
  UserAgent,
} from '#numbers/sip/user-agent.ts';
import { type AudioPorts, PhoneAudio, phoneAddress } from './phone-audio.ts';
import type { PhoneEnd, PhoneWish, ToldEvent } from './phone-call.ts';
import { HeardSound, isLoud, QuietWatch } from './sounds.ts';

export type CallingPorts = AudioPorts & {
  readonly agent: Pick<UserAgent, 'call'>;
  readonly clock: Clock;
  /** Where the program hears SIP. */
  readonly hop: Hop;
  readonly tell: (event: ToldEvent) => void;
};

/** What is heard is kept so long. */
const heardMsMax = 300_000;
/** One who never pauses is interrupted. */
const patienceMs = 75_000;
/** A key is pressed for 100 ms, and then comes a pause. */
const keyMs = 300;
/** After all is said; behind keys the other side may still say goodbye. */
const lingerMs = { behindSound: 1_000, behindKeys: 3_000 } as const;
/** Whatever the other side does. */
const callMsMax = 900_000;

export class CallingPhone {
  readonly #wish: PhoneWish;
  readonly #sound: Int16Array;
  readonly #ports: CallingPorts;
  readonly #heard = new HeardSound(heardMsMax);
  readonly #quiet = new QuietWatch();
  readonly #isQuiet = Promise.withResolvers<void>();
  readonly #isSpoken = Promise.withResolvers<void>();
  readonly #over = Promise.withResolvers<PhoneEnd>();
  readonly #stopped = new AbortController();
  #audio: PhoneAudio | undefined;
  #call: OutgoingCall | undefined;
  #session: Session | undefined;
  #rang = 0;
  #hasHeard = false;
  #isOver = false;

  constructor(wish: PhoneWish, sound: Int16Array, ports: CallingPorts) {
    this.#wish = wish;
    this.#sound = sound;
    this.#ports = ports;
    void this.#over.promise.then(() => this.#stopped.abort(new Error('The call is over')));
  }

  get isTalking(): boolean {
    return this.#session !== undefined;
  }

  /** Settles with what was heard when the call is over; its last event says how it ended. */
  async run(): Promise<Int16Array> {
    const { tell } = this.#ports;
    this.#audio = await PhoneAudio.open(this.#ports, {
      heard: (pcm) => this.#hear(pcm),
      spoken: () => this.#isSpoken.resolve(),
      key: (key) => tell({ what: 'hears key', key }),
      lost: () => this.hangUp(),
    });
    if (this.#audio === undefined) this.#fail('no port of audio is left');
    else if (!this.#isOver) this.#dial(this.#audio);
    const end = await this.#over.promise;
    await this.#audio?.close();
    tell(end);
    return this.#heard.pcm;
  }

  /** Whatever the state of the call. */
  hangUp(): void {
    if (this.#session !== undefined) this.#session.bye();
    else if (this.#call !== undefined) this.#call.cancel();
    else this.#fail('told to hang up');
  }

  /** The agent is gone: nothing more will be heard of the call. */
  drop(): void {
    this.#end({ what: 'hung up', by: 'this phone' });
  }

  #dial(audio: PhoneAudio): void {
    const { agent, hop, tell } = this.#ports;
    const { to, from } = this.#wish;
    const uri = `sip:+${to}@${phoneAddress}:${hop.port};user=phone`;
    tell({ what: 'calling' });
    this.#call = agent.call(
      {
        hop,
        uri,
        from:
          from === ''
            ? '"Anonymous" <sip:anonymous@anonymous.invalid>'
            : `<sip:+${from}@${phoneAddress}>`,
        to: `<${uri}>`,
        offer: audio.offer(),
      },
      {
        ringing: ({ status, sdp }) => {
          if (sdp !== undefined) audio.take(sdp);
          // What is repeated on the way is told once.
          if (status !== this.#rang) tell({ what: 'ringing', status });
          this.#rang = status;
        },
        answered: (session, { sdp }) => this.#answered(session, audio, sdp),
        failed: (failure) => this.#failed(failure),
      },
    );
  }

  #answered(session: Session, audio: PhoneAudio, sdp: Buffer | undefined): SessionHandlers {
    const { tell } = this.#ports;
    this.#session = session;
    session.acknowledge();
    tell({ what: 'answered' });
    if (sdp === undefined || !audio.take(sdp)) {
      this.#over.resolve({ what: 'failed', why: 'the other side speaks no codec of ours' });
      session.bye();
    } else {
      this.#talk(session, audio).catch(() => undefined);
      this.#endInTime(session);
    }
    return {
      offered: (offer) => audio.offered(offer),
      ended: ({ by }) => {
        this.#end({ what: 'hung up', by: by === 'us' ? 'this phone' : 'the other side' });
      },
    };
  }

  /** Ends early, by the signal, where the call does. */
  async #talk(session: Session, audio: PhoneAudio): Promise<void> {
    const { clock, tell } = this.#ports;
    const { signal } = this.#stopped;
    await Promise.race([this.#isQuiet.promise, clock.sleep(patienceMs, signal)]);
    if (this.#sound.length > 0) {
      tell({ what: 'speaks', durationMs: Math.round(this.#sound.length / 8) });
      audio.say(this.#sound);
      await Promise.race([this.#isSpoken.promise, clock.sleep(callMsMax, signal)]);
    }
    for (const key of this.#wish.keys) {
      tell({ what: 'presses', key });
      audio.press(key);
      await clock.sleep(keyMs, signal);
    }
    if (this.#wish.hangUpAfterMs !== null) return;
    const { behindSound, behindKeys } = lingerMs;
    await clock.sleep(this.#wish.keys === '' ? behindSound : behindKeys, signal);
    session.bye();
  }

  #endInTime(session: Session): void {
    const afterMs = Math.min(this.#wish.hangUpAfterMs ?? callMsMax, callMsMax);
    this.#ports.clock
      .sleep(afterMs, this.#stopped.signal)
      .then(() => session.bye())
      .catch(() => undefined);
  }

  #hear(pcm: Int16Array): void {
    this.#heard.take(pcm);
    if (!this.#hasHeard && isLoud(pcm)) {
      this.#hasHeard = true;
      this.#ports.tell({ what: 'hears sound' });
    }
    // What is heard while it rings is nobody who would listen.
    if (this.#session !== undefined && this.#quiet.take(pcm)) this.#isQuiet.resolve();
  }

  #failed(failure: CallFailure): void {
    if (failure.kind === 'refused') this.#end({ what: 'refused', status: failure.status });
    else if (failure.kind === 'cancelled') this.#end({ what: 'hung up', by: 'this phone' });
    else if (failure.kind === 'timed out') this.#fail('nobody answered the INVITE');
    else this.#fail(failure.cause);
  }

  #fail(why: string): void {
    this.#end({ what: 'failed', why });
  }

  #end(end: PhoneEnd): void {
    this.#isOver = true;
    this.#over.resolve(end);
  }
}
