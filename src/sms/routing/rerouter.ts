/**
 * Finds another way for parts that wait where nothing moves, and for messages that an operator will not
 * have. Only the owner of a lane calls it, with parts that nobody else is working on.
 *
 * What waits for an operator that is down, or that answers nothing, goes to another bind of it that is well, else by
 * the next route: an urgent part within 5 s of the loss of the last bind, any other within 15 s. What may have been
 * taken already stays where a phone must not get it twice; where the operator's settings allow a second copy, it
 * leaves after a minute.
 */

import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { partIdOf } from '#model/ids.ts';
import type { RouteReason, RouteReasonCode } from '#model/route-reason.ts';
import type { IdSource } from '#queue/id-source.ts';
import type { Job, Owed } from '#queue/job.ts';
import type { Lease } from '#queue/lease.ts';
import type { Directory, RoutePorts } from '#sms/directory.ts';
import { partLane, partLaneOn } from '#sms/links/part-lane.ts';
import type { OutgoingPart } from '#sms/message.ts';
import type { Operator, OperatorState } from '#sms/operator.ts';
import { ConcatReferences } from '#sms/sending/concat-references.ts';
import { readForm, submitsOf } from '#sms/text/form.ts';
import { isDown } from './choose-route.ts';
import { Gatherings, type Group } from './gathering.ts';
import type { Health } from './health.ts';
import { type Move, movedParts, movesMax } from './move.ts';
import { judgeMove, type Planned, planWith } from './move-by-hand.ts';
import type { RouteStore } from './route-store.ts';

/** A bind with what waits for it. */
export interface WaitingBind {
  readonly operator: Operator;
  /** Which of its operator's binds it is. */
  readonly place: number;
  /** Under which this process holds it. */
  readonly lease: Lease;
  /** Undefined while it is up. */
  readonly downForMs: number | undefined;
  /** Undefined while its submits are answered. */
  readonly silentForMs: number | undefined;
  /** Parts in due order that are not in flight and may go elsewhere, no more than memory holds. */
  waiting(): readonly Owed<OutgoingPart>[];
  /** Takes some of them out; each is given back or gone afterwards. */
  takeAway(jobIds: ReadonlySet<number>): void;
  giveBack(owed: Owed<OutgoingPart>): void;
  /** It waits elsewhere. */
  gone(owed: Owed<OutgoingPart>): void;
}

/** How operators do, in whatever process. */
type KnownHealth = Pick<Health, 'conditionOf' | 'upBinds'>;

export type ReroutePorts = Pick<RoutePorts, 'random'> & {
  readonly health: KnownHealth;
  readonly store: Pick<RouteStore, 'moveParts' | 'listChoices'>;
  readonly directory: () => Directory;
  readonly jobIds: Pick<IdSource, 'take'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Takes parts in the lane where they wait now. */
  readonly offer: (parts: readonly Owed<OutgoingPart>[]) => void;
};

/** What may have been taken already waits so long for the operator to come back. */
const doubtfulMs = 60_000;
/** A bind for whose parts there was no other way is looked at again after this. */
const nowhereMs = 5_000;
/** Parts that a round looks at for each bind. */
const lookedAtMax = 5_000;

/** What for, and under which lease of the lane that is left. */
type Why = { readonly reason: RouteReason; readonly lease: Lease };

type Way = Planned & { readonly operator: Operator; readonly lane: string };

export class Rerouter {
  readonly #ports: ReroutePorts;
  readonly #gatherings: Gatherings;
  readonly #references: ConcatReferences;
  /** By the lease of a bind. */
  readonly #lookAgainAtMs = new Map<string, number>();

  constructor(ports: ReroutePorts) {
    this.#ports = ports;
    this.#gatherings = new Gatherings(ports.clock);
    this.#references = new ConcatReferences(ports.random);
  }

