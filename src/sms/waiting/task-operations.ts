/** `lane cancel`, `move`, `tasks`, `stop`: texts that wait are given back, or to another operator. */

import { z } from 'zod';
import type { Author } from '#core/author.ts';
import { accountInput } from '#core/common-inputs.ts';
import { textOf } from '#core/input-form.ts';
import { instantText } from '#core/instant-text.ts';
import { atMsOf, momentForm, readMoment } from '#core/moment.ts';
import { formatExact, type Millionths } from '#core/money.ts';
import { operation, Refusal, refuse } from '#core/operation.ts';
import { Directory } from '#sms/directory.ts';
import type { Operator } from '#sms/operator.ts';
import { operatorName } from '#sms/operators/operator-settings.ts';
import { type PlanPorts, planTask } from './task-plan.ts';
import { isNarrow } from './waiting-filter.ts';
import type { LaneTask, NewLaneTask, WaitingStore } from './waiting-store.ts';
import { laneForms } from './words.ts';

type TaskPorts = Parameters<typeof Directory.read>[0] & {
  readonly jobs: PlanPorts['store'] & Pick<WaitingStore, 'addTask' | 'listTasks' | 'stopTask'>;
  readonly clock: PlanPorts['clock'];
};

const tasksShown = 50;

const laneOrBind = textOf(
  { read: (text) => (/^sms\/\d+\/\d+(?::\w+\/\d+)?$/.test(text) ? text : undefined) },
  laneForms.laneOrBind,
);

const digits = textOf(
  { read: (text) => (/^\+?[1-9]\d{0,14}$/.test(text) ? text.replace('+', '') : undefined) },
  laneForms.digits,
);

const tag = textOf(
  { read: (text) => (text.length > 0 && text.length <= 20 ? text : undefined) },
  laneForms.tag,
);

/** Which texts; each field that is given narrows it. */
const meant = {
  lane: laneOrBind.optional(),
  operator: operatorName.optional(),
  account: accountInput.optional(),
  tag: tag.optional(),
  prefix: digits.optional(),
  olderThan: textOf({ read: readMoment }, momentForm).optional(),
  /** Without it the effect is told, and nothing is done. */
  yes: z.boolean().default(false),
};

const cancelInput = z.strictObject(meant);
const moveInput = z.strictObject({ to: operatorName, ...meant });

type Wish = z.output<typeof cancelInput> & { readonly to?: string };

const effect = z.object({
  texts: z.int(),
  parts: z.int(),
  refunds: z.array(z.object({ currency: z.string(), test: z.boolean(), amount: z.string() })),
  /** Those that are meant and stay. */
  staying: z.array(
    z.object({
      why: z.enum([
        'tried',
        'in doubt',
        'partly gone',
        'test message',
        'is there already',
        'no route',
        'more parts than paid',
      ]),
      texts: z.int(),
    }),
  ),
  /** No more was looked at: the figures are the least. */
  isCut: z.boolean(),
  /** Only what was accepted before is meant: as `olderThan` it makes a task do no more than was told here. */
  before: z.iso.datetime(),
  /** Which task does it; null: nothing is done. */
  task: z.int().nullable(),
});

const refusals = [
  'no texts are named',
  'operator is unknown',
  'operator takes no messages',
] as const;
const changes = ['lane list', 'lane tasks'];

export const cancelTexts = operation({
  name: 'lane cancel',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes,
  input: cancelInput,
  output: effect,
  refusals,
  run: (ports: TaskPorts, wish, author) => orderTask('cancel', wish, ports, author),
});

export const moveTexts = operation({
  name: 'lane move',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes,
  positional: ['to'],
  input: moveInput,
  output: effect,
  refusals,
  run: (ports: TaskPorts, wish, author) => orderTask('move', wish, ports, author),
});

