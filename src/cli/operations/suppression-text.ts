/** The suppression list as commands show it to people. */
import { columns } from '#cli/text-table.ts';
import type { AnswerOf, Texts } from './shown-value.ts';

type Imported = AnswerOf<'suppression import'>;

export const suppressionTexts = {
  'suppression list': ({ suppressions, all }) => {
    const shown = columns(
      suppressions,
      'id',
      'address',
      ['stream', ({ stream }) => stream || '(all mail)'],
      'reason',
      ['by', 'source'],
      ['since', 'createdAt'],
      ['until', ({ expiresAt }) => expiresAt ?? 'for ever'],
    );
    return `${shown}${all} on the list.\n`;
  },
  'suppression add': ({ wrong, ...put }) =>
    `${putText(put)}${wrong.map((place) => `The address at place ${place} is none.\n`).join('')}`,
  'suppression import': putText,
  'suppression release': ({ released }) => `${released} off the list.\n`,
} satisfies Texts;

function putText({ added, standing }: Imported): string {
  return `${added} on the list now, ${standing} on the list already.\n`;
}
