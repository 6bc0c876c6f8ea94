/** A lane against its table: whatever happens in whatever order, no job is lost or worked on twice. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { unreachable } from '#core/assert.ts';
import type { Job, Owed } from './job.ts';
import { LaneMemory } from './lane-memory.ts';

type Step =
  | { readonly do: 'commit'; readonly key: string | null; readonly inMs: number }
  | { readonly do: 'begin to read' }
  | { readonly do: 'read' }
  | { readonly do: 'fail to read' }
  | { readonly do: 'take' }
  | { readonly do: 'finish'; readonly which: number }
  | { readonly do: 'give back'; readonly which: number }
  | { readonly do: 'put off'; readonly which: number; readonly inMs: number }
  | { readonly do: 'poll'; readonly afterMs: number };

const which = fc.nat(5);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('commit' as const),
      key: fc.constantFrom('a', 'b', null),
      inMs: fc.constantFrom(0, 0, 0, 7),
    }),
  },
  { weight: 2, arbitrary: fc.constant<Step>({ do: 'begin to read' }) },
  { weight: 2, arbitrary: fc.constant<Step>({ do: 'read' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'fail to read' }) },
  { weight: 4, arbitrary: fc.constant<Step>({ do: 'take' }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('finish' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('give back' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('put off' as const), which, inMs: fc.nat(10) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('poll' as const), afterMs: fc.nat(10) }) },
);

const jobsMax = 4;
const budgetMax = 6;
const heldMax = 16;
/** As many failures let the others of a key pass. */
const givesWay = 5;

class World {
  readonly rows = new Map<number, Job>();
  readonly inFlight = new Map<number, Owed<null>>();
  readonly budget = { held: 0, max: budgetMax };
  readonly lane: LaneMemory<null>;
  readonly #ordered: boolean;
  readonly #standsBack: (job: Pick<Job, 'id'>) => boolean;
  #reads: { readonly answer: () => void; readonly fail: () => void }[] = [];
  #nowMs = 0;
  #lastId = 0;

  constructor(ordered: boolean, someStandBack: boolean) {
    this.#ordered = ordered;
    this.#standsBack = ({ id }) => someStandBack && id % 3 === 0;
    this.lane = new LaneMemory('webhook/1', {
      read: ({ limit, nowMs }) => {
        const seen = this.#due(nowMs).slice(0, limit);
        const { promise, resolve, reject } = Promise.withResolvers<readonly Owed<null>[]>();
        const answer = () => resolve(seen.map((job) => ({ job, load: null })));
        this.#reads.push({ answer, fail: () => reject(new Error('away')) });
        return promise;
      },
      jobsMax,
      budget: this.budget,
      ordered,
      standsBack: ({ job }) => this.#standsBack(job),
    });
  }

