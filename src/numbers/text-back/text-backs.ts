/**
 * Sends the texts that callers are owed. The table says which are pending, and the sender takes a text once
 * for its call however often it is handed over, so a crash between the two texts nobody twice, and neither do
 * two processes.
 */

import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { Loop } from '#core/loop.ts';
import { everMs, untilChanged } from '#core/until-changed.ts';
import type { CallStore } from '#numbers/calls/call-record.ts';
import type { Job, JobStore, Owed } from '#queue/job.ts';
import { putOff, workOrPutOff } from '../put-off.ts';
import type { TextBack, TextBackFate } from './text-back.ts';

/** Something that sends a text of an account, judged and charged as any other. */
export interface CallerTexter {
  /** `later`: there is too much to do. */
  send(textBack: TextBack): Promise<TextBackFate | 'later'>;
}

export type TextBacksPorts = {
  readonly store: Pick<CallStore, 'readOwedTextBacks' | 'settleTextBack'>;
  readonly jobs: Pick<JobStore, 'retryJobs' | 'changes'>;
  readonly texter: CallerTexter;
  readonly clock: Clock;
  readonly log: Log;
};

const everyMs = 1_000;
const roundMax = 20;

export class TextBacks implements AsyncDisposable {
  readonly #ports: TextBacksPorts;
  readonly #loop: Loop;

  constructor(ports: TextBacksPorts) {
    const { jobs, clock, log } = ports;
    this.#ports = ports;
    const work = untilChanged(jobs.changes, (signal: AbortSignal) => this.#work(signal));
    this.#loop = new Loop({ name: 'texts to callers', everyMs, clock, log, work });
  }

  start(): void {
    this.#loop.start();
  }

  /** Something is owed. */
  poke(): void {
    this.#loop.poke();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loop[Symbol.asyncDispose]();
  }

  /** Whether any are owed, be it later. */
  async #work(signal: AbortSignal): Promise<number> {
    const { store, clock } = this.#ports;
    for (const owed of await store.readOwedTextBacks({ limit: roundMax, nowMs: clock.nowMs() })) {
      if (signal.aborted) return 1;
      await this.#try(owed);
    }
    return (await store.readOwedTextBacks({ limit: 1, nowMs: everMs })).length;
  }

  #try({ job, load }: Owed<TextBack>): Promise<void> {
    const { log } = this.#ports;
    return workOrPutOff(job, this.#ports, {
      work: () => this.#send(job, load),
      failed: (error) =>
        log.error('text_back.failed', { callId: job.subject, ...errorFields(error) }),
    });
  }

  async #send(job: Job, textBack: TextBack): Promise<void> {
    const { store, texter, clock, log } = this.#ports;
    const { id: callId, accountId } = textBack;
    const fate: TextBackFate | 'later' =
      job.expiresAtMs <= clock.nowMs()
        ? { state: 'refused', why: 'too late' }
        : await texter.send(textBack);
    if (fate === 'later') return putOff(job, this.#ports);
    await store.settleTextBack(job, fate);
    log.info('text_back.settled', { callId, accountId, ...fate });
  }
}
