/** The stock of numbers as commands show it to people. */
import type { z } from 'zod';
import { fields, table } from '#cli/text-table.ts';
import type { listNumbers, releaseNumber, setNumber } from '#numbers/stock/stock-operations.ts';

type Listed = z.output<(typeof listNumbers)['output']>;
type Shown = z.output<(typeof setNumber)['output']>;
type Released = z.output<(typeof releaseNumber)['output']>;

export const numberTexts = {
  'number list': ({ numbers }: Listed) =>
    table(
      ['number', 'kind', 'state', 'sms', 'calls', 'operator', 'accounts'],
      numbers.map((view) => [
        view.number,
        view.kind,
        view.state,
        view.sms ? 'yes' : 'no',
        view.calls ? 'yes' : 'no',
        view.operator ?? 'any',
        view.accounts.join(', ') || '-',
      ]),
    ),
  'number add': numberText,
  'number set': numberText,
  'number release': ({ number, removed = '' }: Released) =>
    number === undefined ? `The number ${removed} is removed.\n` : numberText({ number }),
};

function numberText({ number: view }: Shown): string {
  return fields([
    ['number', view.number],
    ['kind', view.kind],
    ['state', view.state],
    ['takes SMS', view.sms ? 'yes' : 'no'],
    ['takes calls', view.calls ? 'yes' : 'no'],
    ['operator', view.operator ?? 'any'],
    ['accounts', view.accounts.join(', ') || 'none'],
    ['added', view.createdAt],
  ]);
}
