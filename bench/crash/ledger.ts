/**
 * What the world around Parley knows for certain, each fact also a line of a file: what was answered
 * 200, what the operator took, which receipts it heard OK for, and which webhooks came.
 */
import { createWriteStream, type WriteStream } from 'node:fs';

export type WebhookFact = { readonly messageId: number; readonly status: string };

/** Is told when a receipt is offered to Parley, and when a report of it comes. */
export type ReportWatch = {
  receiptOffered(phone: string): void;
  webhookCame(phone: string): void;
};

export class Ledger implements AsyncDisposable {
  /** Message ids by phone: each message has a phone of its own. */
  readonly accepted = new Map<string, number>();
  /** Requests that a crash left without an answer: their messages may exist or not. */
  readonly unanswered = new Set<string>();
  readonly refused = new Set<string>();
  /** Answers 503: it was not taken, and may come again. */
  turnedAway = 0;
  /** How often the operator took each, by phone, and how often it heard OK for a receipt. */
  readonly submits = new Map<string, number>();
  readonly receipts = new Map<string, number>();
  readonly webhooks = new Map<string, WebhookFact[]>();
  /** Of Parley, and restarts of the operator: each breaks every link. */
  kills = 0;
  /** Grows with each fact. */
  facts = 0;
  readonly #file: WriteStream;
  readonly #watch: ReportWatch | undefined;

  constructor(file: string, watch?: ReportWatch) {
    this.#watch = watch;
    this.#file = createWriteStream(file, { flags: 'a' });
  }

  accept(phone: string, messageId: number): void {
    this.accepted.set(phone, messageId);
    this.unanswered.delete(phone);
    this.#write({ accepted: phone, messageId });
  }

  leaveUnanswered(phone: string): void {
    this.unanswered.add(phone);
    this.#write({ unanswered: phone });
  }

  refuse(phone: string, status: number): void {
    this.refused.add(phone);
    this.#write({ refused: phone, status });
  }

  submit(phone: string, operatorId: string): void {
    this.submits.set(phone, (this.submits.get(phone) ?? 0) + 1);
    this.#write({ submitted: phone, operatorId });
  }

  offerReceipt(phone: string): void {
    this.#watch?.receiptOffered(phone);
  }

  answerReceipt(phone: string, operatorId: string): void {
    this.receipts.set(phone, (this.receipts.get(phone) ?? 0) + 1);
    this.#write({ receiptTaken: phone, operatorId });
  }

  hear(phone: string, fact: WebhookFact): void {
    this.#watch?.webhookCame(phone);
    const heard = this.webhooks.get(phone);
    if (heard === undefined) this.webhooks.set(phone, [fact]);
    else heard.push(fact);
    this.#write({ webhook: phone, ...fact });
  }

  kill(): void {
    this.kills += 1;
    this.#write({ kill: this.kills });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise<void>((resolve) => this.#file.end(resolve));
  }

  #write(fact: object): void {
    this.facts += 1;
    this.#file.write(`${JSON.stringify({ atMs: Date.now(), ...fact })}\n`);
  }
}
