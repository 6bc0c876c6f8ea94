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
import { tone } from './sounds.ts';

export type CalledPorts = AudioPorts & { readonly clock: Clock };

type Answering = Extract<CalledPlan, { readonly kind: 'answer' }>;

const toneMs = 3_000;
const keys = '123#';
const keyMs = 300;
/** Until the last one has been told. */
const behindKeysMs = 2_000;
/** Whatever the other side does. */
const callMsMax = 900_000;

export class CalledPhone {
  readonly #call: IncomingCall;
  readonly #plan: CalledPlan;
  readonly #ports: CalledPorts;
  readonly #over = new AbortController();
  #audio: PhoneAudio | undefined;
  #session: Session | undefined;

  constructor(call: IncomingCall, plan: CalledPlan, ports: CalledPorts) {
    this.#call = call;
    this.#plan = plan;
    this.#ports = ports;
  }

  get isTalking(): boolean {
    return this.#session !== undefined;
  }

  get handlers(): IncomingCallHandlers {
    return { cancelled: () => this.#end() };
  }

  hangUp(): void {
    if (this.#session !== undefined) this.#session.bye();
    else {
      this.#call.refuse(480);
      this.#end();
    }
  }

  /** The agent is gone: nothing more will be heard of the call. */
  drop(): void {
    this.#end();
  }

  /** Settles when the call is over. */
  async run(): Promise<void> {
    const plan = this.#plan;
    try {
      if (plan.kind === 'refuse') this.#call.refuse(plan.status);
      else {
        this.#call.ring(180);
        if (plan.kind === 'answer') await this.#answer(plan);
        else await this.#pause(callMsMax).then(() => this.hangUp());
      }
    } catch (error) {
      if (error !== this.#over.signal.reason) throw error;
    } finally {
      await this.#audio?.close();
    }
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
      },
      key: () => undefined,
      lost: () => this.hangUp(),
    });
    return this.#audio;
  }

  #sessionHandlers(plan: Answering, audio: PhoneAudio): SessionHandlers {
    return {
      acknowledged: (answer) => {
        if (answer !== undefined && !audio.take(answer)) this.#session?.bye();
        else this.#say(plan, audio).catch(() => undefined);
      },
      offered: (offer) => audio.offered(offer),
      ended: () => this.#end(),
    };
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

  #end(): void {
    this.#over.abort(new Error('The call is over'));
  }
}
