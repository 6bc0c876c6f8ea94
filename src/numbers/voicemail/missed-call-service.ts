/** Notes calls that nobody took, so that somebody is told: one notice for a caller and a number in ten minutes. */
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { missedCallLane } from '#model/notice-lanes.ts';
import { type IdSource, takeId } from '#queue/id-source.ts';
import type { MissedCall } from '../calls/voicemail-taker.ts';
import type { VoicemailStore } from './voicemail.ts';

export type MissedCallServicePorts = {
  readonly store: Pick<VoicemailStore, 'noteMissedCall'>;
  readonly jobIds: Pick<IdSource, 'take'>;
  readonly clock: Clock;
  readonly log: Log;
  /** A notice is owed. */
  readonly noted: () => void;
};

const againMs = 600_000;
const owedMs = 86_400_000;
/** Being written; what comes above is not told, and the call's record stays. */
const writtenMax = 1_000;

export class MissedCallService implements AsyncDisposable {
  readonly #ports: MissedCallServicePorts;
  readonly #writing = new Set<Promise<void>>();

  constructor(ports: MissedCallServicePorts) {
    this.#ports = ports;
  }

  take(call: MissedCall): void {
    if (call.tellTo === '') return;
    if (this.#writing.size >= writtenMax) {
      this.#ports.log.warn('missed_call.untold', { callId: call.callId });
      return;
    }
    const writing = this.#note(call).finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#writing);
  }

  async #note(call: MissedCall): Promise<void> {
    const { store, jobIds, clock, log, noted } = this.#ports;
    const { callId, accountId, number, caller, atMs, cause, tellTo, language, isSimulated } = call;
    const nowMs = clock.nowMs();
    try {
      const jobId = takeId(jobIds);
      const isNew = await store.noteMissedCall(
        {
          id: callId,
          accountId,
          number: number.phone,
          // RFC 3323 §4.2: the callee does not see it.
          caller: caller.isPrivate ? '' : caller.number,
          callerName: caller.isPrivate ? '' : caller.name,
          atMs,
          cause,
          tellTo,
          language,
          isSimulated,
        },
        {
          id: jobId,
          lane: missedCallLane,
          dueAtMs: nowMs,
          attempt: 0,
          orderKey: null,
          expiresAtMs: nowMs + owedMs,
          subject: callId,
        },
        atMs - againMs,
      );
      if (isNew) noted();
    } catch (error) {
      log.warn('missed_call.untold', { callId, ...errorFields(error) });
    }
  }
}
