/**
 * All links to all operators: each bind is open in the one process that holds its lease, changed and
 * closed as the settings say, and fed with parts.
 */
import { isDeepStrictEqual } from 'node:util';
import { errorFields } from '#core/log.ts';
import { Loop } from '#core/loop.ts';
import { PeerTroubles } from '#core/peer-troubles.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { Sealer } from '#core/sealed.ts';
import type { JobStore, Owed } from '#queue/job.ts';
import { LaneEngine, type LaneEnginePorts } from '#queue/lane-engine.ts';
import type { Lease } from '#queue/lease.ts';
import type { Directory } from './directory.ts';
import { Bind, type BindPorts, type LinkFigures } from './links/bind.ts';
import { chooseBind } from './links/choose-bind.ts';
import { type OpenBind, OpenBinds } from './links/open-binds.ts';
import { bindLease, type PartSender, readPartLane } from './links/part-lane.ts';
import type { OutgoingPart } from './message.ts';
import { type Operator, operatorPasswordPlace } from './operator.ts';
import type { OwnBind } from './routing/health.ts';
import type { Rerouter, WaitingBind } from './routing/rerouter.ts';
import { urgentRoomOf } from './sending/sms-sender.ts';

export type SmsEnginePorts = LaneEnginePorts &
  Omit<BindPorts, 'lease' | 'budget' | 'settled' | 'troubles'> & {
    readonly jobs: JobStore;
    readonly rerouter: Pick<Rerouter, 'round' | 'moveTexts'>;
    /** Parts that may be owed at a time; past it sends are refused for a while. */
    readonly partsMax: number;
  };

/** Parts that all lanes hold in memory: about 700 bytes each; the others are in the table. */
const heldMax = 50_000;
/** What an operator that is away holds back is looked at so often. */
const relieveMs = 1_000;
const expireMs = 5_000;

/** A bind that this process holds. */
export type OpenLink = LinkFigures & { readonly place: number };

type ClosingBind = {
  readonly operatorId: number;
  readonly bind: Bind;
  readonly closed: Promise<void>;
};

export class SmsEngine extends LaneEngine<OutgoingPart, Bind> implements AsyncDisposable {
  readonly #ports: SmsEnginePorts;
  /** As the settings say. */
  #operators: ReadonlyMap<number, Operator> = new Map();
  readonly #open = new OpenBinds();
  /** On their way out; no other bind of their operator is opened before, for it may count them. */
  readonly #closing = new Map<string, ClosingBind>();
  readonly #budget = { held: 0, max: heldMax };
  readonly #expiry: Loop;
  readonly #relief: Loop;
  readonly #troubles: PeerTroubles;
  #owed = 0;

