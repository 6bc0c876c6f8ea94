/** `parley lane cancel`, `move`, `tasks`, `stop`: what waits is given back, or to another operator. */

import { nameKind } from '#core/common-inputs.ts';
import { writtenDuration } from '#core/moment.ts';
import { formatExact, type Millionths } from '#core/money.ts';
import { Refusal } from '#core/operation.ts';
import type { ValueKind } from '#core/value-kind.ts';
import { Directory } from '#sms/directory.ts';
import type { Operator } from '#sms/operator.ts';
import { findOperator } from '#sms/operators/operator-view.ts';
import type { LaneTask } from '#sms/waiting/lane-task.ts';
import { planTask, type TaskPlan } from '#sms/waiting/task-plan.ts';
import { readTaskWish, type TaskWish } from '#sms/waiting/task-wish.ts';
import { authorNow } from './author.ts';
import { type CommandContext, command, done, failed, misused, type Outcome } from './command.ts';
import { refused as refusedOperation } from './operations/operation-command.ts';
import { maybe, needed, toggle, type Values } from './option.ts';
import { formatTime, table } from './text-table.ts';
import { id } from './written-values.ts';

const tasksShown = 50;

const laneOrBind: ValueKind<string> = {
  form: 'a lane such as sms/3/0:bulk/17, or a bind such as sms/3/0',
  read: (text) => (/^sms\/\d+\/\d+(?::\w+\/\d+)?$/.test(text) ? text : undefined),
};

const digits: ValueKind<string> = {
  form: 'digits that phones begin with, such as 33 or +33612345678',
  read: (text) => (/^\+?[1-9]\d{0,14}$/.test(text) ? text : undefined),
};

const word: ValueKind<string> = {
  form: 'a tag of 1 to 20 characters',
  read: (text) => (text.length > 0 && text.length <= 20 ? text : undefined),
};

const filterOptions = {
  lane: maybe(laneOrBind, 'LANE', 'Of one lane, or of one bind.'),
  operator: maybe(nameKind, 'NAME', 'Of one operator.'),
  account: maybe(id, 'ACCOUNT', 'Of one account.'),
  tag: maybe(word, 'TAG', 'With this tag.'),
  prefix: maybe(digits, 'DIGITS', 'To phones that begin so; a whole number is one phone.'),
  olderThan: maybe(writtenDuration, 'TIME', 'Accepted longer ago than this, such as 2h.'),
  yes: toggle('Does it. Without this the effect is told in numbers, and nothing is done.'),
};

type FilterValues = Values<typeof filterOptions>;

const laneCancel = command({
  name: 'lane cancel',
  sentence:
    'Cancels texts that wait and gives their money back; what was tried stays. Running servers do it.',
  takes: {},
  options: filterOptions,
  run: (values, context) => plan('cancel', values, context),
});

const laneMove = command({
  name: 'lane move',
  sentence:
    'Gives texts that wait to another operator, as far as it takes them as they were paid for. Running servers do it.',
  takes: { to: needed(nameKind, 'NAME', 'The operator that sends them from now on.') },
  options: filterOptions,
  run: ({ to, ...values }, context) => plan('move', values, context, to),
});

const laneTasks = command({
  name: 'lane tasks',
  sentence: 'Lists what was cancelled and moved lately, and how far it is.',
  takes: {},
  options: {},
  async run(_values, { open }) {
    await using installation = await open();
    const tasks = await installation.storage.laneTasks.listTasks(tasksShown);
    const rows = tasks.map((task) => [
      String(task.id),
      task.kind,
      filterText(task),
      task.state,
      String(task.texts),
      formatTime(task.createdAtMs),
      task.actor,
    ]);
    return done(table(['task', 'does', 'to', 'state', 'texts', 'since', 'by'], rows), { tasks });
  },
});

const laneStop = command({
  name: 'lane stop',
  sentence: 'Stops a task: what it has done stays done, the rest stays where it waits.',
  takes: { task: needed(id, 'TASK', 'As "parley lane tasks" lists it.') },
  options: {},
  async run({ task }, { open, clock }) {
    await using installation = await open();
    return (await installation.storage.laneTasks.stopTask(task, authorNow(clock)))
      ? done(`Task ${task} is stopped.\n`, { task, state: 'stopped' })
      : failed(`There is no task ${task}, or it is over`);
  },
});

export const laneTaskCommands = [laneCancel, laneMove, laneTasks, laneStop];

async function plan(
  kind: 'cancel' | 'move',
  { operator, account, olderThan, yes, ...filter }: FilterValues,
  { open, clock }: CommandContext,
  to?: string,
): Promise<Outcome> {
  await using installation = await open();
  const { storage } = installation;
  const of = operator === undefined ? undefined : await findOperator(operator, storage);
  if (of instanceof Refusal) return refusedOperation(of, 'operator');
  const target = to === undefined ? undefined : await findOperator(to, storage);
  if (target instanceof Refusal) return refusedOperation(target, 'operator');
  const beforeMs = olderThan === undefined ? undefined : clock.nowMs() - olderThan;
  const wish: TaskWish = {
    kind,
    filter: { ...filter, accountId: account, operatorId: of?.id, beforeMs },
    toOperatorId: target?.id,
  };
  const operators = await storage.operators.listOperators();
  const read = readTaskWish(wish, { operators, nowMs: clock.nowMs() });
  if (!read.ok) return refused(read.field, target);
  const figures = await planTask(read.task, {
    store: storage.waitingParts,
    directory: () => Directory.read(storage),
    clock,
  });
  if (!yes) return done(`${planText(kind, figures)}Nothing was done: add --yes.\n`, told(figures));
  const task = await storage.laneTasks.addTask(read.task, authorNow(clock));
  const text = `${planText(kind, figures)}Task ${task}: running servers do it; see parley lane tasks.\n`;
  return done(text, { ...told(figures), task });
}

function refused(field: 'filter' | 'toOperatorId', to: Operator | undefined): Outcome {
  return field === 'filter'
    ? misused('Say which texts are meant: all that waits is never meant.')
    : failed(`Operator ${to?.name ?? ''} takes no messages: it is ${to?.state ?? 'not there'}`);
}

function told({ refunds, ...figures }: TaskPlan): object {
  const given = refunds.map((refund) => {
    return { currency: refund.currency, test: refund.test, amount: amountOf(refund) };
  });
  return { ...figures, refunds: given };
}

function amountOf({ millionths }: TaskPlan['refunds'][number]): string {
  return formatExact(millionths as Millionths);
}

function planText(kind: 'cancel' | 'move', { texts, parts, refunds, staying, isCut }: TaskPlan) {
  const least = isCut ? 'at least ' : '';
  const verb = kind === 'cancel' ? 'are cancelled' : 'are moved';
  const given = refunds.map((refund) => {
    return `Given back: ${least}${amountOf(refund)} ${refund.currency}${refund.test ? ' (test)' : ''}.\n`;
  });
  const stay = staying.map(({ why, texts: count }) => `Stay, ${why}: ${least}${count} texts.\n`);
  return `${least}${texts} texts of ${parts} parts ${verb}.\n${given.join('')}${stay.join('')}`;
}

function filterText({ filter }: LaneTask): string {
  const words = Object.entries(filter)
    .filter(([name]) => name !== 'beforeMs')
    .map(([name, value]) => `${name} ${String(value)}`);
  return words.length === 0 ? 'older ones' : words.join(', ');
}
