/**
 * A call that a built-in phone makes, by SIP and RTP like anybody's; what is said in it is its owner's matter.
 *
 *   calling ─► ringing ─► answered ─► hung up by either side, or when its time is over
 *      └──────────┴─► refused, failed
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
import { type AudioHandlers, type AudioPorts, PhoneAudio, phoneAddress } from './phone-audio.ts';
import { type CallEvent, callMsMax, type PhoneEnd, type PhoneWish } from './phone-call.ts';

export type DiallingPorts = AudioPorts & {
  readonly agent: Pick<UserAgent, 'call'>;
  readonly clock: Clock;
  /** Where the program hears SIP. */
  readonly hop: Hop;
};

export type DialledHandlers = Pick<AudioHandlers, 'heard' | 'spoken'> & {
  readonly tell: (event: CallEvent) => void;
  /** The other side listens; `over` is aborted with the call. */
  readonly talks?: (audio: PhoneAudio, over: AbortSignal) => void;
};

export class DialledCall {
  readonly #wish: Pick<PhoneWish, 'from' | 'to' | 'hangUpAfterMs'>;
  readonly #ports: DiallingPorts;
  readonly #handlers: DialledHandlers;
  readonly #over = Promise.withResolvers<PhoneEnd>();
  readonly #stopped = new AbortController();
  #audio: PhoneAudio | undefined;
  #call: OutgoingCall | undefined;
  #session: Session | undefined;
  #rang = 0;
  #isOver = false;

  constructor(
    wish: Pick<PhoneWish, 'from' | 'to' | 'hangUpAfterMs'>,
    handlers: DialledHandlers,
    ports: DiallingPorts,
  ) {
    this.#wish = wish;
    this.#handlers = handlers;
    this.#ports = ports;
    void this.#over.promise.then(() => this.#stopped.abort(new Error('The call is over')));
  }

  get isTalking(): boolean {
    return this.#session !== undefined && !this.#isOver;
  }

  /** Undefined before its ports are open and after it is over. */
  get audio(): PhoneAudio | undefined {
    return this.#audio;
  }

  /** Settles when the call is over; its last event says how it ended. */
  async run(): Promise<void> {
    const { tell, heard, spoken } = this.#handlers;
    this.#audio = await PhoneAudio.open(this.#ports, {
      heard,
      ...(spoken && { spoken }),
      key: (key) => tell({ what: 'hears key', key }),
      lost: () => this.hangUp(),
    });
    if (this.#audio === undefined) this.#fail('no port of audio is left');
    else if (!this.#isOver) this.#dial(this.#audio);
    const end = await this.#over.promise;
    await this.#audio?.close();
    this.#audio = undefined;
    tell(end);
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
    const { agent, hop } = this.#ports;
    const { tell } = this.#handlers;
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
    this.#session = session;
    session.acknowledge();
    this.#handlers.tell({ what: 'answered' });
    if (sdp === undefined || !audio.take(sdp)) {
      this.#over.resolve({ what: 'failed', why: 'the other side speaks no codec of ours' });
      session.bye();
    } else {
      this.#handlers.talks?.(audio, this.#stopped.signal);
      this.#endInTime(session);
    }
    return {
      offered: (offer) => audio.offered(offer),
      ended: ({ by }) => {
        this.#end({ what: 'hung up', by: by === 'us' ? 'this phone' : 'the other side' });
      },
    };
  }

  #endInTime(session: Session): void {
    const afterMs = Math.min(this.#wish.hangUpAfterMs ?? callMsMax, callMsMax);
    this.#ports.clock
      .sleep(afterMs, this.#stopped.signal)
      .then(() => session.bye())
      .catch(() => undefined);
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
