/** Takes calls that nobody took and notes the text that their callers get: one a day for a caller and a number. */

import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { textBackLane } from '#model/notice-lanes.ts';
import type { CallStore } from '#numbers/calls/call-record.ts';
import { type IdSource, takeId } from '#queue/id-source.ts';
import type { MissedCall } from '../calls/voicemail-taker.ts';
import { textableCaller } from './text-back.ts';

export type TextBackServicePorts = {
  readonly store: Pick<CallStore, 'noteTextBack'>;
  readonly jobIds: Pick<IdSource, 'take'>;
  readonly clock: Clock;
  readonly log: Log;
  /** A text is owed. */
  readonly noted: () => void;
};

const againMs = 86_400_000;
/** What comes an hour after the call would only puzzle its caller. */
const owedMs = 3_600_000;
/** Being written; what comes above is not texted, and the call's record stays. */
const writtenMax = 1_000;

export class TextBackService implements AsyncDisposable {
  readonly #ports: TextBackServicePorts;
  readonly #writing = new Set<Promise<void>>();

  constructor(ports: TextBackServicePorts) {
    this.#ports = ports;
  }

  take(call: MissedCall): void {
    if (call.textBack === '') return;
    const caller = textableCaller(call);
    if (caller === undefined || caller === call.number.phone) return;
    if (this.#writing.size >= writtenMax) {
      this.#ports.log.warn('text_back.unnoted', { callId: call.callId });
      return;
    }
    const textBack = {
      id: call.callId,
      accountId: call.accountId,
      number: call.number.phone,
      caller,
      atMs: call.atMs,
      text: call.textBack,
      isSimulated: call.isSimulated,
    };
    const writing = this.#note(textBack).finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#writing);
  }

  async #note(textBack: Parameters<CallStore['noteTextBack']>[0]): Promise<void> {
    const { store, jobIds, clock, log, noted } = this.#ports;
    const { id: callId, atMs } = textBack;
    const nowMs = clock.nowMs();
    try {
      const jobId = takeId(jobIds);
      const job = {
        id: jobId,
        lane: textBackLane,
        dueAtMs: nowMs,
        attempt: 0,
        orderKey: null,
        expiresAtMs: nowMs + owedMs,
        subject: callId,
      };
      if (await store.noteTextBack(textBack, job, atMs - againMs)) noted();
    } catch (error) {
      log.warn('text_back.unnoted', { callId, ...errorFields(error) });
    }
  }
}
