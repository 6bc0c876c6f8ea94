/** A built-in phone that is called: it rings, answers, refuses and speaks as its number says. */
import type { Clock } from '#core/clock.ts';
import type {
  IncomingCall,
  IncomingCallHandlers,
  Session,
  SessionHandlers,
} from '#numbers/sip/user-agent.ts';
import type { CalledPlan } from './called-phones.ts';
import { type AudioPorts, PhoneAudio } from './phone-audio.ts';
import { type CallEvent, callMsMax, type PhoneEnd } from './phone-call.ts';
import { tone } from './sounds.ts';

export type CalledPorts = AudioPorts & { readonly clock: Clock };

/** Somebody who has the phone: they decide in place of its number. */
export type Hand = {
  readonly decision: Promise<'answer' | 'decline'>;
  readonly tell: (event: CallEvent) => void;
  readonly heard: (pcm: Int16Array) => void;
  readonly spoken: () => void;
  /** It is answered, and may be spoken through. */
  readonly talks: (audio: PhoneAudio, hangUp: () => void) => void;
  readonly over: () => void;
};

type Answering = Extract<CalledPlan, { readonly kind: 'answer' }>;

const toneMs = 3_000;
const keys = '123#';
const keyMs = 300;
/** Until the last one has been told. */
const behindKeysMs = 2_000;
/** RFC 3261 §21.6.2: the person does not want the call. */
const declined = 603;
/** Of a phone in somebody's hand. */
const atOnce: Answering = {
  kind: 'answer',
  afterMs: 0,
  isEarly: false,
  says: 'nothing',
  hangUpAfterMs: undefined,
};

export class CalledPhone {
  readonly #call: IncomingCall;
  readonly #plan: CalledPlan;
  readonly #ports: CalledPorts;
  readonly #hand: Hand | undefined;
  readonly #over = new AbortController();
  #end: PhoneEnd = { what: 'hung up', by: 'the other side' };
  #audio: PhoneAudio | undefined;
  #session: Session | undefined;

  /** With a hand it decides, and the plan counts for nothing. */
  constructor(
    call: IncomingCall,
    how: { plan: CalledPlan; hand: Hand | undefined },
    ports: CalledPorts,
  ) {
    this.#call = call;
    this.#plan = how.plan;
    this.#hand = how.hand;
    this.#ports = ports;
  }

  get isTalking(): boolean {
    return this.#session !== undefined;
  }

  get handlers(): IncomingCallHandlers {
    return { cancelled: () => this.#stop() };
  }

  hangUp(): void {
    if (this.#session !== undefined) this.#session.bye();
    else {
      this.#call.refuse(480);
      this.#stop();
    }
  }

  /** The agent is gone: nothing more will be heard of the call. */
  drop(): void {
    this.#stop();
  }

  /** Settles when the call is over. */
  async run(): Promise<void> {
    const plan = this.#plan;
    try {
      if (this.#hand !== undefined) await this.#ringInHand(this.#hand);
      else if (plan.kind === 'refuse') this.#call.refuse(plan.status);
      else {
        this.#call.ring(180);
        if (plan.kind === 'answer') await this.#answer(plan);
        else await this.#pause(callMsMax).then(() => this.hangUp());
      }
    } catch (error) {
      if (error !== this.#over.signal.reason) throw error;
    } finally {
      this.#hand?.over();
      await this.#audio?.close();
      this.#hand?.tell(this.#end);
    }
  }

  async #ringInHand(hand: Hand): Promise<void> {
    this.#call.ring(180);
    const decision = await Promise.race([hand.decision, this.#pause(callMsMax)]);
    if (decision === 'answer') return this.#answer(atOnce);
    this.#end = { what: 'refused', status: declined };
    this.#call.refuse(declined);
  }

  async #answer(plan: Answering): Promise<void> {
    const audio = await this.#openAudio(plan);
    if (audio === undefined) return this.#call.refuse(503);
    const { offer } = this.#call;
    const sdp = offer === undefined ? audio.offer() : audio.answer(offer);
    if (sdp === undefined) return this.#call.refuse(488);
    if (plan.isEarly && offer !== undefined) {
      this.#call.ring(183, { sdp });
      audio.say(tone(toneMs));
    }
    await this.#pause(plan.afterMs);
    this.#session = this.#call.answer({ sdp }, this.#sessionHandlers(plan, audio));
    if (this.#session === undefined) return;
    await this.#pause(plan.hangUpAfterMs ?? callMsMax);
    this.#session.bye();
    await this.#pause(callMsMax);
  }

  async #openAudio({ says }: Answering): Promise<PhoneAudio | undefined> {
    this.#audio = await PhoneAudio.open(this.#ports, {
      heard: (pcm) => {
        if (says === 'echo') this.#audio?.say(pcm);
        this.#hand?.heard(pcm);
      },
      spoken: () => this.#hand?.spoken(),
      key: (key) => this.#hand?.tell({ what: 'hears key', key }),
      lost: () => this.hangUp(),
    });
    return this.#audio;
  }

  #sessionHandlers(plan: Answering, audio: PhoneAudio): SessionHandlers {
    return {
      acknowledged: (answer) => {
        if (answer !== undefined && !audio.take(answer)) this.#session?.bye();
        else this.#talk(plan, audio);
      },
      offered: (offer) => audio.offered(offer),
      ended: ({ by }) => {
        if (by === 'us') this.#end = { what: 'hung up', by: 'this phone' };
        this.#stop();
      },
    };
  }

  #talk(plan: Answering, audio: PhoneAudio): void {
    this.#hand?.tell({ what: 'answered' });
    this.#hand?.talks(audio, () => this.hangUp());
    this.#say(plan, audio).catch(() => undefined);
  }

  async #say({ says }: Answering, audio: PhoneAudio): Promise<void> {
    if (says === 'tone') audio.say(tone(toneMs));
    if (says !== 'keys') return;
    for (const key of keys) {
      await this.#pause(keyMs);
      audio.press(key);
    }
    await this.#pause(behindKeysMs);
    this.#session?.bye();
  }

  #pause(ms: number): Promise<void> {
    return this.#ports.clock.sleep(ms, this.#over.signal);
  }

  #stop(): void {
    this.#over.abort(new Error('The call is over'));
  }
}
