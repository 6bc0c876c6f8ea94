/** Requests whose response did not come in time, kept for a while in case it comes after all. */
import { answers } from './commands.ts';
import type { Command } from './pdu.ts';
import type { PendingRequest } from './window.ts';

/** What an hour of a slow operator leaves behind at 5 a second; past that the oldest are forgotten. */
const lateRequestsMax = 20_000;

type LateRequest = Pick<PendingRequest, 'command' | 'reference' | 'sentAtMs'>;

export class LateRequests {
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
