/** Texts that wait, cancelled or moved: first in numbers, then by whoever owns their lanes. */
import { authorOf } from '#api/dashboard/author.ts';
import { give, type Handler, handle } from '#api/dashboard/handler.ts';
import { refuse } from '#api/reply.ts';
import { formatExact, type Millionths } from '#core/money.ts';
import { Directory } from '#sms/directory.ts';
import { planTask } from '#sms/waiting/task-plan.ts';
import { readTaskWish, type TaskWish } from '#sms/waiting/task-wish.ts';
import * as definitions from './definitions.ts';
import type { ConsolePorts } from './ports.ts';

const nothingThere = refuse('nothing is there');
const tasksShown = 20;

export function laneTaskHandlers(ports: ConsolePorts): readonly Handler[] {
  const { clock, laneTasks } = ports;
  return [
    handle(definitions.planLaneTask, async ({ body }) => {
      const read = await readWish(body, ports);
      if (!read.ok) return wrong(read.field);
      const plan = await planTask(read.task, {
        store: ports.waitingParts,
        directory: () => Directory.read(ports),
        clock,
      });
      const { refunds, staying, ...figures } = plan;
      return give({
        ...figures,
        staying: [...staying],
        refunds: refunds.map(({ currency, test, millionths }) => {
          return { currency, test, amount: formatExact(millionths as Millionths) };
        }),
        beforeMs: read.task.filter.beforeMs,
      });
    }),
    handle(definitions.addLaneTask, async (call) => {
      const read = await readWish(call.body, ports);
      if (!read.ok) return wrong(read.field);
      return give({ id: await laneTasks.addTask(read.task, authorOf(call, clock)) });
    }),
    handle(definitions.listLaneTasks, async () => {
      const [tasks, operators] = await Promise.all([
        laneTasks.listTasks(tasksShown),
        ports.operators.listOperators(),
      ]);
      const names = new Map(operators.map(({ id, name }) => [id, name]));
      return give({
        tasks: tasks.map(({ toOperatorId, ...task }) => ({
          ...task,
          to: toOperatorId === null ? null : (names.get(toOperatorId) ?? String(toOperatorId)),
        })),
      });
    }),
    handle(definitions.stopLaneTask, async (call) => {
      const isStopped = await laneTasks.stopTask(call.params.id, authorOf(call, clock));
      return isStopped ? give(undefined) : nothingThere;
    }),
  ];
}

const reasons = {
  filter: 'say which texts are meant',
  toOperatorId: 'must be an operator that takes messages',
};

function wrong(field: keyof typeof reasons) {
  return refuse('field has a wrong value', { field, details: { reason: reasons[field] } });
}

async function readWish(wish: TaskWish, { operators, clock }: ConsolePorts) {
  return readTaskWish(wish, { operators: await operators.listOperators(), nowMs: clock.nowMs() });
}
