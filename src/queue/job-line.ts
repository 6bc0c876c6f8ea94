/** Jobs that wait in memory, in the order in which they are taken. */
import type { Owed } from './job.ts';

/** Places of those that were taken; beyond it, and half of all, they are given up. */
const emptyMax = 1_024;

export class JobLine<Load> {
  /** Undefined where one was taken: what it holds must not live as long as its place. */
  #jobs: (Owed<Load> | undefined)[] = [];
  #head = 0;

  get length(): number {
    return this.#jobs.length - this.#head;
  }

  push(owed: Owed<Load>): void {
    this.#jobs.push(owed);
  }

  /** Takes the first one. */
  shift(): Owed<Load> | undefined {
    const owed = this.#jobs[this.#head];
    if (owed === undefined) return undefined;
    this.#jobs[this.#head] = undefined;
    this.#head += 1;
    if (this.#head > emptyMax && this.#head * 2 > this.#jobs.length) this.set(this.all());
    return owed;
  }

  /** Before all others. */
  putFirst(owed: Owed<Load>): void {
    this.#jobs.splice(this.#head, 0, owed);
  }

  /** Where it stood before it was taken. */
  putBack(owed: Owed<Load>): void {
    let place = this.#head;
    while (comesBefore(this.#jobs[place], owed)) place += 1;
    this.#jobs.splice(place, 0, owed);
  }

  /** Takes the first one that is wanted. */
  takeFirst(isWanted: (owed: Owed<Load>) => boolean): Owed<Load> | undefined {
    for (let place = this.#head; place < this.#jobs.length; place += 1) {
      const owed = this.#jobs[place] as Owed<Load>;
      if (!isWanted(owed)) continue;
      // The one in front moves on as usual, which costs nothing.
      if (place === this.#head) return this.shift();
      this.#jobs.splice(place, 1);
      return owed;
    }
    return undefined;
  }

  all(): Owed<Load>[] {
    // None in front of the head waits, and all behind it do.
    return this.#jobs.slice(this.#head) as Owed<Load>[];
  }

  /** These wait, and no others. */
  set(jobs: Owed<Load>[]): void {
    this.#jobs = jobs;
    this.#head = 0;
  }
}

/** In the order in which the table is read. */
function comesBefore<Load>(waiting: Owed<Load> | undefined, { job }: Owed<Load>): boolean {
  if (waiting === undefined) return false;
  const { dueAtMs, id } = waiting.job;
  return dueAtMs === job.dueAtMs ? id < job.id : dueAtMs < job.dueAtMs;
}
