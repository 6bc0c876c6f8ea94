/** The main thread's side of another one with engines: it starts and ends it, and the process with it where it fails. */
import type { MessagePort, Worker } from 'node:worker_threads';
import { boundary, dropped } from '#core/boundary.ts';
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log, type LogFields } from '#core/log.ts';
import { Loop } from '#core/loop.ts';
import { startOwnThread } from '#core/own-files.ts';
import type { WorkerOptions } from '#numbers/sip/media/messages.ts';
import { startMediaWorker } from '#numbers/sip/media/rtp-media.ts';
import type { Hop } from '#numbers/sip/user-agent.ts';
import type { HeldStanding } from '#numbers/trunks/trunk-standing.ts';
import type { EndProcess } from '../storage-loss.ts';
import { portsOf } from './event-lines.ts';
import type {
  Answered,
  Asked,
  SentError,
  ThreadFacts,
  ThreadNeeds,
  ThreadWish,
  Told,
} from './thread-messages.ts';

export type ThreadClientPorts = {
  readonly wish: ThreadWish;
  readonly clock: Clock;
  readonly log: Log;
  /** Undefined in tests: they look at the log. */
  readonly endProcess: EndProcess | undefined;
  /** What runs in the thread. */
  readonly module?: URL;
  /** Of its heap; without it, as much as V8 gives the main thread. */
  readonly megabytesMax?: number;
};

const answers = boundary('threads.answer', 'thread');

/**
 * A thread is asked whether it lives so often; after twelve questions without an answer, a minute, it hangs. Questions
 * are counted and not the time, in which the whole machine may have slept.
 */
const lookMs = 5_000;
const unansweredMax = 12;
/** For what it has to say at its end to be read. */
const partingMs = 1_000;
/** Figures of a busy thread are missed once rather than waited for. */
const readMs = 2_000;

const ownModule = new URL('./engine-thread.ts', import.meta.url);

/** What is asked and not answered yet; one question of a kind at a time. */
type Waiting = Map<Asked['ask'], (answered: Answered | undefined) => void>;

export class EngineThreadClient implements AsyncDisposable {
  readonly #ports: ThreadClientPorts;
  readonly #worker: Worker;
  readonly #waiting: Waiting = new Map();
  /** Of those who read at the same time one asks. */
  readonly #reading = new Map<Asked['ask'], Promise<Answered | undefined>>();
  readonly #ended: Promise<void>;
  readonly #loop: Loop;
  #unanswered = 0;
  #isClosing = false;
  #sipAt: Hop | undefined;

