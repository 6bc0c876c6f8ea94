/** Takes calls that shall be recorded, for all numbers. */
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { voicemailWork } from '../call-boundaries.ts';
import type { TakenVoicemail, VoicemailOrder, VoicemailTaker } from '../calls/voicemail-taker.ts';
import type { Media } from '../sip/media/media.ts';
import type { Prompts } from './prompts.ts';
import { RecordedCall } from './recorded-call.ts';
import type { Recordings } from './recordings.ts';

export type VoicemailServicePorts = {
  readonly media: Media;
  readonly recordings: Pick<Recordings, 'begin' | 'correct' | 'finish' | 'drop'>;
  /** The number's own greeting, its account's, or ours. */
  readonly promptsFor: (order: VoicemailOrder) => Promise<Prompts>;
  readonly longestMs: number;
  readonly random: () => number;
  readonly clock: Clock;
  readonly log: Log;
};

export class VoicemailService implements VoicemailTaker {
  readonly #ports: VoicemailServicePorts;

  constructor(ports: VoicemailServicePorts) {
    this.#ports = ports;
  }

  take(order: VoicemailOrder): TakenVoicemail {
    const call = new RecordedCall(order, this.#ports);
    // What it is told must not be told before this has returned.
    queueMicrotask(
      voicemailWork.guard(
        () => this.#run(call, order.callId),
        () => call.abandon('overload'),
      ),
    );
    return call;
  }

  async #run(call: RecordedCall, callId: number): Promise<void> {
    try {
      await call.run();
    } catch (error) {
      this.#ports.log.error('voicemail.failed', { callId, ...errorFields(error) });
      call.abandon('overload');
    }
  }
}
