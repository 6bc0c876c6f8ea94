/**
 * The one stream of this tab: what happens in the account that its pages are about. It goes on where it was
 * cut off, and rests while nobody looks: over HTTP/1.1 six tabs with a stream leave no connection for calls.
 */
import { hooks } from '../../api/with-person.ts';
import { answered, notAnswered } from '../connection.ts';
import { type Batch, batchOf, begun } from './batch.ts';
import { type Block, EventBlocks } from './event-blocks.ts';

export type Hearer = (batch: Batch) => void;

const comeBackMs = 2_000;
const comeBackMaxMs = 15_000;
/** A tab that nobody sees, and one whose page hears nothing, give their connection back. */
const hiddenMs = 10_000;
const unheardMs = 1_000;
/** The server says every 15 s that it is there. */
const silentMs = 40_000;
/** What lasts no longer is not worth a word. */
const pausedAfterMs = 5_000;

export class LiveConnection {
  readonly #hearers = new Set<Hearer>();
  readonly #lookers = new Set<() => void>();
  #account: number | undefined;
  #cursor: string | undefined;
  #stop: AbortController | undefined;
  #closing: Timer | undefined;
  #noticing: Timer | undefined;
  #pausedSinceMs: number | undefined;

  constructor() {
    document.addEventListener('visibilitychange', () => this.#seen());
  }

  /** Since when nothing comes; undefined: all is well. */
  get pausedSinceMs(): number | undefined {
    return this.#pausedSinceMs;
  }

  /** Told when `pausedSinceMs` changes. */
  look(looker: () => void): () => void {
    this.#lookers.add(looker);
    return () => void this.#lookers.delete(looker);
  }

  /** Until the function that it gives is called. */
  hear(account: number, hearer: Hearer): () => void {
    if (account !== this.#account) this.#close();
    this.#account = account;
    this.#hearers.add(hearer);
    this.#seen();
    return () => {
      this.#hearers.delete(hearer);
      if (this.#hearers.size === 0) this.#closeIn(unheardMs);
    };
  }

  #seen(): void {
    if (document.hidden) this.#closeIn(hiddenMs);
    else if (this.#hearers.size > 0) {
      clearTimeout(this.#closing);
      this.#open();
    }
  }

  #closeIn(ms: number): void {
    clearTimeout(this.#closing);
    this.#closing = setTimeout(() => this.#rest(), ms);
  }

  /** The cursor stays: who looks again misses nothing. */
  #rest(): void {
    this.#stop?.abort();
    this.#stop = undefined;
    this.#resumed();
  }

  /** Another account's stream begins again. */
  #close(): void {
    this.#rest();
    this.#cursor = undefined;
  }

  #open(): void {
    if (this.#stop !== undefined || this.#account === undefined) return;
    this.#stop = new AbortController();
    void this.#goOn(this.#account, this.#stop.signal);
  }

  async #goOn(account: number, signal: AbortSignal): Promise<void> {
    let waitMs = comeBackMs;
    const isOver = () => signal.aborted;
    while (!isOver()) {
      const told = await this.#read(account, signal);
      if (told === 'refused' || isOver()) return;
      this.#lost();
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      waitMs = told === 'ended' ? comeBackMs : Math.min(waitMs * 2, comeBackMaxMs);
    }
  }

  /** `ended`: it had begun. */
  async #read(account: number, signal: AbortSignal): Promise<'refused' | 'ended' | 'lost'> {
    const watch = new SilenceWatch(signal);
    try {
      const response = await fetch(`/api/accounts/${account}/operations/event-live`, {
        headers: {
          Accept: 'text/event-stream',
          'X-Parley': '1',
          'X-Background': '1',
          ...(this.#cursor === undefined ? {} : { 'Last-Event-ID': this.#cursor }),
        },
        signal: watch.signal,
        redirect: 'error',
      });
      answered();
      if (response.status === 401) hooks.sessionEnded();
      if ([401, 403, 404].includes(response.status)) return 'refused';
      if (!response.ok || response.body === null) return 'lost';
      this.#resumed();
      this.#tell(begun);
      await this.#takeAll(response.body, watch, signal);
    } catch {
      if (!signal.aborted) notAnswered();
      return watch.hasHeard ? 'ended' : 'lost';
    } finally {
      watch.end();
    }
    return 'ended';
  }

  async #takeAll(
    body: ReadableStream<Uint8Array>,
    watch: SilenceWatch,
    signal: AbortSignal,
  ): Promise<void> {
    const blocks = new EventBlocks();
    const decoder = new TextDecoder();
    const reader = body.getReader();
    for (;;) {
      const { value, done } = await reader.read();
      if (done || signal.aborted) return;
      watch.heard();
      this.#take(blocks.take(decoder.decode(value, { stream: true })));
    }
  }

  #take(blocks: readonly Block[]): void {
    this.#cursor = blocks.findLast(({ id }) => id !== undefined)?.id ?? this.#cursor;
    const batch = batchOf(blocks);
    if (batch !== undefined) this.#tell(batch);
  }

  #tell(batch: Batch): void {
    for (const hearer of this.#hearers) hearer(batch);
  }

  #lost(): void {
    if (this.#noticing !== undefined) return;
    const lostAtMs = Date.now();
    this.#noticing = setTimeout(() => this.#say(lostAtMs), pausedAfterMs);
  }

  #resumed(): void {
    clearTimeout(this.#noticing);
    this.#noticing = undefined;
    this.#say(undefined);
  }

  #say(sinceMs: number | undefined): void {
    if (this.#pausedSinceMs === sinceMs) return;
    this.#pausedSinceMs = sinceMs;
    for (const looker of this.#lookers) looker();
  }
}

type Timer = ReturnType<typeof setTimeout>;

/** Gives up what has been silent for too long: a lost network does not close connections. */
class SilenceWatch {
  readonly #stop = new AbortController();
  readonly signal: AbortSignal;
  hasHeard = false;
  #timer: Timer;

  constructor(signal: AbortSignal) {
    this.signal = AbortSignal.any([signal, this.#stop.signal]);
    this.#timer = this.#begin();
  }

  heard(): void {
    this.hasHeard = true;
    clearTimeout(this.#timer);
    this.#timer = this.#begin();
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#stop.abort();
  }

  #begin(): Timer {
    return setTimeout(() => this.#stop.abort(), silentMs);
  }
}
