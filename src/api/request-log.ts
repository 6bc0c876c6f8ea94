/**
 * One line for each request, written when it is answered: a success is debug, a refusal info. It says
 * the command and never the address, which may hold a key; and a flood of refusals cannot flood the log.
 * Time is counted from when the request was read.
 */
import type { Clock } from '#core/clock.ts';
import type { Log, LogFields } from '#core/log.ts';
import { wideNetworkOf } from '#core/network.ts';
import { PeerTroubles } from '#core/peer-troubles.ts';
import type { ErrorWord } from './errors.ts';
import type { HttpReply, RequestHead } from './http/http-message.ts';
import { clientRequestId } from './http/request-id.ts';
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

/** What was asked, by whom. */
export type Asked = {
  /** One of ours, never what the client wrote. */
  readonly path: string;
  /** Undefined: nobody's, or not known. */
  readonly account?: number | undefined;
  /** By the clock of the process; undefined where it was refused before it was read. */
  readonly startedMs?: number | undefined;
};

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

  /** When an answer begins, for `startedMs`. */
  nowMs(): number {
    return this.#clock.monotonicMs();
  }

  write(asked: Asked, head: RequestHead, answer: Answer, reply: HttpReply): void {
    if (answer.ok) {
      this.#answered(asked, head, reply);
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
    this.#log.info(event, { ...this.#describe(asked, head, reply), ...problem });
  }

  /** Of what is told in other words than those of the interface, the status says how it went. */
  writeReply(asked: Asked, head: RequestHead, reply: HttpReply): void {
    if (!isRefusal(reply)) this.#answered(asked, head, reply);
    else if (this.#mayWrite())
      this.#log.info('request.refused', this.#describe(asked, head, reply));
  }

  #answered(asked: Asked, head: RequestHead, reply: HttpReply): void {
    if (this.#log.debugs) this.#log.debug('request.answered', this.#describe(asked, head, reply));
  }

  #describe({ path, account, startedMs }: Asked, head: RequestHead, reply: HttpReply) {
    const { id, method, headers, address } = head;
    const network = address === '' ? undefined : wideNetworkOf(address);
    const durationMs = startedMs === undefined ? undefined : Math.round(this.nowMs() - startedMs);
    const { status } = reply;
    const ids = { requestId: id, clientRequestId: clientRequestId(headers) };
    const described = { ...ids, method, path, account, status, durationMs, network };
    return { ...described, bytes: bytesOf(reply) } satisfies LogFields;
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

/** RFC 9110 §15.5: the client is at fault. */
function isRefusal({ status }: HttpReply): boolean {
  return status >= 400 && status < 500;
}

/** Undefined where the body goes on, or another protocol answers. */
function bytesOf({ body, isOctets, stream, takeOver }: HttpReply): number | undefined {
  if (stream !== undefined || takeOver !== undefined) return undefined;
  return isOctets === true ? body.length : Buffer.byteLength(body);
}
