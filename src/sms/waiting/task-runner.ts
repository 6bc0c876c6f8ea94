/**
 * Does what people have ordered for texts that wait. Each process goes along the lanes whose binds it holds, a batch
 * a commit, because only the owner of a lane knows what of it is in progress. What was done is gone from the lanes, so
 * the process that goes on after a crash finds what is left; an owner is through when a walk has found nothing to do.
 */

import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import { Loop } from '#core/loop.ts';
import { type Changes, untilChanged } from '#core/until-changed.ts';
import { engineOf, ownerOf } from '#queue/lane.ts';
import type { SmsEngine } from '#sms/sms-engine.ts';
import { isMeant, mayHold } from './waiting-filter.ts';
import type { LaneTask, WaitingStore } from './waiting-store.ts';
import { type WaitingText, walkTexts } from './waiting-text.ts';

export type TaskRunnerPorts = {
  readonly tasks: Pick<
    WaitingStore,
    'openTasks' | 'noteTexts' | 'finishStep' | 'stepsOf' | 'finishTask'
  >;
  readonly store: Pick<WaitingStore, 'waitingSlice' | 'partLanes'>;
  readonly engine: Pick<SmsEngine, 'owns' | 'cancelTexts' | 'moveTexts'>;
  /** Whether this process says when everybody is through. */
  readonly isMine: () => boolean;
  readonly changes: Changes;
  readonly clock: Clock;
  readonly log: Log;
};

const roundMs = 1_000;
/** Texts of a batch; a move takes no more than 190 in a commit. */
const batchMax = 100;
const restMs = 20;

export class TaskRunner implements AsyncDisposable {
  readonly #ports: TaskRunnerPorts;
  readonly #loop: Loop;

  constructor(ports: TaskRunnerPorts) {
    this.#ports = ports;
    const { changes, clock, log } = ports;
    const work = untilChanged(changes, (signal: AbortSignal) => this.#round(signal));
    this.#loop = new Loop({ name: 'tasks of lanes', everyMs: roundMs, clock, log, work });
  }

  start(): void {
    this.#loop.start();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#loop[Symbol.asyncDispose]();
  }

  /** How many are open. */
  async #round(signal: AbortSignal): Promise<number> {
    const tasks = await this.#ports.tasks.openTasks();
    for (const task of tasks) await this.#work(task, signal);
    return tasks.length;
  }

  async #work(task: LaneTask, signal: AbortSignal): Promise<void> {
    const { tasks, store, engine, isMine, clock, log } = this.#ports;
    const lanes = (await store.partLanes()).filter(
      (lane) => engineOf(lane) === 'sms' && mayHold(task.filter, lane),
    );
    const through = new Set(await tasks.stepsOf(task.id));
    const left = Map.groupBy(
      lanes.filter((lane) => !through.has(ownerOf(lane))),
      ownerOf,
    );
    for (const [owner, ofOwner] of left) {
      if (!engine.owns(ofOwner[0] ?? '')) continue;
      const done = await this.#walk(task, ofOwner, signal);
      if (done === undefined) return;
      if (done === 0) await tasks.finishStep(task.id, owner);
      else log.info('lane.task_went_on', { task: task.id, kind: task.kind, owner, texts: done });
    }
    if (left.size === 0 && isMine()) await tasks.finishTask(task.id, clock.nowMs());
  }

  /** How many texts it was; undefined: somebody has stopped the task. */
  async #walk(task: LaneTask, lanes: readonly string[], signal: AbortSignal) {
    const { tasks, store, clock } = this.#ports;
    let done = 0;
    for (const lane of lanes) {
      for await (const slice of walkTexts(store, lane)) {
        const meant = slice.filter(
          (text) => text.obstacle === undefined && isMeant(task.filter, text),
        );
        for (let from = 0; from < meant.length; from += batchMax) {
          const texts = await this.#doBatch(task, lane, meant.slice(from, from + batchMax));
          done += texts;
          if (!(await tasks.noteTexts(task.id, texts))) return undefined;
          await clock.sleep(restMs, signal);
        }
        signal.throwIfAborted();
      }
    }
    return done;
  }

  #doBatch(task: LaneTask, lane: string, texts: readonly WaitingText[]): Promise<number> {
    const { engine } = this.#ports;
    const sets = texts.map(({ jobIds }) => jobIds);
    return task.kind === 'cancel'
      ? engine.cancelTexts(lane, sets)
      : engine.moveTexts(lane, sets, task.toOperatorId ?? 0);
  }
}
