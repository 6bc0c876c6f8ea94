/** The peer's messages that our side has taken and not yet answered: bounded in number and in time. */
import { boundary } from '#core/boundary.ts';
import type { Answer, MessageRequest } from './session-types.ts';
import { status } from './status.ts';

type OwedAnswersSettings = {
  /** So many messages at most are in the handler's hands at a time. */
  readonly unansweredMax: number;
  /** After this an answer is given in place of the one that does not come. */
  readonly answerWithinMs: number;
};

type OwedAnswersPorts = {
  readonly handle: (request: MessageRequest) => Promise<Answer> | Answer;
  readonly respond: (request: MessageRequest, answer: Answer) => void;
  /** The handler threw, which it never should; the peer was asked to come again. */
  readonly failed: () => void;
  /** An answer has come, in time or not. */
  readonly settled: () => void;
};

type Owed = {
  /** Undefined once it is settled: a table that the set has grown out of may hold this for long. See `core/bag.ts`. */
  request: MessageRequest | undefined;
  readonly dueAtMs: number;
  isOverdue: boolean;
};

const comeAgain: Answer = { status: status.temporaryAppError };

/** A message whose handler fails is answered as one to be tried again. */
const requests = boundary('smpp.request', 'promise');
export class OwedAnswers {
  readonly #settings: OwedAnswersSettings;
  readonly #ports: OwedAnswersPorts;
  /** In the order of arrival, so the first is the first to be due. */
  readonly #owed = new Set<Owed>();
  #unansweredMax: number;
  #overdue = 0;

  constructor(settings: OwedAnswersSettings, ports: OwedAnswersPorts) {
    this.#settings = settings;
    this.#ports = ports;
    this.#unansweredMax = settings.unansweredMax;
  }

  /** Every message has been answered, by its handler or in its place. */
  get isEmpty(): boolean {
    return this.#owed.size === this.#overdue;
  }

  /** No more are to be read until one settles. */
  get isFull(): boolean {
    return this.#owed.size >= this.#unansweredMax && this.#overdue === 0;
  }

  /** What is known of the peer by now may allow it another number than the settings do. */
  limit(unansweredMax: number): void {
    this.#unansweredMax = unansweredMax;
  }

  /** Every message gets one answer: the handler's, or a temporary refusal when that is late. */
  take(request: MessageRequest, nowMs: number): void {
    // The handler has stopped settling. Refused at once, the peer keeps its message and the link flows.
    if (this.#owed.size >= this.#unansweredMax) {
      this.#ports.respond(request, comeAgain);
      return;
    }
    try {
      requests.enter();
      const answer = this.#ports.handle(request);
      if (answer instanceof Promise) this.#owe(request, answer, nowMs);
      else this.#ports.respond(request, answer);
    } catch (error) {
      this.#note(error);
      this.#fail(request);
    }
  }

  #owe(request: MessageRequest, answer: Promise<Answer>, nowMs: number): void {
    const dueAtMs = nowMs + this.#settings.answerWithinMs;
    const owed: Owed = { request, dueAtMs, isOverdue: false };
    this.#owed.add(owed);
    answer
      .then(
        (given) => this.#settle(owed, () => this.#ports.respond(request, given)),
        (error: unknown) => {
          this.#note(error);
          this.#settle(owed, () => this.#fail(request));
        },
      )
      .catch((error: unknown) => requests.caught(error));
  }

  /** A storage that is away is no fault of ours. */
  #note(error: unknown): void {
    const { mayRetry } = error as { readonly mayRetry?: unknown };
    if (mayRetry !== true) requests.caught(error);
  }

  #settle(owed: Owed, respond: () => void): void {
    this.#owed.delete(owed);
    owed.request = undefined;
    if (owed.isOverdue) this.#overdue--;
    else respond();
    this.#ports.settled();
  }

  #fail(request: MessageRequest): void {
    this.#ports.failed();
    this.#ports.respond(request, comeAgain);
  }

  refuseOverdue(nowMs: number): void {
    for (const owed of this.#owed) {
      if (owed.dueAtMs > nowMs) return;
      const { request } = owed;
      if (owed.isOverdue || request === undefined) continue;
      owed.isOverdue = true;
      this.#overdue++;
      this.#ports.respond(request, comeAgain);
    }
  }
}
