/** Takes calls that shall be recorded, for all numbers. */
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import type { TakenVoicemail, VoicemailOrder, VoicemailTaker } from '../calls/voicemail-taker.ts';
import type { Media } from '../sip/media/media.ts';
import type { Prompts } from './prompts.ts';
import { RecordedCall } from './recorded-call.ts';
import type { Recordings } from './recordings.ts';

export type VoicemailDeskPorts = {
  readonly media: Media;
  readonly recordings: Pick<Recordings, 'begin' | 'correct' | 'finish' | 'drop'>;
  /** The number's own greeting, its account's, or ours. */
  readonly promptsFor: (order: VoicemailOrder) => Promise<Prompts>;
  /** Where the ports of audio are opened. */
  readonly bindAddress: string;
  readonly longestMs: number;
  readonly random: () => number;
  readonly clock: Clock;
  readonly log: Log;
};

export class VoicemailDesk implements VoicemailTaker {
  readonly #ports: VoicemailDeskPorts;

  constructor(ports: VoicemailDeskPorts) {
    this.#ports = ports;
  }

  take(order: VoicemailOrder): TakenVoicemail {
    const call = new RecordedCall(order, this.#ports);
    // What it is told must not be told before this has returned.
    queueMicrotask(() => {
      call.run().catch((error: unknown) => {
        this.#ports.log.error('voicemail.failed', { callId: order.callId, ...errorFields(error) });
        call.end('overload');
      });
    });
    return call;
  }
}