  /** Moves what has waited long enough. Called every few seconds with the binds that this process holds. */
  async round(binds: readonly WaitingBind[]): Promise<void> {
    for (const bind of binds) {
      try {
        await this.#relieve(bind);
      } catch (error) {
        this.#ports.log.warn('reroute.failed', {
          operator: bind.operator.name,
          ...errorFields(error),
        });
      }
    }
  }

  /**
   * Finds another operator for a part that one has refused for reasons of its own. Parts of one text go
   * together or not at all. True: it waits elsewhere now.
   */
  async moveRefused(owed: Owed<OutgoingPart>, why: Why): Promise<boolean> {
    const { message, recipient } = owed.load;
    if (message.test) return false;
    const submits = submitsOf({ form: readForm(recipient.form), parts: recipient.parts });
    if (submits === 1) return this.#moveGroup([owed], why);
    return this.#gatherings.join(owed, submits, (group) => this.#moveGroup(group, why));
  }

  /**
   * Gives texts to another operator because a person says so, as far as it takes them: no more than `movesMax`, all
   * of one lane whose lease is here, with parts that nobody works on. True: it waits there now, and not here.
   */
  async moveTexts(
    texts: readonly (readonly Owed<OutgoingPart>[])[],
    { to, lease }: { readonly to: Operator; readonly lease: Lease },
  ): Promise<readonly boolean[]> {
    const found = texts.map((parts) => this.#moveByHand(parts as Group, to, lease));
    const moves = found.filter((move) => move !== undefined);
    const stored = await this.#ports.store.moveParts(moves);
    const kept = new Set(moves.filter((_, index) => stored[index] === true));
    const offered: Owed<OutgoingPart>[] = [];
    const isMoved = found.map((move, index) => {
      if (move === undefined || !kept.has(move)) return false;
      const group = texts[index] as Group;
      this.#tell(group, move);
      offered.push(...movedParts(group, move));
      return true;
    });
    if (offered.length > 0) this.#ports.offer(offered);
    return isMoved;
  }

  #moveByHand(group: Group, to: Operator, lease: Lease): Move | undefined {
    const [{ load }] = group;
    const verdict = judgeMove(load, to, this.#ports.directory());
    if (!verdict.ok || !isWhole(group)) return undefined;
    const lane = partLane(to, load.message, load.recipient.phone);
    const way = { operator: to, ...verdict.planned, lane };
    return this.#moveOf(group, way, { reason: { code: 'moved by an administrator' }, lease });
  }

  async #moveGroup(group: Group, { reason, lease }: Why): Promise<boolean> {
    const [{ load }] = group;
    const { operatorId, id } = load.recipient;
    const left = (await this.#ports.store.listChoices(id)).map((choice) => choice.leftOperatorId);
    const notBy = new Set([operatorId, ...left.filter((each) => each !== null)]);
    const way = this.#wayRound(group, notBy);
    if (way === undefined) return false;
    const tried = { ...reason, tried: way.operator.name };
    const move = this.#moveOf(group, way, { reason: tried, lease });
    if (move === undefined) return false;
    const [isMoved] = await this.#ports.store.moveParts([move]);
    if (isMoved !== true) return false;
    this.#tell(group, move);
    this.#ports.offer(movedParts(group, move));
    return true;
  }

  async #relieve(bind: WaitingBind): Promise<void> {
    const { operator, place } = bind;
    const { health } = this.#ports;
    if (operator.builtIn || operator.state === 'paused') return;
    const ailing = bind.downForMs !== undefined || bind.silentForMs !== undefined;
    if (!ailing) this.#lookAgainAtMs.delete(bind.lease.name);
    if (!ailing && !givesAway(operator)) return;
    const nowMs = this.#ports.clock.monotonicMs();
    if (nowMs < (this.#lookAgainAtMs.get(bind.lease.name) ?? 0)) return;
    const { downForMs, silentForMs } = health.conditionOf(operator);
    const upPlace = health.upBinds(operator.id).find((other) => other !== place);
    const standing = { bind, downForMs, silentForMs, upPlace };
    for (let looks = 1; ; looks += 1) {
      const found = this.#findMoves(standing);
      if (found.length === 0) {
        const isLate = isAway(standing, false);
        if (looks === 1 && isLate) this.#lookAgainAtMs.set(bind.lease.name, nowMs + nowhereMs);
        return;
      }
      await this.#moveAll(found, bind);
      if (found.length < movesMax) return;
    }
  }

  #findMoves(standing: Standing): readonly Found[] {
    const { bind } = standing;
    const groups = Map.groupBy(
      bind.waiting().slice(0, lookedAtMax),
      ({ load }) => load.recipient.id,
    );
    const found: Found[] = [];
    for (const parts of groups.values()) {
      const group = parts as readonly Owed<OutgoingPart>[] as Group;
      const move = this.#findMove(group, standing);
      if (move !== undefined) found.push({ group, move });
      if (found.length >= movesMax) break;
    }
    return found;
  }

  #findMove(group: Group, { bind, upPlace, ...away }: Standing): Move | undefined {
    const [{ load, job }] = group;
    const { operator, lease } = bind;
    if (upPlace !== undefined && isDue(group, bind)) {
      const lane = partLaneOn(operator.id, upPlace, load.message);
      if (lane === job.lane) return undefined;
      const { form, parts } = load.recipient;
      const way = { operator, form, parts, lane };
      return this.#moveOf(group, way, { reason: { code: 'another bind is up' }, lease });
    }
    const mayGo = isDue(group, away) || (givesAway(operator) && !isInDoubt(group));
    if (!mayGo || !isWhole(group)) return undefined;
    const way = this.#wayRound(group, new Set([operator.id]));
    const why =
      away.downForMs === undefined ? 'its operator does not answer' : 'its operator is down';
    const code = reasons[operator.state] ?? why;
    return way && this.#moveOf(group, way, { reason: { code }, lease });
  }

  /**
   * The best way that is open now: a message does not leave one queue to wait in another. One that needs more
   * parts than were paid for serves where there is no other, at our own cost and never beyond what a text may have.
   */
  #wayRound([{ load }]: Group, notBy: ReadonlySet<number>): Way | undefined {
    const { message, recipient } = load;
    const { directory, health, random } = this.#ports;
    const conditionOf: RoutePorts['conditionOf'] = (operator) => health.conditionOf(operator);
    const refused = new Set(notBy);
    let dearer: Way | undefined;
    for (;;) {
      const wish = {
        phone: recipient.phone,
        sender: message.sender,
        // The grade was a wish at accept; any way is better than none by now.
        grade: undefined,
        urgent: message.class === 'urgent',
        notBy: refused,
      };
      const chosen = directory().chooseRoute(wish, { conditionOf, random });
      if (chosen === undefined || chosen.reason === 'waits for its operator') return dearer;
      const planned = planWith(chosen.operator, load);
      if (planned !== undefined) {
        const { operator } = chosen;
        const way = { operator, ...planned, lane: partLane(operator, message, recipient.phone) };
        if (planned.parts <= recipient.parts) return way;
        dearer ??= way;
      }
      refused.add(chosen.operator.id);
    }
  }

  /** Undefined: no numbers for its further parts could be had; it is tried again. */
  #moveOf(group: Group, way: Way, { reason, lease }: Why): Move | undefined {
    const { operator, form, parts, lane } = way;
    const [{ job, load }] = group;
    const nowMs = this.#ports.clock.nowMs();
    const submits = submitsOf({ form: readForm(form), parts });
    // A schedule is kept; what waits to be tried again has another operator now.
    const dueAtMs = job.attempt === 0 ? job.dueAtMs : Math.min(job.dueAtMs, nowMs);
    const more = this.#jobsBeyond(group, submits);
    if (more === undefined) return undefined;
    const { recipient } = load;
    const joins = parts > 1 && recipient.parts === 1;
    const beyond = { parts, paid: recipient.parts };
    return {
      recipientId: load.recipient.id,
      fromOperatorId: load.recipient.operatorId,
      toOperatorId: operator.id,
      form,
      parts,
      concatReference: joins ? this.#references.draw(recipient.phone) : recipient.concatReference,
      jobIds: group.map((owed) => owed.job.id),
      added: more.map((each) => ({ ...each, lane, dueAtMs })),
      dropped: group.filter((owed) => owed.load.part > submits).map((owed) => owed.job.id),
      fromLane: job.lane,
      toLane: lane,
      dueAtMs,
      reason: parts > recipient.parts ? { ...reason, beyond } : reason,
      atMs: nowMs,
      lease,
    };
  }

  /** Work for submits that the text did not need before. */
  #jobsBeyond([{ job, load }, ...others]: Group, submits: number): readonly Job[] | undefined {
    const jobs: Job[] = [];
    for (let part = others.length + 2; part <= submits; part += 1) {
      const id = this.#ports.jobIds.take();
      if (id === undefined) return undefined;
      jobs.push({ ...job, id, attempt: 0, subject: partIdOf(load.recipient.id, part) });
    }
    return jobs;
  }

  async #moveAll(found: readonly Found[], bind: WaitingBind): Promise<void> {
    bind.takeAway(new Set(found.flatMap(({ move }) => move.jobIds)));
    let moved: readonly boolean[] = [];
    try {
      moved = await this.#ports.store.moveParts(found.map(({ move }) => move));
    } finally {
      for (const [index, { group, move }] of found.entries()) {
        const isMoved = moved[index] === true;
        for (const owed of group) {
          if (isMoved) bind.gone(owed);
          else bind.giveBack(owed);
        }
        if (isMoved) this.#tell(group, move);
      }
    }
    const parts = found.flatMap(({ group, move }, index) =>
      moved[index] === true ? movedParts(group, move) : [],
    );
    if (parts.length > 0) this.#ports.offer(parts);
  }

  #tell([{ load }]: Group, { toOperatorId, reason }: Move): void {
    const { message, recipient } = load;
    this.#ports.log.info('recipient.rerouted', {
      messageId: message.id,
      left: recipient.operatorId,
      operator: toOperatorId,
      reason: reason.word ?? reason.code,
    });
  }
}

