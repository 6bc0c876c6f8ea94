/** The stock of numbers as commands show it to people. */
import { columns, fields } from '#cli/text-table.ts';
import type { AnswerOf, Texts } from './shown-value.ts';

type Shown = AnswerOf<'number set'>;

export const numberTexts = {
  'number list': ({ numbers }) =>
    columns(
      numbers,
      'number',
      'kind',
      'state',
      'sms',
      'calls',
      ['operator', (view) => view.operator ?? 'any'],
      ['accounts', (view) => view.accounts.join(', ') || '-'],
    ),
  'number add': numberText,
  'number set': numberText,
  'number release': ({ number, removed = '' }) =>
    number === undefined ? `The number ${removed} is removed.\n` : numberText({ number }),
} satisfies Texts;

function numberText({ number: view }: Shown): string {
  return fields([
    ['number', view.number],
    ['kind', view.kind],
    ['state', view.state],
    ['takes SMS', view.sms],
    ['takes calls', view.calls],
    ['operator', view.operator ?? 'any'],
    ['accounts', view.accounts.join(', ') || 'none'],
    ['added', view.createdAt],
  ]);
}
