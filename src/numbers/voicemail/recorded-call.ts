/**
 * One call that is answered, greeted and recorded.
 *
 *   180 ─► 200 ─► ACK ─► greeting, tone ─► recording ─► goodbye ─► BYE
 *                          │ BYE              │ BYE, no RTP
 *                          ▼                  ▼
 *                     missed call         message, or a missed call where nothing was said
 */
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { voicemailWork } from '../call-boundaries.ts';
import type { EndCause } from '../calls/call-record.ts';
import type { TakenVoicemail, VoicemailOrder } from '../calls/voicemail-taker.ts';
import type { Media, MediaCall, MediaEnd, VoiceCoding } from '../sip/media/media.ts';
import { keyInInfo } from '../sip/media/telephone-event.ts';
import type {
  IncomingCallHandlers,
  Session,
  SessionEnd,
  SessionHandlers,
} from '../sip/user-agent.ts';
import { CallerVoice, type Heard } from './caller-voice.ts';
import { beep, type Prompts } from './prompts.ts';
import { type Recordings, silenceMs, silenceRms } from './recordings.ts';
import type { RecordingHeader } from './spool.ts';
import type { RecordingEnd } from './voicemail.ts';

export type RecordedCallPorts = {
  readonly media: Media;
  readonly recordings: Pick<Recordings, 'begin' | 'correct' | 'finish' | 'drop'>;
  /** The number's own greeting, its account's, or ours. */
  readonly promptsFor: (order: VoicemailOrder) => Promise<Prompts>;
  readonly longestMs: number;
  readonly random: () => number;
  readonly clock: Clock;
  readonly log: Log;
};

/** A To-tag of its own: phones that rang before may have had early media under theirs. */
const fork = 'voicemail';
const withoutRtpMs = 10_000;
/** What a goodbye may take beyond its length, until we hang up anyhow. */
const partingMs = 3_000;

type State = 'opening' | 'speaking' | 'recording' | 'parting' | 'over';

export class RecordedCall implements TakenVoicemail {
  readonly #order: VoicemailOrder;
  readonly #ports: RecordedCallPorts;
  readonly #voice: CallerVoice;
  readonly #sessionOver = Promise.withResolvers<void>();
  readonly #recorded = Promise.withResolvers<boolean>();
  #state: State = 'opening';
  #media: MediaCall | undefined;
  #session: Session | undefined;
  #prompts: Prompts | undefined;
  #file = '';
  /** Why it ends, once that is known; the first reason counts. */
  #cause: EndCause | undefined;
  #recordingEnd: RecordingEnd | undefined;
  #answeredAtMs: number | null = null;
  #isTold = false;

  constructor(order: VoicemailOrder, ports: RecordedCallPorts) {
    this.#order = order;
    this.#ports = ports;
    this.#voice = new CallerVoice(order.leg, ports.random);
  }

