/** Opt-outs as commands show them to people. */
import { columns } from '#cli/text-table.ts';
import type { Texts } from './shown-value.ts';

export const stopTexts = {
  'stop list': ({ stops, all }) =>
    `${columns(stops, 'id', 'phone', ['by', 'source'], ['since', 'createdAt'])}${all} on the list.\n`,
  'stop add': ({ added, standing, wrong }) =>
    `${added} on the list now, ${standing} on the list already.\n${wrong
      .map((text) => `${text} is not a possible phone number.\n`)
      .join('')}`,
  'stop remove': ({ removed }) => `${removed} is off the list.\n`,
} satisfies Texts;
