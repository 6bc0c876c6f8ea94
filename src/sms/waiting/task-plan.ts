/** What cancelling or moving would do, in numbers, before anybody does it. Nothing is changed. */

import type { Clock } from '#core/clock.ts';
import type { Directory } from '#sms/directory.ts';
import type { OutgoingPart } from '#sms/message.ts';
import { judgeMove, type MoveObstacle } from '#sms/routing/move-by-hand.ts';
import { isMeant, mayHold } from './waiting-filter.ts';
import type { NewLaneTask, WaitingStore } from './waiting-store.ts';
import { type TextObstacle, type WaitingText, walkTexts } from './waiting-text.ts';

export type PlanPorts = {
  readonly store: Pick<WaitingStore, 'waitingSlice' | 'partLanes' | 'findParts'>;
  readonly directory: () => Promise<Directory>;
  readonly clock: Pick<Clock, 'sleep'>;
};

export type StayObstacle = TextObstacle | MoveObstacle;

export type TaskPlan = {
  /** Texts, each to one phone. */
  readonly texts: number;
  readonly parts: number;
  /** What is given back; nothing for a move. */
  readonly refunds: readonly Refund[];
  /** Those that are meant and stay, and why. */
  readonly staying: readonly { readonly why: StayObstacle; readonly texts: number }[];
  /** No more was looked at: the figures are the least. */
  readonly isCut: boolean;
};

type Refund = {
  readonly currency: string;
  /** Of the test balance. */
  readonly test: boolean;
  readonly millionths: number;
};

/** Texts that a plan looks at; beyond it the figures are the least. */
const lookedAtMax = 100_000;
/** Between slices, so that a page's question holds up nobody. */
const restMs = 5;

export async function planTask(task: NewLaneTask, ports: PlanPorts): Promise<TaskPlan> {
  const counts = new Counts();
  const lanes = (await ports.store.partLanes()).filter((lane) => mayHold(task.filter, lane));
  const judge = await moveJudge(task, ports);
  for (const lane of lanes) {
    for await (const slice of walkTexts(ports.store, lane)) {
      const meant = slice.filter((text) => isMeant(task.filter, text));
      const obstacles = await judge(meant);
      for (const text of meant) counts.add(text, text.obstacle ?? obstacles.get(text.recipientId));
      counts.looked += slice.length;
      if (counts.looked >= lookedAtMax) return counts.plan(task.kind, true);
      await ports.clock.sleep(restMs);
    }
  }
  return counts.plan(task.kind, false);
}

type Judge = (
  texts: readonly WaitingText[],
) => Promise<ReadonlyMap<number, MoveObstacle | undefined>>;

async function moveJudge(
  { toOperatorId }: NewLaneTask,
  { store, directory }: PlanPorts,
): Promise<Judge> {
  if (toOperatorId === null) return async () => new Map();
  const read = await directory();
  const to = read.operators.find(({ id }) => id === toOperatorId);
  return async (texts) => {
    const loads = await loadsOf(texts, store);
    const judged = loads.map((load) => {
      const verdict = to && judgeMove(load, to, read);
      return [load.recipient.id, verdict?.ok === true ? undefined : (verdict?.why ?? 'no route')];
    });
    return new Map(judged as [number, MoveObstacle | undefined][]);
  };
}

/** One part of each tells what its text is. */
async function loadsOf(
  texts: readonly WaitingText[],
  store: PlanPorts['store'],
): Promise<readonly OutgoingPart[]> {
  const free = texts.filter(({ obstacle }) => obstacle === undefined);
  const jobIds = free.flatMap(({ jobIds: [first] }) => first ?? []);
  return (await store.findParts(jobIds)).map(({ load }) => load);
}

class Counts {
  looked = 0;
  #texts = 0;
  #parts = 0;
  readonly #refunds = new Map<string, Refund>();
  readonly #staying = new Map<StayObstacle, number>();

  add(text: WaitingText, obstacle: StayObstacle | undefined): void {
    if (obstacle !== undefined) {
      this.#staying.set(obstacle, (this.#staying.get(obstacle) ?? 0) + 1);
      return;
    }
    this.#texts += 1;
    this.#parts += text.jobIds.length;
    const { currency, test, cost } = text;
    const key = `${currency} ${test}`;
    const before = this.#refunds.get(key)?.millionths ?? 0;
    this.#refunds.set(key, { currency, test, millionths: before + cost });
  }

  plan(kind: NewLaneTask['kind'], isCut: boolean): TaskPlan {
    return {
      texts: this.#texts,
      parts: this.#parts,
      refunds: kind === 'cancel' ? [...this.#refunds.values()] : [],
      staying: [...this.#staying].map(([why, texts]) => ({ why, texts })),
      isCut,
    };
  }
}
