/**
 * One line for each request, written when it is answered: a success is debug, a refusal info. It says
 * the command and never the address, which may hold a key; and a flood of refusals cannot flood the log.
 */
import type { Clock } from '#core/clock.ts';
import type { Log, LogFields } from '#core/log.ts';
import type { HttpReply, RequestHead } from './http/http-message.ts';
import { type Answer, replyOf } from './reply.ts';

/** Refusals written in one second; the others are only counted. */
const refusalsMax = 100;

const windowMs = 1_000;

export class RequestLog {
  readonly #log: Log;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #windowStartedAtMs = Number.NEGATIVE_INFINITY;
  #refusals = 0;

  constructor(log: Log, clock: Pick<Clock, 'monotonicMs'>) {
    this.#log = log;
    this.#clock = clock;
  }

  /** `path` is one of ours, never what the client wrote. */
  write(path: string, head: RequestHead, answer: Answer, reply: HttpReply): void {
    if (answer.ok) {
      if (this.#log.debugs) this.#log.debug('request.answered', describe(path, head, reply));
      return;
    }
    if (!this.#mayWrite()) return;
    const problem = { code: replyOf(answer).code, refusal: answer.problems[0].word };
    this.#log.info('request.refused', { ...describe(path, head, reply), ...problem });
  }

  #mayWrite(): boolean {
    const nowMs = this.#clock.monotonicMs();
    if (nowMs >= this.#windowStartedAtMs + windowMs) {
      const unwritten = this.#refusals - refusalsMax;
      if (unwritten > 0) this.#log.info('refusals.counted', { unwritten });
      this.#windowStartedAtMs = nowMs;
      this.#refusals = 0;
    }
    this.#refusals += 1;
    return this.#refusals <= refusalsMax;
  }
}

function describe(path: string, { id, method }: RequestHead, reply: HttpReply): LogFields {
  return { requestId: id, method, path, status: reply.status };
}
