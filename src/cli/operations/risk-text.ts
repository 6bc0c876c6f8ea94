/** Ranges of high-risk numbers as commands show them to people. */
import { columns } from '#cli/text-table.ts';
import type { Texts } from './shown-value.ts';

export const riskTexts = {
  'risk list': ({ ranges }) =>
    columns(
      ranges,
      'prefix',
      ['listed', ({ listedAt }) => listedAt.slice(0, 10)],
      ['reason', ({ reason }) => reason ?? 'often called by fraud (came with Parley)'],
    ),
  'risk add': ({ prefix }) => `No call is led to +${prefix} from now on.\n`,
  'risk remove': ({ removed }) => `Calls may be led to +${removed} again.\n`,
} satisfies Texts;