  constructor(ports: SmsEnginePorts) {
    super('sms', ports);
    this.#ports = ports;
    this.#troubles = new PeerTroubles(ports);
    const { clock, log } = ports;
    this.#expiry = new Loop({
      name: 'expiry of waiting parts',
      everyMs: expireMs,
      clock,
      log,
      work: async () => {
        for (const { bind } of this.#open.all()) bind.link.expire();
      },
    });
    this.#relief = new Loop({
      name: 'relief of operators',
      everyMs: relieveMs,
      clock,
      log,
      work: () => this.#ports.rerouter.round(this.#waitingBinds()),
    });
  }

  /** Learns the operators; a bind opens with its lease. */
  async start(directory: Pick<Directory, 'operators'>): Promise<void> {
    await this.countOwed();
    await this.apply(directory);
    this.startPolling();
    this.#expiry.start();
    this.#relief.start();
  }

  /** What other processes add and settle is only seen in the table. */
  async countOwed(): Promise<void> {
    const { jobs, partsMax } = this.#ports;
    this.#owed = await jobs.countOwed('sms/', partsMax + urgentRoomOf(partsMax));
  }

  /** Parts owed and not sent yet. */
  waiting(): { readonly parts: number; readonly partsMax: number } {
    return { parts: this.#owed, partsMax: this.#ports.partsMax };
  }

  /** Parts that were to leave later have been taken back. */
  withdrawn(parts: number): void {
    this.#owed -= parts;
  }

  /** The leases of all binds, of the built-in operator or of the others, in the order of operators. */
  leaseNames({ builtIn }: Pick<Operator, 'builtIn'>): readonly string[] {
    return [...this.#operators.values()]
      .filter((operator) => operator.builtIn === builtIn)
      .flatMap(({ id, settings }) =>
        Array.from({ length: settings.binds }, (_, bind) => bindLease(id, bind)),
      );
  }

  /** Makes the links what the settings say now. A changed one is closed first, for it may count binds. */
  async apply({ operators }: Pick<Directory, 'operators'>): Promise<void> {
    this.#operators = new Map(operators.map((operator) => [operator.id, operator]));
    const ended: Promise<void>[] = [];
    for (const [name, { operator, place, bind }] of this.#open.entries()) {
      const next = this.#operators.get(operator.id);
      if (next !== undefined && sameLink(operator, next, this.#ports)) {
        bind.paused = next.state === 'paused';
        this.#open.set(name, { operator: next, place, bind });
      } else ended.push(this.#close(name));
    }
    await Promise.all(ended);
    for (const operator of this.#operators.values()) this.#openBinds(operator);
  }

  /** By which bind of an operator a message to one phone leaves. */
  bindFor(operator: Operator, phone: PhoneNumber, sender: PartSender): number {
    return chooseBind(operator, phone, sender, this.#open.of(operator.id));
  }

  /** Takes parts whose jobs have just been committed. */
  offer(parts: readonly Owed<OutgoingPart>[]): void {
    this.#owed += parts.length;
    for (const bind of this.give(parts)) bind.link.pump();
  }

  override taken(lease: Lease): void {
    void super.taken(lease);
    for (const operator of this.#operators.values()) this.#openBinds(operator);
  }

  /** Closes those of these binds that are open here; settles when they are gone. */
  async close(names: readonly string[]): Promise<void> {
    await Promise.all(names.map((name) => this.#close(name)));
  }

  /** Unbinds: answers that are in progress are still waited for. */
  protected leave({ name }: Lease): Promise<void> {
    return this.#close(name);
  }

  protected abandon({ name }: Lease): Promise<void> {
    void this.#closing.get(name)?.bind.cut();
    return this.#close(name, (bind) => bind.cut());
  }

  /** Refuses what waits in memory for phones that want nothing more from an account. */
  dropStopped(accountId: number, phone: PhoneNumber): void {
    for (const { bind } of this.#open.all()) bind.link.dropStopped(accountId, phone);
  }

  /** Rows of waiting parts were changed in the table: those that wait here are read again. */
  readAgain(): void {
    for (const { bind } of this.#open.all()) bind.readAgain();
  }

  /** Whether this process has the bind of this lane. */
  owns(lane: string): boolean {
    return this.laneOf(lane) !== undefined;
  }

  /** Refuses what was found in the table for such phones, as far as its bind is here and does not know it. */
  refuseStopped(parts: readonly Owed<OutgoingPart>[]): void {
    for (const owed of parts) this.laneOf(owed.job.lane)?.link.refuseStopped(owed);
  }

  /** Cancels texts that wait in a lane whose bind is here, each given by its jobs; says how many. */
  async cancelTexts(lane: string, sets: readonly (readonly number[])[]): Promise<number> {
    const bind = this.laneOf(lane);
    if (bind === undefined) return 0;
    const withdrawn = await bind.withdraw(lane, sets);
    await Promise.all(withdrawn.map((text) => bind.link.cancel(text.parts)));
    return withdrawn.length;
  }

  /** The same to have another operator send them; those that it does not take stay. */
  async moveTexts(
    lane: string,
    sets: readonly (readonly number[])[],
    toOperatorId: number,
  ): Promise<number> {
    const bind = this.laneOf(lane);
    const to = this.#operators.get(toOperatorId);
    if (bind === undefined || to === undefined) return 0;
    const withdrawn = await bind.withdraw(lane, sets);
    let moved: readonly boolean[] = [];
    try {
      const groups = withdrawn.map(({ parts }) => parts);
      moved = await this.#ports.rerouter.moveTexts(groups, { to, lease: bind.lease });
    } finally {
      for (const [index, text] of withdrawn.entries()) {
        if (moved[index] === true) for (const owed of text.parts) bind.gone(owed);
        else bind.putBack(lane, text);
      }
    }
    return moved.filter(Boolean).length;
  }

  /** How many binds of an operator are up in this process. */
  bound(operatorId: number): number {
    return this.#open.of(operatorId).filter(({ bind }) => bind.isBound).length;
  }

  /** How the binds do that this process holds. */
  health(): readonly OwnBind[] {
    return this.#open.all().map(({ operator, place, bind }) => ({
      operatorId: operator.id,
      bind: place,
      downForMs: bind.downForMs,
      silentForMs: bind.silentForMs,
    }));
  }

  /** What the binds of an operator do at this moment, as far as this process holds them. */
  links(operatorId: number): readonly OpenLink[] {
    return this.#open.of(operatorId).map(({ place, bind }) => ({ place, ...bind.figures() }));
  }

  /** Writes down what passes over them, or ends that; how many there are. */
  trace(operatorId: number, isTraced: boolean): number {
    const binds = this.#open.of(operatorId);
    for (const { bind } of binds) bind.isTraced = isTraced;
    return binds.length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stopPolling();
    await this.#expiry[Symbol.asyncDispose]();
    await this.#relief[Symbol.asyncDispose]();
    void this.leaveAll();
    // Those that were cut would wait longer for a storage that is away.
    const binds = [...this.#closing.values()].map(({ bind }) => bind[Symbol.asyncDispose]());
    await Promise.all(binds);
  }

  /** Those whose leases are here. One whose settings do not fit stays shut, and the others open. */
  #openBinds(operator: Operator): void {
    if ([...this.#closing.values()].some(({ operatorId }) => operatorId === operator.id)) return;
    for (let place = 0; place < operator.settings.binds; place += 1) {
      const lease = this.leaseNamed(bindLease(operator.id, place));
      if (lease === undefined || this.#open.has(lease.name)) continue;
      try {
        const bind = this.#makeBind(operator, lease);
        this.#open.set(lease.name, { operator, place, bind });
        bind.start();
      } catch (error) {
        this.#ports.log.error('operator.unopened', {
          operator: operator.name,
          ...errorFields(error),
        });
        return;
      }
    }
  }

  #makeBind(operator: Operator, lease: Lease): Bind {
    return new Bind(operator, {
      ...this.#ports,
      lease,
      budget: this.#budget,
      troubles: this.#troubles,
      settled: () => {
        this.#owed -= 1;
      },
    });
  }

  /** Settles when the bind is gone, no matter which side began to close it. */
  #close(name: string, end: (bind: Bind) => Promise<void> = (bind) => bind[Symbol.asyncDispose]()) {
    const open = this.#open.get(name);
    if (open === undefined) return this.#closing.get(name)?.closed ?? Promise.resolve();
    this.#open.delete(name);
    const closed = end(open.bind).then(() => this.#forgetClosed(name, open));
    this.#closing.set(name, { operatorId: open.operator.id, bind: open.bind, closed });
    return closed;
  }

  #forgetClosed(name: string, { operator: { id } }: OpenBind): void {
    this.#closing.delete(name);
    const operator = this.#operators.get(id);
    if (operator !== undefined) this.#openBinds(operator);
  }

  /** An operator with fewer binds than before: the lanes of those that are gone fall to the others. */
  protected leaseNameOf(lane: string): string | undefined {
    const place = readPartLane(lane);
    const operator = place && this.#operators.get(place.operatorId);
    if (place === undefined || operator === undefined) return undefined;
    return bindLease(operator.id, place.bind % operator.settings.binds);
  }

  protected openLane(_lane: string, { name }: Lease): Bind | undefined {
    return this.#open.get(name)?.bind;
  }

  #waitingBinds(): readonly WaitingBind[] {
    return this.#open
      .all()
      .filter(({ bind }) => this.#ports.leases.holds(bind.lease))
      .map(({ operator, place, bind }) => waitingBind(bind, operator, place));
  }
}

function waitingBind(bind: Bind, operator: Operator, place: number): WaitingBind {
  return {
    operator,
    place,
    lease: bind.lease,
    downForMs: bind.downForMs,
    silentForMs: bind.silentForMs,
    waiting: () => bind.waiting(),
    takeAway: (jobIds) => bind.lanes.takeAway(jobIds),
    giveBack: (owed) => bind.lanes.giveBack(owed),
    gone: (owed) => bind.gone(owed),
  };
}

function sameLink(a: Operator, b: Operator, { sealer }: Pick<SmsEnginePorts, 'sealer'>): boolean {
  return isDeepStrictEqual(a.settings, b.settings) && samePassword(a, b, sealer);
}

/** Another sealing key is no reason to bind again. */
function samePassword(a: Operator, b: Operator, sealer: Sealer): boolean {
  if (a.sealedPassword === b.sealedPassword) return true;
  const [before, now] = [a, b].map(({ name, sealedPassword }) =>
    sealer.open(sealedPassword, operatorPasswordPlace(name)),
  );
  return before === now;
}
