/** The threads beside the main thread: none where one has all the work. */
import { randomUUID } from 'node:crypto';
import type { MessagePort } from 'node:worker_threads';
import type { Config } from '#config.ts';
import type { CallsBeside } from '../call-threads.ts';
import { EngineThreadClient, type ThreadClientPorts } from './engine-thread-client.ts';
import { type EventLines, layEventLines, noEventLines } from './event-lines.ts';
import { ThreadHints } from './thread-hints.ts';
import type { ThreadFacts } from './thread-messages.ts';
import type { ThreadPlan } from './thread-plan.ts';

export class EngineThreads implements AsyncDisposable {
  /** Undefined where there is nobody to tell. */
  readonly hints: ThreadHints | undefined;
  /** Where other mail servers report: beside the engine that takes what they bring. */
  readonly hearMail: boolean;
  /** Undefined where none of them carries calls. */
  readonly calls: CallsBeside | undefined;
  /** Of the main thread. */
  readonly events: EventLines;
  readonly #ofOthers: readonly EventLines[];
  readonly #clients: readonly EngineThreadClient[];
  #isOpen = false;

  /** They load while the main thread opens the storage. */
  constructor(config: Config, plan: ThreadPlan, ports: Omit<ThreadClientPorts, 'wish'>) {
    const { beside } = plan;
    const name = `parley hints ${randomUUID()}`;
    this.hints = beside.length === 0 ? undefined : new ThreadHints(name);
    [this.events = noEventLines, ...this.#ofOthers] = layEventLines(plan);
    this.hearMail = config.roles.includes('api') && beside.flat().includes('mail');
    this.#clients = beside.map((roles, at) => {
      const hearsMail = this.hearMail && roles.includes('mail');
      const wish = { config: { ...config, roles }, thread: at + 1, hints: name, hearsMail };
      return new EngineThreadClient({ ...ports, wish });
    });
    const carrier = this.#clients[beside.findIndex((roles) => roles.includes('calls'))];
    this.calls = carrier && { hop: () => carrier.sipAt, standings: () => carrier.standings() };
  }

  /** Throws what the start of one of them threw. */
  async open(
    connect: () => MessagePort | undefined,
    phonePort: number | undefined,
  ): Promise<readonly ThreadFacts[]> {
    const opening = this.#clients.map((client, at) =>
      client.open(connect(), { phonePort, events: this.#ofOthers[at] ?? noEventLines }),
    );
    const facts = await Promise.all(opening);
    this.#isOpen = true;
    return facts;
  }

  /** Of those that answer in time. */
  async metrics(): Promise<readonly object[]> {
    const read = await Promise.all(this.#clients.map((client) => client.metrics()));
    return read.filter((each) => each !== undefined);
  }

  async part(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.part()));
  }

  /** Before the storage closes: what ends there is stored. */
  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client[Symbol.asyncDispose]()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isOpen) await Promise.all(this.#clients.map((client) => client.terminate()));
    this.hints?.[Symbol.dispose]();
  }
}
