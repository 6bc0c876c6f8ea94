/**
 * Which spans belong together. What is sent is stored by one process, submitted by another and reported to a
 * third, and nothing of a trace is stored: its id follows from the message's own, under a key of the installation, so
 * that all of them say the same. Where who asked brought a trace along, this process remembers it for a while.
 */
import { randomBytes } from 'node:crypto';
import type { HttpRequest } from '#api/http/http-message.ts';
import { BoundedMap } from '#core/bounded-map.ts';
import type { Clock } from '#core/clock.ts';
import type { Span } from './span.ts';
import { parseTraceparent, type TraceContext } from './trace-context.ts';

/** What has a trace: `message/12`, `email/3`, `event/7`. */
export type Subject = `${'message' | 'email' | 'event'}/${number}`;

export type Told = Pick<Span, 'name' | 'kind' | 'startedAtMs' | 'failed' | 'facts'> & {
  readonly endedAtMs?: number;
};

type TracePorts = {
  readonly add: (span: Span) => void;
  /** At least 24 octets, the same in each process. */
  readonly hash: (subject: Subject) => Buffer;
  readonly clock: Pick<Clock, 'nowMs'>;
};

type Begun = {
  readonly context: TraceContext | undefined;
  readonly spanId: string;
  readonly startedAtMs: number;
  traceId: string | undefined;
};

/** Messages whose trace is not their own, and events whose message is known: the newest. */
const rememberedMax = 20_000;
const requestsMax = 10_000;

export class Traces {
  readonly #ports: TracePorts;
  readonly #requests = new BoundedMap<string, Begun>(requestsMax);
  /** Null: who asked does not want it recorded. */
  readonly #traceIds = new BoundedMap<Subject, string | null>(rememberedMax);
  readonly #subjectOf = new BoundedMap<number, Subject>(rememberedMax);

  constructor(ports: TracePorts) {
    this.#ports = ports;
  }

  nowMs(): number {
    return this.#ports.clock.nowMs();
  }

  begin({ id, headers }: Pick<HttpRequest, 'id' | 'headers'>): void {
    const context = parseTraceparent(headers['traceparent']);
    const spanId = randomBytes(8).toString('hex');
    const begun = { context, spanId, startedAtMs: this.nowMs(), traceId: context?.traceId };
    this.#requests.set(id, begun);
  }

  /** A request has a span if something came of it, or if who asked looks for one. */
  end({ id, method }: Pick<HttpRequest, 'id' | 'method'>, status: number): void {
    const begun = this.#requests.get(id);
    this.#requests.delete(id);
    if (begun?.traceId === undefined || begun.context?.isSampled === false) return;
    const { traceId, spanId, context, startedAtMs } = begun;
    this.#ports.add({
      name: 'request',
      kind: 'server',
      traceId,
      spanId,
      parentId: context?.parentId,
      startedAtMs,
      endedAtMs: this.nowMs(),
      failed: status >= 500,
      facts: {
        'http.request.method': method,
        'http.response.status_code': status,
        'parley.request_id': id,
      },
    });
  }

  /** The root of what follows, below the request that brought it. */
  accepted(subject: Subject, requestId: string, told: Told): void {
    const begun = this.#requests.get(requestId);
    const own = this.#own(subject);
    if (begun?.context?.isSampled === false) {
      this.#traceIds.set(subject, null);
      return;
    }
    const traceId = begun?.traceId ?? own.traceId;
    if (begun !== undefined) begun.traceId = traceId;
    if (traceId !== own.traceId) this.#traceIds.set(subject, traceId);
    this.#add(told, { traceId, spanId: own.rootId, parentId: begun?.spanId });
  }

  happened(subject: Subject, told: Told): void {
    const known = this.#traceIds.get(subject);
    if (known === null) return;
    const own = this.#own(subject);
    const spanId = randomBytes(8).toString('hex');
    this.#add(told, { traceId: known ?? own.traceId, spanId, parentId: own.rootId });
  }

  /** So that the attempts to tell them stand in the same trace. */
  owes(subject: Subject, events: readonly { readonly id: number }[]): void {
    for (const { id } of events) this.#subjectOf.set(id, subject);
  }

  /** An event of another process, or of long ago, has a trace of its own. */
  subjectOf(eventId: number): Subject {
    return this.#subjectOf.get(eventId) ?? `event/${eventId}`;
  }

  #own(subject: Subject): { readonly traceId: string; readonly rootId: string } {
    const hash = this.#ports.hash(subject);
    return { traceId: hash.toString('hex', 0, 16), rootId: hash.toString('hex', 16, 24) };
  }

  #add(told: Told, place: Pick<Span, 'traceId' | 'spanId' | 'parentId'>): void {
    this.#ports.add({ ...told, ...place, endedAtMs: told.endedAtMs ?? this.nowMs() });
  }
}
