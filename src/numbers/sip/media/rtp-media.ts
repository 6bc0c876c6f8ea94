/**
 * Media on worker threads: each has a slice of the ports, and a call lives on the one with the fewest. A thread takes
 * 10 MB, so it starts with its first call.
 */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { must } from '#core/assert.ts';
import { dropped, ignored } from '#core/boundary.ts';
import { startOwnThread } from '#core/own-files.ts';
import type {
  Media,
  MediaCall,
  MediaCounters,
  MediaHandlers,
  MediaOrder,
  SideName,
} from './media.ts';
import { reports } from './media-boundaries.ts';
import type { FromWorker, ToWorker, WorkerOptions } from './messages.ts';
import { type PortRange, slicePorts } from './ports.ts';

export type RtpMediaSettings = {
  /** `max(1, cores − 2)` leaves two for the rest of the program. */
  readonly workers: number;
  readonly ports: PortRange;
  /** A thread has the priority of the one that starts it: what yields to others has somebody else start these. */
  readonly start?: (options: WorkerOptions) => void;
};

type Opened = Extract<FromWorker, { readonly tell: 'opened' | 'no port' }>;

type Entry = {
  readonly thread: Thread;
  readonly handlers: MediaHandlers;
  readonly sides: number;
  readonly opened: (opened: Opened | undefined) => void;
  readonly closed: PromiseWithResolvers<MediaCounters>;
};

type Thread = {
  /** The line to its worker; undefined where none runs. */
  worker: MessagePort | undefined;
  readonly ports: PortRange;
  readonly calls: Set<number>;
};

export class RtpMedia implements Media {
  readonly #threads: Thread[] = [];
  readonly #calls = new Map<number, Entry>();
  readonly #startWorker: (options: WorkerOptions) => void;
  #nextId = 1;
  #isOver = false;

  constructor({ workers, ports, start = startMediaWorker }: RtpMediaSettings) {
    this.#startWorker = start;
    for (const slice of slicePorts(ports, workers)) {
      this.#threads.push({ worker: undefined, ports: slice, calls: new Set() });
    }
  }

  get counts(): Media['counts'] {
    let ports = 0;
    for (const { sides } of this.#calls.values()) ports += sides * 2;
    return { calls: this.#calls.size, ports };
  }

  async open(order: MediaOrder, handlers: MediaHandlers): Promise<MediaCall | undefined> {
    if (this.#isOver) return undefined;
    const thread = this.#leastBusy();
    thread.worker ??= this.#start(thread);
    const id = this.#nextId++;
    const opened = await new Promise<Opened | undefined>((resolve) => {
      const sides = order.kind === 'relay' ? 2 : 1;
      this.#calls.set(id, {
        thread,
        handlers,
        sides,
        opened: resolve,
        closed: Promise.withResolvers(),
      });
      thread.calls.add(id);
      say(thread, { say: 'open', call: id, order });
    });
    if (opened?.tell === 'opened') return this.#callOf(id, opened.ports);
    this.#forget(id);
    return undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    await Promise.all(
      this.#threads.map(async ({ worker }) => {
        if (worker === undefined) return;
        const ended = new Promise((resolve) => worker.once('close', resolve));
        worker.postMessage({ say: 'end' } satisfies ToWorker);
        await ended;
      }),
    );
    this.#calls.clear();
  }

  #leastBusy(): Thread {
    const [first] = this.#threads.toSorted((a, b) => a.calls.size - b.calls.size);
    return must(first, 'media worker');
  }

  #callOf(id: number, ports: Partial<Record<SideName, number>>): MediaCall {
    const send = (what: Exclude<ToWorker, { readonly say: 'open' | 'end' }>): void => {
      const thread = this.#calls.get(id)?.thread;
      if (thread !== undefined) say(thread, what);
    };
    return {
      port: (side) => must(ports[side], `port of side ${side}`),
      lock: (side, peer) => send({ say: 'lock', call: id, side, peer }),
      watch: (silentMs) => send({ say: 'watch', call: id, silentMs }),
      play: (pcm) => send({ say: 'play', call: id, pcm }),
      stream: (pcm) => send({ say: 'stream', call: id, pcm }),
      hush: () => send({ say: 'hush', call: id }),
      press: (key) => send({ say: 'press', call: id, key }),
      record: (order) => send({ say: 'record', call: id, order }),
      stopRecording: () => send({ say: 'stop recording', call: id }),
      listen: (wanted) => send({ say: 'listen', call: id, wanted }),
      close: () => this.#close(id),
    };
  }

  #close(id: number): Promise<MediaCounters> {
    const entry = this.#calls.get(id);
    if (entry === undefined) return Promise.resolve({});
    say(entry.thread, { say: 'close', call: id });
    return entry.closed.promise;
  }

  #forget(id: number): void {
    this.#calls.get(id)?.thread.calls.delete(id);
    this.#calls.delete(id);
  }

  #start(thread: Thread): MessagePort {
    const { port1: worker, port2: link } = new MessageChannel();
    worker.on('message', (what: FromWorker) =>
      reports.run(
        () => this.#take(what),
        () => this.#lose(what.call),
      ),
    );
    worker.once(
      'close',
      reports.guard(() => this.#died(thread), dropped),
    );
    this.#startWorker({ ports: thread.ports, link });
    return worker;
  }

  #died(thread: Thread): void {
    // First, so that nothing that its calls do can keep the next one from a new thread.
    thread.worker = undefined;
    for (const id of thread.calls) {
      reports.run(() => this.#lose(id), dropped);
    }
  }

  /** Its audio is gone for good: its owner ends the call. */
  #lose(id: number): void {
    const entry = this.#calls.get(id);
    this.#forget(id);
    entry?.opened(undefined);
    entry?.closed.resolve({});
    if (!this.#isOver) entry?.handlers.lost?.();
  }

  #take(what: FromWorker): void {
    const entry = this.#calls.get(what.call);
    if (entry === undefined) return;
    const { handlers } = entry;
    switch (what.tell) {
      case 'opened':
      case 'no port':
        entry.opened(what);
        return;
      case 'broken':
        this.#lose(what.call);
        return;
      case 'locked':
        handlers.locked?.(what.side, what.address, what.port);
        return;
      case 'digit':
        handlers.digit?.(what.digit);
        return;
      case 'silent':
        handlers.silent?.();
        return;
      case 'ended':
        handlers.ended?.(what.end);
        return;
      case 'heard':
        handlers.heard?.(what.pcm);
        return;
      case 'closed':
        this.#forget(what.call);
        entry.closed.resolve(what.counters);
    }
  }
}

export function startMediaWorker(options: WorkerOptions): void {
  const module = new URL('./worker.ts', import.meta.url);
  const worker = startOwnThread(module, { workerData: options, transferList: [options.link] });
  // What a worker dies of ends its calls, and no other: its line closes.
  worker.on('error', ignored);
}

function say({ worker }: Thread, what: ToWorker): void {
  worker?.postMessage(what);
}
