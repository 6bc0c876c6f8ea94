/** Requests that wait for their answer: so many at most, each under a sequence number of its own. */
import { answers } from './commands.ts';
import type { Command, Tlv } from './pdu.ts';

/** What became of a request. Every one gets exactly one of these. */
export type RequestOutcome =
  | ({ readonly kind: 'answered' } & RequestAnswer)
  /** It may or may not have reached the peer. */
  | { readonly kind: 'uncertain'; readonly why: 'no response' | 'link lost' }
  /** Certainly not written to the socket. */
  | { readonly kind: 'unsent' }
  /** A value too long or impossible for its field; it can never be sent. */
  | { readonly kind: 'unfit'; readonly field: string };

/** A response, or a generic_nack with the request's sequence number. */
export type RequestAnswer = {
  readonly status: number;
  /** Empty with an error, and where the peer gave none. */
  readonly messageId: string;
  readonly tlvs: readonly Tlv[];
};

export type PendingRequest = {
  readonly command: Command;
  readonly sequence: number;
  /** The caller's own, for an answer that comes too late. */
  readonly reference: number;
  readonly sentAtMs: number;
  /** The write of the wire that will carry it. */
  readonly write: number;
  settle(outcome: RequestOutcome): void;
};

/** Empty once its request is taken: a table that the map has grown out of may hold this for long. See `core/bag.ts`. */
type Place = { request: PendingRequest | undefined };

export class RequestWindow {
  readonly #size: number;
  /** In the order of sending: the oldest comes first. */
  readonly #pending = new Map<number, Place>();

  constructor(size: number) {
    this.#size = size;
  }

  get free(): number {
    return this.#size - this.#pending.size;
  }

  get isEmpty(): boolean {
    return this.#pending.size === 0;
  }

  has(sequence: number): boolean {
    return this.#pending.has(sequence);
  }

  add(request: PendingRequest): void {
    this.#pending.set(request.sequence, { request });
  }

  /** Takes out the request that this answers; a response to another command answers nothing. */
  take(sequence: number, response: Command): PendingRequest | undefined {
    const place = this.#pending.get(sequence);
    const request = place?.request;
    if (place === undefined || request === undefined) return undefined;
    if (!answers(response, request.command)) return undefined;
    this.#pending.delete(sequence);
    place.request = undefined;
    return request;
  }

  /** Takes out what was sent at that instant or before. */
  takeSentUntil(untilMs: number): PendingRequest[] {
    const taken: PendingRequest[] = [];
    for (const { request } of this.#pending.values()) {
      if (request === undefined || request.sentAtMs > untilMs) break;
      taken.push(request);
    }
    for (const { sequence } of taken) this.#pending.delete(sequence);
    return taken;
  }
}

/** SMPP 3.4 §3.2: from 1 to 0x7FFFFFFF, then from 1 again. */
export class SequenceNumbers {
  static readonly last = 0x7fff_ffff;
  #latest: number;

  constructor(latest = 0) {
    this.#latest = latest;
  }

  next(isTaken: (sequence: number) => boolean): number {
    do {
      this.#latest = this.#latest >= SequenceNumbers.last ? 1 : this.#latest + 1;
    } while (isTaken(this.#latest));
    return this.#latest;
  }
}
