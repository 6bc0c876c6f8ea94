/** Lanes, and the tasks for what waits in them, as commands show them to people. */
import type { z } from 'zod';
import { columns } from '#cli/text-table.ts';
import type { pauseLane } from '#sms/waiting/lane-operations.ts';
import type { AnswerOf, Texts } from './shown-value.ts';

type Stopped = z.output<(typeof pauseLane)['output']>;
type Effect = AnswerOf<'lane cancel'>;
type Tasks = AnswerOf<'lane tasks'>;

export const laneTexts = {
  'lane list': ({ lanes, isCut }) => {
    const more = isCut ? 'There are more: --limit shows them.\n' : '';
    const shown = columns(
      lanes,
      'lane',
      'owed',
      ['late', ({ lateMs }) => (lateMs === null ? null : `${Math.round(lateMs / 1_000)} s`)],
      ['stopped', pauseText],
    );
    return `${shown}${more}`;
  },
  'lane pause': (stopped) => stoppedText(stopped, 'is stopped'),
  'lane resume': (stopped) => stoppedText(stopped, 'goes on'),
  'lane cancel': (effect) => effectText(effect, 'are cancelled'),
  'lane move': (effect) => effectText(effect, 'are moved'),
  'lane tasks': ({ tasks }) =>
    columns(
      tasks,
      ['task', 'id'],
      ['does', 'kind'],
      ['to', ({ filter }) => filterText(filter)],
      'state',
      'texts',
      'since',
      ['by', 'actor'],
    ),
  'lane stop': ({ task }) => `Task ${task} is stopped.\n`,
} satisfies Texts;

function pauseText({ isPaused, pause }: AnswerOf<'lane list'>['lanes'][number]): string {
  if (!isPaused) return '';
  return pause === null ? 'stopped' : `stopped since ${pause.since} by ${pause.actor}`;
}

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