  async run(step: Step): Promise<void> {
    switch (step.do) {
      case 'commit':
        return this.#commit(step.key, step.inMs);
      case 'begin to read':
        if (this.lane.wantsRefill) this.lane.refill(this.#nowMs).catch(() => undefined);
        return undefined;
      case 'read':
      case 'fail to read': {
        const read = this.#reads.shift();
        if (step.do === 'read') read?.answer();
        else read?.fail();
        return turn();
      }
      case 'take':
        return void this.take();
      case 'poll':
        this.#nowMs += step.afterMs;
        for (const first of this.#due(this.#nowMs).slice(0, 1)) this.lane.wake(first.id);
        return undefined;
      case 'finish':
      case 'give back':
      case 'put off':
        return this.#settle(step);
      default:
        return unreachable(step);
    }
  }

  take(): boolean {
    const owed = this.lane.take();
    if (owed === undefined) return false;
    const { id } = owed.job;
    assert.ok(!this.inFlight.has(id), `job ${id} is in flight twice`);
    assert.deepEqual(owed.job, this.rows.get(id), `job ${id} is not as the table has it`);
    if (this.#ordered) this.#assertInTurn(owed.job);
    this.inFlight.set(id, owed);
    return true;
  }

  /** Works off all that is owed, as an owner would whose storage and neighbours are well. */
  async drain(): Promise<void> {
    for (let rounds = 0; this.rows.size > 0; rounds += 1) {
      assert.ok(rounds < 1_000, `${this.rows.size} jobs are never worked on`);
      for (const owed of this.inFlight.values()) this.#finish(owed);
      while (this.take());
      if (this.inFlight.size > 0) continue;
      await this.run({ do: 'poll', afterMs: 10 });
      await this.run({ do: 'begin to read' });
      await this.run({ do: 'read' });
    }
  }

  #commit(orderKey: string | null, inMs: number): void {
    this.#lastId += 1;
    const id = this.#lastId;
    const dueAtMs = this.#nowMs + (orderKey === null ? inMs : 0);
    const job = { id, lane: 'webhook/1', dueAtMs, attempt: 0, orderKey, expiresAtMs: 9e9 };
    this.rows.set(id, { ...job, subject: id });
    this.lane.offer({ job: { ...job, subject: id }, load: null }, this.#nowMs);
  }

  #settle(step: Extract<Step, { readonly which: number }>): void {
    const owed = [...this.inFlight.values()][step.which];
    if (owed === undefined) return;
    if (step.do === 'finish') this.#finish(owed);
    else if (step.do === 'give back') this.#giveBack(owed);
    else this.#putOff(owed.job, step.inMs);
  }

  #giveBack(owed: Owed<null>): void {
    this.inFlight.delete(owed.job.id);
    this.lane.giveBack(owed);
  }

  #finish({ job }: Owed<null>): void {
    this.rows.delete(job.id);
    this.inFlight.delete(job.id);
    this.lane.finish(job);
  }

  #putOff(job: Job, inMs: number): void {
    const attempt = job.attempt + 1;
    this.rows.set(job.id, { ...job, attempt, dueAtMs: this.#nowMs + inMs });
    this.inFlight.delete(job.id);
    this.lane.putOff(job, attempt);
  }

  #due(nowMs: number): readonly Job[] {
    return [...this.rows.values()]
      .filter(({ dueAtMs }) => dueAtMs <= nowMs)
      .toSorted((a, b) => a.dueAtMs - b.dueAtMs || a.id - b.id);
  }

  /** No job of its key came before it and still may: one that failed often has given way. */
  #assertInTurn({ id, orderKey }: Job): void {
    if (orderKey === null) return;
    const standsBack = this.#standsBack({ id });
    const earlier = [...this.rows.values()]
      .filter((row) => row.orderKey === orderKey && this.#standsBack(row) === standsBack)
      .find((row) => row.id < id && row.attempt < givesWay);
    assert.equal(earlier, undefined, `job ${id} passes job ${earlier?.id} of its key`);
    const busy = [...this.inFlight.values()].find(({ job }) => job.orderKey === orderKey);
    assert.equal(busy, undefined, `job ${id} is taken beside ${busy?.job.id} of its key`);
  }
}

const lanes = [
  { name: 'a lane', ordered: false, someStandBack: false },
  { name: 'a lane in order', ordered: true, someStandBack: false },
  { name: 'a lane in order, some of whose jobs stand back,', ordered: true, someStandBack: true },
];

for (const { name, ordered, someStandBack } of lanes) {
  test(`whatever happens, ${name} loses no job and doubles none`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 120, size: 'max' }), async (steps) => {
        const world = new World(ordered, someStandBack);
        for (const each of steps) {
          await world.run(each);
          assert.ok(world.budget.held >= 0 && world.budget.held <= heldMax);
        }
        await world.drain();
        assert.equal(world.budget.held, 0);
        assert.equal(world.lane.ready, 0);
      }),
      { numRuns: 300 },
    );
  });
}