export const listTasks = operation({
  name: 'lane tasks',
  does: 'reads',
  needs: 'administrator',
  output: z.object({
    tasks: z.array(
      z.object({
        id: z.int(),
        kind: z.enum(['cancel', 'move']),
        filter: z.object({
          lane: z.string().optional(),
          operator: z.string().optional(),
          account: z.int().optional(),
          tag: z.string().optional(),
          prefix: z.string().optional(),
          before: z.iso.datetime(),
        }),
        /** Of a move. */
        to: z.string().nullable(),
        actor: z.string(),
        since: z.iso.datetime(),
        state: z.enum(['open', 'done', 'stopped']),
        endedAt: z.iso.datetime().nullable(),
        /** Done until now. */
        texts: z.int(),
      }),
    ),
  }),
  async run({ jobs, operators }: Pick<TaskPorts, 'jobs' | 'operators'>) {
    const tasks = await jobs.listTasks(tasksShown);
    const names = new Map((await operators.listOperators()).map(({ id, name }) => [id, name]));
    return { tasks: tasks.map((task) => viewTask(task, (id) => names.get(id) ?? String(id))) };
  },
});

export const stopTask = operation({
  name: 'lane stop',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes,
  positional: ['task'],
  input: z.strictObject({ task: z.int().min(1).max(999_999_999_999_999) }),
  output: z.object({ task: z.int(), state: z.literal('stopped') }),
  refusals: ['task is over'],
  async run({ jobs }: Pick<TaskPorts, 'jobs'>, { task }, author) {
    return (await jobs.stopTask(task, author))
      ? { task, state: 'stopped' as const }
      : refuse('task is over', { field: 'task', params: { task } });
  },
});

async function orderTask(kind: NewLaneTask['kind'], wish: Wish, ports: TaskPorts, author: Author) {
  const task = readWish(kind, wish, await ports.operators.listOperators(), author.atMs);
  if (task instanceof Refusal) return task;
  const { clock, jobs: store } = ports;
  const plan = await planTask(task, { store, directory: () => Directory.read(ports), clock });
  return {
    ...plan,
    staying: [...plan.staying],
    refunds: plan.refunds.map(({ millionths, ...refund }) => {
      return { ...refund, amount: formatExact(millionths as Millionths) };
    }),
    before: exactInstant(task.filter.beforeMs),
    task: wish.yes ? await ports.jobs.addTask(task, author) : null,
  };
}

/** Neither everything, nor to nowhere. */
function readWish(
  kind: NewLaneTask['kind'],
  wish: Wish,
  operators: readonly Operator[],
  nowMs: number,
): NewLaneTask | Refusal<(typeof refusals)[number]> {
  const { to, operator, account, olderThan, yes: _, ...narrowed } = wish;
  const of = findNamed('operator', operator, operators);
  if (of instanceof Refusal) return of;
  const target = findNamed('to', to, operators);
  if (target instanceof Refusal) return target;
  const beforeMs = olderThan === undefined ? nowMs : Math.min(atMsOf(olderThan, nowMs), nowMs);
  const filter = { ...narrowed, operatorId: of?.id, accountId: account, beforeMs };
  if (!isNarrow(filter) && beforeMs >= nowMs) return refuse('no texts are named');
  if (target !== undefined && !takesMessages(target)) {
    return refuse('operator takes no messages', { field: 'to', params: { operator: target.name } });
  }
  return { kind, filter, toOperatorId: target?.id ?? null };
}

function findNamed(field: string, name: string | undefined, operators: readonly Operator[]) {
  if (name === undefined) return undefined;
  const found = operators.find((operator) => operator.name === name);
  return found ?? refuse('operator is unknown', { field, params: { operator: name } });
}

/** One that drains, or that is relieved itself, gets nothing new. */
function takesMessages({ builtIn, state }: Operator): boolean {
  return !builtIn && (state === 'active' || state === 'paused');
}

function viewTask(task: LaneTask, nameOf: (operatorId: number) => string) {
  const { filter, toOperatorId, createdAtMs, endedAtMs, ...shown } = task;
  const { operatorId, accountId: account, beforeMs, ...narrowed } = filter;
  return {
    ...shown,
    filter: {
      ...narrowed,
      operator: operatorId === undefined ? undefined : nameOf(operatorId),
      account,
      before: exactInstant(beforeMs),
    },
    to: toOperatorId === null ? null : nameOf(toOperatorId),
    since: instantText(createdAtMs),
    endedAt: endedAtMs === null ? null : instantText(endedAtMs),
  };
}

/** To the millisecond, so that a task means neither more nor less than its plan. */
function exactInstant(atMs: number): string {
  return Temporal.Instant.fromEpochMilliseconds(atMs).toString();
}
