/**
 * Brings spans to a collector by OTLP/HTTP. The caller who adds one never waits: what a dead or slow collector does
 * not take in time is dropped and counted, and nothing is sent twice.
 */
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import { Loop } from '#core/loop.ts';
import { programVersion } from '#core/program-version.ts';
import { type Span, writeSpans } from './span.ts';

export type ExporterOptions = {
  /** Where the collector is; spans go to `/v1/traces` there. */
  readonly endpoint: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly everyMs?: number;
  readonly patienceMs?: number;
};

/** Some 4 MB; ten seconds at 100 messages a second. */
export const waitingMax = 8_192;
/** In one request: about 250 kB. */
const batchMax = 512;
const everyMs = 1_000;
const patienceMs = 5_000;
/** For the last ones, when the program ends. */
const farewellMs = 1_000;

export class SpanExporter implements AsyncDisposable {
  readonly #options: ExporterOptions;
  readonly #url: string;
  readonly #version = programVersion();
  readonly #loop: Loop;
  #waiting: Span[] = [];
  #sent = 0;
  #dropped = 0;
  #isFailing = false;

  constructor(options: ExporterOptions) {
    this.#options = options;
    this.#url = new URL('/v1/traces', options.endpoint).href;
    const { clock, log } = options;
    const work = (signal: AbortSignal): Promise<void> =>
      this.#flush(signal, options.patienceMs ?? patienceMs);
    this.#loop = new Loop({
      name: 'traces',
      everyMs: options.everyMs ?? everyMs,
      clock,
      log,
      work,
    });
  }

  get counts(): { readonly sent: number; readonly dropped: number; readonly waiting: number } {
    return { sent: this.#sent, dropped: this.#dropped, waiting: this.#waiting.length };
  }

  start(): void {
    this.#loop.start();
  }

  add(span: Span): void {
    if (this.#waiting.length < waitingMax) this.#waiting.push(span);
    else this.#dropped += 1;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loop[Symbol.asyncDispose]();
    await this.#flush(new AbortController().signal, farewellMs);
  }

  /** Until all is sent or a batch fails: the next one waits for the next round then. */
  async #flush(signal: AbortSignal, patience: number): Promise<void> {
    while (this.#waiting.length > 0 && !signal.aborted) {
      const batch = this.#waiting.splice(0, batchMax);
      const problem = await this.#post(
        batch,
        AbortSignal.any([signal, AbortSignal.timeout(patience)]),
      );
      if (problem === undefined) this.#sent += batch.length;
      else this.#dropped += batch.length;
      this.#note(problem);
      if (problem !== undefined) return;
    }
  }

  /** Undefined once the collector has them; else a word why not. */
  async #post(spans: readonly Span[], signal: AbortSignal): Promise<string | undefined> {
    try {
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: writeSpans(spans, this.#version),
        redirect: 'manual',
        signal,
      });
      // What it says is not read: it might never end.
      await response.body?.cancel();
      return response.ok ? undefined : `status ${response.status}`;
    } catch (error) {
      return error instanceof Error ? error.name : 'failed';
    }
  }

  /** One line where it begins, one where it ends: an hour without a collector fills no log. */
  #note(problem: string | undefined): void {
    const isFailing = problem !== undefined;
    if (isFailing === this.#isFailing) return;
    this.#isFailing = isFailing;
    if (isFailing) this.#options.log.warn('traces.dropped', { problem, dropped: this.#dropped });
    else this.#options.log.info('traces.resumed', { dropped: this.#dropped });
  }
}
