/** All links to all operators: opened, changed and closed as the settings say, and fed with parts. */
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { Loop } from '#core/loop.ts';
import type { Sealer } from '#core/sealed.ts';
import type { IdSource } from '#queue/id-source.ts';
import type { JobStore, Owed } from '#queue/job.ts';
import { LanePoller } from '#queue/lane-poller.ts';
import type { Directory } from './directory.ts';
import type { FactRecorder } from './facts.ts';
import { Bind } from './links/bind.ts';
import { readPartLane } from './links/part-lane.ts';
import type { OutgoingPart } from './message.ts';
import type { MessageStore } from './message-store.ts';
import type { Operator } from './operator.ts';
import type { AwaitedParts } from './receipts/awaited-parts.ts';
import type { ReceiptDesk } from './receipts/receipt-desk.ts';
import type { ReportMaker } from './report-maker.ts';
import type { OwnBind } from './routing/health.ts';

export type SmsEnginePorts = {
  readonly store: Pick<MessageStore, 'dueParts' | 'intendSubmits' | 'withdrawIntents'>;
  readonly jobs: JobStore;
  readonly facts: FactRecorder;
  readonly awaited: AwaitedParts;
  readonly receipts: ReceiptDesk;
  readonly reports: ReportMaker;
  readonly submittedPartIds: IdSource;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  /** Parts that may be owed at a time; past it sends are refused for a while. */
  readonly partsMax: number;
};

/** Parts that all lanes hold in memory: about 700 bytes each; the others are in the table. */
const heldMax = 50_000;
const pollMs = 500;
const expireMs = 5_000;

type OpenOperator = { readonly operator: Operator; readonly binds: readonly Bind[] };

export class SmsEngine implements AsyncDisposable {
  readonly #ports: SmsEnginePorts;
  readonly #open = new Map<number, OpenOperator>();
  readonly #budget = { held: 0, max: heldMax };
  readonly #poller: LanePoller;
  readonly #expiry: Loop;
  #owed = 0;

  constructor(ports: SmsEnginePorts) {
    this.#ports = ports;
    const { jobs, clock, log } = ports;
    this.#poller = new LanePoller({
      engine: 'sms',
      jobs,
      clock,
      log,
      everyMs: pollMs,
      wake: (lane, earliestJobId) => this.#bindOf(lane)?.wake({ lane, earliestJobId }),
    });
    this.#expiry = new Loop({
      name: 'expiry of waiting parts',
      everyMs: expireMs,
      clock,
      log,
      work: async () => {
        for (const bind of this.#binds()) bind.expire();
      },
    });
  }

  /** Opens the links and begins to send what is owed. */
  async start(directory: Pick<Directory, 'operators'>): Promise<void> {
    this.#owed = await this.#ports.jobs.countOwed('sms/', this.#ports.partsMax);
    await this.apply(directory);
    this.#poller.start();
    this.#expiry.start();
  }

  /** Parts owed and not sent yet. */
  waiting(): { readonly parts: number; readonly partsMax: number } {
    return { parts: this.#owed, partsMax: this.#ports.partsMax };
  }

  /** Makes the links what the settings say now. A changed one is closed first, for it may count binds. */
  async apply(directory: Pick<Directory, 'operators'>): Promise<void> {
    const wanted = new Map(directory.operators.map((operator) => [operator.id, operator]));
    for (const [id, { operator, binds }] of this.#open) {
      const next = wanted.get(id);
      if (next !== undefined && sameLink(operator, next)) {
        for (const bind of binds) bind.paused = next.state === 'paused';
        this.#open.set(id, { operator: next, binds });
      } else await this.#close(id);
    }
    for (const operator of wanted.values()) {
      if (!this.#open.has(operator.id)) this.#openLinks(operator);
    }
  }

  /** Takes parts whose jobs have just been committed. */
  offer(parts: readonly Owed<OutgoingPart>[]): void {
    this.#owed += parts.length;
    const touched = new Set<Bind>();
    for (const owed of parts) {
      const bind = this.#bindOf(owed.job.lane);
      bind?.offer(owed);
      if (bind !== undefined) touched.add(bind);
    }
    for (const bind of touched) bind.pump();
  }

  /** How each operator stands: for the start message, the command line and the dashboard. */
  bound(operatorId: number): number {
    return this.#open.get(operatorId)?.binds.filter(({ isBound }) => isBound).length ?? 0;
  }

  /** How the binds do that this process holds. */
  health(): readonly OwnBind[] {
    return [...this.#open].flatMap(([operatorId, { binds }]) =>
      binds.map(({ downForMs }, bind) => ({ operatorId, bind, downForMs })),
    );
  }

  /** Unbinds: answers that are under way are still waited for. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#poller[Symbol.asyncDispose]();
    await this.#expiry[Symbol.asyncDispose]();
    await Promise.all([...this.#open.keys()].map((id) => this.#close(id)));
  }

  /** An operator whose settings or password do not fit stays shut, and the others open all the same. */
  #openLinks(operator: Operator): void {
    try {
      const binds = this.#makeBinds(operator);
      this.#open.set(operator.id, { operator, binds });
      for (const bind of binds) bind.start();
    } catch (error) {
      this.#ports.log.error('operator.unopened', {
        operator: operator.name,
        ...errorFields(error),
      });
    }
  }

  #makeBinds(operator: Operator): readonly Bind[] {
    const ports = {
      ...this.#ports,
      budget: this.#budget,
      settled: () => {
        this.#owed -= 1;
      },
    };
    return Array.from({ length: operator.settings.binds }, () => new Bind(operator, ports));
  }

  async #close(operatorId: number): Promise<void> {
    const open = this.#open.get(operatorId);
    this.#open.delete(operatorId);
    await Promise.all(open?.binds.map((bind) => bind[Symbol.asyncDispose]()) ?? []);
  }

  /** An operator with fewer binds than before: the lanes of those that are gone fall to the others. */
  #bindOf(lane: string): Bind | undefined {
    const place = readPartLane(lane);
    const binds = place === undefined ? undefined : this.#open.get(place.operatorId)?.binds;
    return binds?.[(place?.bind ?? 0) % binds.length];
  }

  #binds(): readonly Bind[] {
    return [...this.#open.values()].flatMap(({ binds }) => binds);
  }
}

function sameLink(a: Operator, b: Operator): boolean {
  return a.sealedPassword === b.sealedPassword && isDeepStrictEqual(a.settings, b.settings);
}