  get handlers(): IncomingCallHandlers {
    return { cancelled: () => this.#unanswered('caller_cancelled', 487) };
  }

  end(cause: EndCause): void {
    if (this.#session === undefined) {
      this.#order.call.refuse(503, { headers: [['retry-after', '10']] });
      this.#unanswered(cause, 503);
      return;
    }
    this.#stop(cause, 'stopped');
    this.#session.bye();
  }

  /** Ends it where it cannot go on, and tells so whatever comes of the goodbye: until then money is set aside. */
  abandon(cause: EndCause): void {
    try {
      this.end(cause);
    } finally {
      this.#state = 'over';
      this.#tell({
        cause: this.#cause ?? cause,
        sipStatus: this.#answeredAtMs === null ? 503 : 200,
        answeredAtMs: this.#answeredAtMs,
        hasMessage: false,
      });
    }
  }

  /** Settles when the call is over and what was said is safe. */
  async run(): Promise<void> {
    const { call } = this.#order;
    const heard = call.offer === undefined ? undefined : this.#voice.read(call.offer);
    if (heard === 'unusable') {
      this.#refuse(488, 'rejected', [['warning', '305 parley "Incompatible media format"']]);
      return;
    }
    call.ring(180, { fork });
    try {
      if (!(await this.#open(heard))) return;
      if (!this.#answer(heard)) return;
      await this.#sessionOver.promise;
      const hasMessage = await this.#recorded.promise;
      await this.#media?.close();
      this.#tell({
        cause: this.#cause ?? 'caller_hung_up',
        sipStatus: 200,
        answeredAtMs: this.#answeredAtMs,
        hasMessage,
      });
    } finally {
      this.#state = 'over';
      await this.#media?.close();
    }
  }

  /** Sound, ports and a place on the disk before the caller is told that somebody is there. */
  async #open(heard: Heard | undefined): Promise<boolean> {
    const { media, promptsFor, recordings, log } = this.#ports;
    const { bindAddress } = this.#order.leg;
    this.#prompts = await promptsFor(this.#order);
    this.#media = await media.open(
      { kind: 'voice', bindAddress },
      {
        digit: (digit) => this.#press(digit),
        ended: (end) => this.#ended(end),
        lost: () => this.#lost(),
      },
    );
    if (this.#isIn('over')) return false;
    if (this.#media === undefined) {
      this.#refuse(503, 'overload', [['retry-after', '10']]);
      return false;
    }
    this.#voice.open(this.#media);
    try {
      this.#file = await recordings.begin(this.#header(heard?.coding));
    } catch (error) {
      log.error('voicemail.spool', { callId: this.#order.callId, ...errorFields(error) });
      this.#refuse(503, 'overload', [['retry-after', '60']]);
      return false;
    }
    if (!this.#isIn('over')) return true;
    await this.#drop();
    return false;
  }

  #answer(heard: Heard | undefined): boolean {
    const { call, answered } = this.#order;
    const sdp = this.#voice.describe(heard);
    if (heard !== undefined) this.#voice.lock(heard);
    this.#session = call.answer({ fork, sdp }, this.#sessionHandlers());
    if (this.#session === undefined) {
      void this.#drop();
      this.#unanswered('caller_cancelled', 487);
      return false;
    }
    answered();
    this.#answeredAtMs = this.#ports.clock.nowMs();
    return true;
  }

  #sessionHandlers(): SessionHandlers {
    return {
      acknowledged: (answer) =>
        voicemailWork.run(
          () => this.#greet(answer),
          () => this.end('overload'),
        ),
      offered: (offer) => this.#voice.reoffered(offer),
      info: (info) => {
        const key = keyInInfo(info);
        if (key !== undefined) this.#press(key);
        return 200;
      },
      ended: (end) => this.#hungUp(end),
    };
  }

  async #greet(answer: Buffer | undefined): Promise<void> {
    if (this.#state !== 'opening') return;
    this.#state = 'speaking';
    if (answer !== undefined && this.#voice.coding === undefined) {
      const heard = this.#voice.read(answer);
      if (heard === 'unusable') {
        this.#stop('rejected', 'stopped');
        this.#session?.bye();
        return;
      }
      this.#voice.lock(heard);
      await this.#ports.recordings.correct(this.#header(heard.coding)).catch(() => undefined);
    }
    if (!this.#isIn('speaking')) return;
    this.#media?.play(join(this.#prompts?.greeting, beep()));
  }

  #ended(end: MediaEnd): void {
    if (end.what === 'recording') this.#recordingEnded(end.cause);
    else if (this.#state === 'speaking') this.#record();
    else if (this.#state === 'parting') this.#session?.bye();
  }

  #record(): void {
    this.#state = 'recording';
    this.#media?.record({
      file: this.#file,
      durationMsMax: this.#ports.longestMs,
      silenceMs,
      silenceRms,
      withoutRtpMs,
    });
  }

  /** `#` ends the message; in the greeting it goes on to the tone. */
  #press(digit: string): void {
    if (digit !== '#') return;
    if (this.#state === 'speaking') {
      this.#media?.hush();
      this.#media?.play(beep());
    } else if (this.#state === 'recording') this.#stop('callee_hung_up', 'key');
  }

  #recordingEnded(why: Extract<MediaEnd, { readonly what: 'recording' }>['cause']): void {
    const [end, cause] = recordingEnds[why];
    this.#recordingEnd ??= end;
    this.#cause ??= cause;
    this.#save(this.#recordingEnd);
    if (this.#state !== 'recording') return;
    this.#state = 'parting';
    if (why === 'no rtp') this.#session?.bye();
    else this.#sayGoodbye();
  }

  #sayGoodbye(): void {
    const goodbye = this.#prompts?.goodbye ?? beep();
    this.#media?.play(goodbye);
    this.#ports.clock.after(goodbye.length / 8 + partingMs, () => this.#session?.bye());
  }

  /** Ends the recording where there is one, and says why. */
  #stop(cause: EndCause, end: RecordingEnd): void {
    this.#cause ??= cause;
    if (this.#state === 'recording') {
      this.#recordingEnd ??= end;
      this.#media?.stopRecording();
    } else if (this.#state === 'opening' || this.#state === 'speaking') {
      this.#state = 'parting';
      void this.#drop();
    }
  }

  #hungUp({ by, cause }: SessionEnd): void {
    const why =
      cause === 'bye' ? 'caller_hung_up' : cause === 'no ack' ? 'no_ack' : 'media_timeout';
    this.#stop(by === 'peer' || cause !== 'bye' ? why : 'callee_hung_up', 'caller hung up');
    // Nobody is there to hear a goodbye.
    if (this.#state === 'recording') this.#state = 'parting';
    this.#sessionOver.resolve();
  }

  /** The thread that recorded has died; what it wrote is there. */
  #lost(): void {
    const wasRecording = this.#state === 'recording' || this.#recordingEnd !== undefined;
    this.#cause ??= 'interrupted';
    if (this.#session === undefined) this.end('interrupted');
    else if (wasRecording) {
      this.#state = 'parting';
      this.#save('cut short');
    } else this.#stop('interrupted', 'stopped');
    this.#session?.bye();
  }

  #save(end: RecordingEnd): void {
    const { recordings } = this.#ports;
    voicemailWork.run(
      () => recordings.finish(this.#order.callId, end).then(this.#recorded.resolve),
      () => this.#recorded.resolve(false),
    );
  }

  async #drop(): Promise<void> {
    const { recordings, log } = this.#ports;
    try {
      await recordings.drop(this.#order.callId);
    } catch (error) {
      log.warn('voicemail.spool', { callId: this.#order.callId, ...errorFields(error) });
    }
    this.#recorded.resolve(false);
  }

  #header(coding: VoiceCoding | undefined): RecordingHeader {
    const { callId, accountId, number, caller, mailTo, language, isSimulated } = this.#order;
    return {
      id: callId,
      accountId,
      numberId: number.id,
      number: number.phone,
      // RFC 3323 §4.2: the callee does not see it.
      caller: caller.isPrivate ? '' : caller.number,
      callerName: caller.isPrivate ? '' : caller.name,
      startedAtMs: this.#ports.clock.nowMs(),
      law: coding?.law ?? 'pcma',
      mailTo,
      language,
      isSimulated,
    };
  }

  /** Asked again after each wait, in which anything may have happened. */
  #isIn(state: State): boolean {
    return this.#state === state;
  }

  #refuse(status: number, cause: EndCause, headers: readonly [string, string][]): void {
    this.#order.call.refuse(status, { headers });
    this.#unanswered(cause, status);
  }

  #unanswered(cause: EndCause, sipStatus: number): void {
    if (this.#session !== undefined) return;
    this.#state = 'over';
    this.#tell({ cause, sipStatus, answeredAtMs: null, hasMessage: false });
  }

  #tell(end: Parameters<VoicemailOrder['ended']>[0]): void {
    if (this.#isTold) return;
    this.#isTold = true;
    this.#order.ended(end);
  }
}

const recordingEnds = {
  stopped: ['stopped', 'callee_hung_up'],
  silence: ['silence', 'callee_hung_up'],
  longest: ['longest', 'max_duration'],
  'no rtp': ['no audio', 'media_timeout'],
  disk: ['cut short', 'interrupted'],
} as const satisfies Record<
  Extract<MediaEnd, { readonly what: 'recording' }>['cause'],
  readonly [RecordingEnd, EndCause]
>;

function join(first: Int16Array = new Int16Array(), second: Int16Array): Int16Array {
  const both = new Int16Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
