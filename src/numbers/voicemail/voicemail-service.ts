/** Takes calls that shall be recorded, for all numbers. */
import { errorFields } from '#core/log.ts';
import { voicemailWork } from '../call-boundaries.ts';
import type { TakenVoicemail, VoicemailOrder, VoicemailTaker } from '../calls/voicemail-taker.ts';
import { RecordedCall, type RecordedCallPorts } from './recorded-call.ts';

export class VoicemailService implements VoicemailTaker {
  readonly #ports: RecordedCallPorts;

  constructor(ports: RecordedCallPorts) {
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