type Standing = {
  readonly bind: WaitingBind;
  /** Of the whole operator. */
  readonly downForMs: number | undefined;
  readonly silentForMs: number | undefined;
  /** Another bind of the operator that is up. */
  readonly upPlace: number | undefined;
};

type Found = { readonly group: Group; readonly move: Move };

const reasons: Partial<Record<OperatorState, RouteReasonCode>> = {
  leaving: 'its operator leaves',
  rerouting: 'its operator is relieved',
};

/** For how long a bind, or all of an operator, has carried nothing. */
type Away = Pick<Standing, 'downForMs' | 'silentForMs'>;

function isDue(group: Group, away: Away): boolean {
  if (!isInDoubt(group)) return isAway(away, group[0].load.message.class === 'urgent');
  return Math.max(away.downForMs ?? 0, away.silentForMs ?? 0) >= doubtfulMs;
}

function isAway({ downForMs, silentForMs }: Away, urgent: boolean): boolean {
  return silentForMs !== undefined || isDown(downForMs, urgent);
}

/** A submit of one of its parts was not answered. */
function isInDoubt(group: Group): boolean {
  return group.some(({ job }) => job.unanswered !== undefined);
}

function givesAway({ state }: Operator): boolean {
  return state in reasons;
}

/** Whether no part of the text has left, is in flight or is put off. */
function isWhole(group: Group): boolean {
  const { form, parts } = group[0].load.recipient;
  return group.length === submitsOf({ form: readForm(form), parts });
}
