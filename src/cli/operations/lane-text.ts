/** Lanes, and the tasks for what waits in them, as commands show them to people. */
import type { z } from 'zod';
import { table } from '#cli/text-table.ts';
import type { listLanes, pauseLane } from '#sms/waiting/lane-operations.ts';
import type { cancelTexts, listTasks } from '#sms/waiting/task-operations.ts';

type Lanes = z.output<(typeof listLanes)['output']>;
type Stopped = z.output<(typeof pauseLane)['output']>;
type Effect = z.output<(typeof cancelTexts)['output']>;
type Tasks = z.output<(typeof listTasks)['output']>;

export const laneTexts = {
  'lane list': ({ lanes, isCut }: Lanes) => {
    const rows = lanes.map(({ lane, owed, lateMs, isPaused, pause }) => [
      lane,
      String(owed),
      lateMs === null ? '-' : `${Math.round(lateMs / 1_000)} s`,
      isPaused ? `stopped${pause === null ? '' : ` since ${pause.since} by ${pause.actor}`}` : '-',
    ]);
    const more = isCut ? 'There are more: --limit shows them.\n' : '';
    return `${table(['lane', 'owed', 'late', 'stopped'], rows)}${more}`;
  },
  'lane pause': (stopped: Stopped) => stoppedText(stopped, 'is stopped'),
  'lane resume': (stopped: Stopped) => stoppedText(stopped, 'goes on'),
  'lane cancel': (effect: Effect) => effectText(effect, 'are cancelled'),
  'lane move': (effect: Effect) => effectText(effect, 'are moved'),
  'lane tasks': ({ tasks }: Tasks) =>
    table(
      ['task', 'does', 'to', 'state', 'texts', 'since', 'by'],
      tasks.map(({ id, kind, filter, state, texts, since, actor }) => [
        String(id),
        kind,
        filterText(filter),
        state,
        String(texts),
        since,
        actor,
      ]),
    ),
  'lane stop': ({ task }: { readonly task: number }) => `Task ${task} is stopped.\n`,
};

function stoppedText({ lane, isChanged }: Stopped, now: string): string {
  return isChanged ? `${lane} ${now}.\n` : `Nothing changed: ${lane} ${now} already.\n`;
}

function effectText({ texts, parts, refunds, staying, isCut, task }: Effect, verb: string): string {
  const least = isCut ? 'at least ' : '';
  const given = refunds.map(({ amount, currency, test }) => {
    return `Refunded: ${least}${amount} ${currency}${test ? ' (test)' : ''}.\n`;
  });
  const stay = staying.map(({ why, texts: count }) => `Stay, ${why}: ${least}${count} texts.\n`);
  const end =
    task === null
      ? 'Nothing was done: add --yes.\n'
      : `Task ${task}: running servers do it; see parley lane tasks.\n`;
  return `${least}${texts} texts of ${parts} parts ${verb}.\n${given.join('')}${stay.join('')}${end}`;
}

function filterText(filter: Tasks['tasks'][number]['filter']): string {
  const { before: _, ...narrowed } = filter;
  const said = Object.entries(narrowed).filter(([, value]) => value !== undefined);
  return said.map(([name, value]) => `${name} ${value}`).join(', ') || 'older ones';
}
