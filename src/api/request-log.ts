/**
 * One line for each request, written when it is answered: a success is debug, a refusal info. It says
 * the command and never the address, which may hold a key; and a flood of refusals cannot flood the log.
 */
import type { Clock } from '#core/clock.ts';
import type { Log, LogFields } from '#core/log.ts';
import { PeerTroubles } from '#core/peer-troubles.ts';
import type { ErrorWord } from './errors.ts';
import type { HttpReply, RequestHead } from './http/http-message.ts';
import { type Answer, replyOf } from './reply.ts';

/** Refusals written in one second; the others are only counted. */
const refusalsMax = 100;

const windowMs = 1_000;

/** Somebody has asked for what is not theirs, or has made a browser ask. */
const securityWords: ReadonlySet<string> = new Set<ErrorWord>([
  'host is another one',
  'request is not from our page',
  'role does not allow it',
  'too many wrong keys',
  'view is for reading',
]);

/** A body that cannot be read. */
const unreadableBodies: ReadonlyMap<string, 'JSON' | 'XML'> = new Map<ErrorWord, 'JSON' | 'XML'>([
  ['body is not JSON', 'JSON'],
  ['body is not XML', 'XML'],
  ['XML has a document type', 'XML'],
  ['XML has an unknown entity', 'XML'],
]);

export class RequestLog {
  readonly #log: Log;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #troubles: PeerTroubles;
  #windowStartedAtMs = Number.NEGATIVE_INFINITY;
  #refusals = 0;

  constructor(log: Log, clock: Pick<Clock, 'monotonicMs'>) {
    this.#log = log;
    this.#clock = clock;
    this.#troubles = new PeerTroubles({ log, clock });
  }

  /** `path` is one of ours, never what the client wrote. */
  write(path: string, head: RequestHead, answer: Answer, reply: HttpReply): void {
    if (answer.ok) {
      if (this.#log.debugs) this.#log.debug('request.answered', describe(path, head, reply));
      return;
    }
    const { word } = answer.problems[0];
    const protocol = unreadableBodies.get(word);
    if (protocol !== undefined) {
      const event = 'security.parser-refused';
      this.#troubles.note({ event, protocol }, { peer: head.address, why: word });
    }
    if (!this.#mayWrite()) return;
    const event = securityWords.has(word) ? 'security.request-refused' : 'request.refused';
    const problem = { code: replyOf(answer).code, refusal: word };
    this.#log.info(event, { ...describe(path, head, reply), ...problem });
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
