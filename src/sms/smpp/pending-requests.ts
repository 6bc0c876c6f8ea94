/** Everything this side has asked and the peer has not answered: what an answer settles, what time does. */
import { answers } from './commands.ts';
import type { Command, MessageResponse, Response } from './pdu.ts';
import type { CloseReason } from './session-types.ts';
import { noTlvs } from './tlv.ts';
import {
  type PendingRequest,
  type RequestAnswer,
  RequestWindow,
  SequenceNumbers,
} from './window.ts';

/** How long an unanswered request is remembered, in case its response comes after all. */
const lateForMs = 600_000;

/** Time-outs without a response in between, after which the link is of no use. */
const timeoutsInRowMax = 5;

/** So many response times without any response, while requests wait, say the same. */
const silentResponseTimesMax = 2;

/** A request about the session itself: outside the window, and fatal when it stays unanswered. */
export type ControlRequest = {
  readonly command: Command;
  readonly dueAtMs: number;
  /** Why the session ends if no answer comes within that time. */
  readonly unanswered: CloseReason;
  readonly answered: (response: Response) => void;
};

/** What a response turned out to be the answer to. */
type Answered =
  | 'a request'
  | 'nothing'
  | { readonly lateReference: number; readonly answer: RequestAnswer };

export class PendingRequests {
  readonly #responseMs: number;
  readonly #window: RequestWindow;
  readonly #late = new LateRequests();
  readonly #control = new Map<number, ControlRequest>();
  readonly #sequences = new SequenceNumbers();
  #timeoutsInRow = 0;
  /** Since when requests have been waiting without any response. */
  #unansweredSinceMs: number | undefined;

  constructor({ window, responseMs }: { readonly window: number; readonly responseMs: number }) {
    this.#window = new RequestWindow(window);
    this.#responseMs = responseMs;
  }

  /** Requests that may still be added; control requests do not count. */
  get free(): number {
    return this.#window.free;
  }

  get noneOpen(): boolean {
    return this.#window.isEmpty;
  }

  /** For how long requests have waited without any response; 0: none waits. */
  silentForMs(nowMs: number): number {
    return this.#unansweredSinceMs === undefined ? 0 : nowMs - this.#unansweredSinceMs;
  }

  isAsking(command: Command): boolean {
    return this.#control.values().some((request) => request.command === command);
  }

  /** Never one that an answer could still be meant for. */
  nextSequence(): number {
    return this.#sequences.next(
      (sequence) =>
        this.#window.has(sequence) || this.#late.has(sequence) || this.#control.has(sequence),
    );
  }

  add(request: PendingRequest): void {
    this.#unansweredSinceMs ??= request.sentAtMs;
    this.#window.add(request);
  }

  addControl(sequence: number, request: ControlRequest): void {
    this.#control.set(sequence, request);
  }

  /** Settles what the response answers. */
  take(response: Response, nowMs: number): Answered {
    const control = this.#control.get(response.sequence);
    if (control !== undefined && answers(response.command, control.command)) {
      this.#control.delete(response.sequence);
      control.answered(response);
      return 'a request';
    }
    const request = this.#window.take(response.sequence, response.command);
    if (request === undefined) return this.#takeLate(response);
    this.#timeoutsInRow = 0;
    this.#unansweredSinceMs = this.#window.isEmpty ? undefined : nowMs;
    request.settle({ kind: 'answered', ...answerOf(response) });
    return 'a request';
  }

  #takeLate(response: Response): Answered {
    const late = this.#late.take(response.sequence, response.command);
    if (late === undefined) return 'nothing';
    return { lateReference: late.reference, answer: answerOf(response) };
  }

  /** Gives up what has waited too long; says why the session has to end, if it has. */
  expire(nowMs: number): CloseReason | undefined {
    for (const { dueAtMs, unanswered } of this.#control.values()) {
      if (dueAtMs <= nowMs) return unanswered;
    }
    for (const request of this.#window.takeSentUntil(nowMs - this.#responseMs)) {
      this.#timeoutsInRow++;
      this.#late.add(request);
      request.settle({ kind: 'uncertain', why: 'no response' });
    }
    this.#late.forgetSentUntil(nowMs - this.#responseMs - lateForMs);
    if (this.#window.isEmpty) this.#unansweredSinceMs = undefined;
    return this.#timeoutsInRow >= timeoutsInRowMax || this.#isSilent(nowMs)
      ? 'responses stopped'
      : undefined;
  }

  #isSilent(nowMs: number): boolean {
    return this.silentForMs(nowMs) >= silentResponseTimesMax * this.#responseMs;
  }

  /** The connection is gone; `write` is the first write that was never made. */
  giveUp(write: number): void {
    this.#control.clear();
    for (const request of this.#window.takeSentUntil(Number.POSITIVE_INFINITY)) {
      request.settle(
        request.write < write ? { kind: 'uncertain', why: 'link lost' } : { kind: 'unsent' },
      );
    }
  }
}

/** An error's body is not to be relied on, but its TLVs may tell how congested the peer is. */
function answerOf({ status, body }: Response): RequestAnswer {
  const { messageId = '', tlvs } = body as Partial<MessageResponse>;
  return { status, messageId: status === 0 ? messageId : '', tlvs: tlvs ?? noTlvs };
}

// Requests whose response did not come in time, kept for a while in case it comes after all.

/** What an hour of a slow operator leaves behind at 5 a second; past that the oldest are forgotten. */
const lateRequestsMax = 20_000;

type LateRequest = Pick<PendingRequest, 'command' | 'reference' | 'sentAtMs'>;

class LateRequests {
  readonly #late = new Map<number, LateRequest>();

  has(sequence: number): boolean {
    return this.#late.has(sequence);
  }

  add({ sequence, command, reference, sentAtMs }: PendingRequest): void {
    this.#late.set(sequence, { command, reference, sentAtMs });
    if (this.#late.size > lateRequestsMax) this.#forgetOldest();
  }

  take(sequence: number, response: Command): LateRequest | undefined {
    const request = this.#late.get(sequence);
    if (request === undefined || !answers(response, request.command)) return undefined;
    this.#late.delete(sequence);
    return request;
  }

  forgetSentUntil(untilMs: number): void {
    for (const [sequence, { sentAtMs }] of this.#late) {
      if (sentAtMs > untilMs) return;
      this.#late.delete(sequence);
    }
  }

  #forgetOldest(): void {
    for (const sequence of this.#late.keys()) {
      this.#late.delete(sequence);
      return;
    }
  }
}