  /** It loads its modules at once; `open` has it begin. */
  constructor(ports: ThreadClientPorts) {
    this.#ports = ports;
    const { wish, clock, log, module = ownModule, megabytesMax } = ports;
    const resourceLimits =
      megabytesMax === undefined ? {} : { maxOldGenerationSizeMb: megabytesMax };
    this.#worker = startOwnThread(module, { workerData: wish, resourceLimits });
    this.#ended = new Promise((resolve) => this.#worker.once('exit', () => resolve()));
    this.#worker.on(
      'message',
      answers.guard((said: Answered | Told) => this.#take(said), dropped),
    );
    this.#worker.once('error', (error) => this.#fail({ ...errorFields(error) }));
    this.#worker.once('exit', (exitCode: number) => this.#fail({ exitCode }));
    this.#loop = new Loop({
      name: 'look at a thread',
      everyMs: lookMs,
      clock,
      log,
      work: async () => this.#look(),
    });
  }

  /** Throws what the start of its engines threw. */
  async open(
    link: MessagePort | undefined,
    { phonePort, events }: ThreadNeeds,
  ): Promise<ThreadFacts> {
    const moved = [...(link === undefined ? [] : [link]), ...portsOf(events)];
    const answered = await this.#ask({ ask: 'open', link, phonePort, events }, moved);
    if (answered === undefined) throw new Error('A thread ended while it started');
    if ('error' in answered) throw asThrown(answered.error);
    this.#loop.start();
    return (answered as { readonly facts: ThreadFacts }).facts;
  }

  /** Where a phone on this machine reaches calls of the thread. */
  get sipAt(): Hop | undefined {
    return this.#sipAt;
  }

  /** Undefined where it does not answer in time. */
  async metrics(): Promise<object | undefined> {
    const answered = await this.#read('metrics');
    return answered !== undefined && 'metrics' in answered ? answered.metrics : undefined;
  }

  /** How its trunks do; none where it does not answer in time. */
  async standings(): Promise<readonly HeldStanding[]> {
    const answered = await this.#read('standings');
    return answered !== undefined && 'standings' in answered ? answered.standings : [];
  }

  /** It leaves work to others, and waits for what is in progress. */
  async part(): Promise<void> {
    await this.#ask({ ask: 'part' });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loop[Symbol.asyncDispose]();
    if (!this.#isClosing) this.#send({ ask: 'close' });
    this.#isClosing = true;
    await this.#ended;
  }

  /** For a start that failed. */
  async terminate(): Promise<void> {
    this.#isClosing = true;
    await this.#worker.terminate();
  }

  #send(asked: Asked, transfer: readonly MessagePort[] = []): void {
    this.#worker.postMessage(asked, transfer);
  }

  #ask(asked: Asked, transfer?: readonly MessagePort[]): Promise<Answered | undefined> {
    if (this.#isClosing) return Promise.resolve(undefined);
    this.#settle(asked.ask, undefined);
    return new Promise((resolve) => {
      this.#waiting.set(asked.ask, resolve);
      this.#send(asked, transfer);
    });
  }

  #read(ask: 'metrics' | 'standings'): Promise<Answered | undefined> {
    const reading = this.#reading.get(ask) ?? this.#readOnce(ask);
    this.#reading.set(ask, reading);
    return reading;
  }

  async #readOnce(ask: 'metrics' | 'standings'): Promise<Answered | undefined> {
    const late = this.#ports.clock.after(readMs, () => this.#settle(ask, undefined));
    const answered = await this.#ask({ ask });
    late.cancel();
    this.#reading.delete(ask);
    return answered;
  }

  #take(said: Answered | Told): void {
    if ('end' in said) {
      this.#ports.endProcess?.(said.end);
      return;
    }
    if ('media' in said) {
      startMedia(said.media);
      return;
    }
    if ('sipAt' in said) {
      this.#sipAt = said.sipAt;
      return;
    }
    if (said.to === 'look') this.#unanswered = 0;
    this.#settle(said.to, said);
  }

  #settle(asked: Asked['ask'], answered: Answered | undefined): void {
    this.#waiting.get(asked)?.(answered);
    this.#waiting.delete(asked);
  }

  #look(): void {
    this.#unanswered += 1;
    if (this.#unanswered <= unansweredMax) {
      this.#send({ ask: 'look' });
      return;
    }
    const { log, endProcess, wish } = this.#ports;
    const waitedMs = unansweredMax * lookMs;
    log.error('thread.dead', { roles: wish.config.roles, why: 'silent', waitedMs });
    endProcess?.('kill');
  }

  /** Its lanes are looked at by nobody else: the process ends, and the next one finds all that was acknowledged. */
  #fail(fields: LogFields): void {
    for (const asked of this.#waiting.keys()) this.#settle(asked, undefined);
    if (this.#isClosing) return;
    this.#isClosing = true;
    const { log, clock, endProcess, wish } = this.#ports;
    log.error('thread.dead', { roles: wish.config.roles, why: 'ended', ...fields });
    if (endProcess !== undefined) clock.after(partingMs, () => endProcess('exit'));
  }
}

/** Where it cannot start its line closes, as that of one that has died: the call is told that it has no port. */
function startMedia(options: WorkerOptions): void {
  try {
    startMediaWorker(options);
  } catch (error) {
    options.link.close();
    throw error;
  }
}

function asThrown({ name, message, ...fields }: SentError): Error {
  const error = new Error(message);
  error.name = name;
  return Object.assign(error, fields);
}
