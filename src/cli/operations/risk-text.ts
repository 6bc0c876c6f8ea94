/** Ranges of high-risk numbers as commands show them to people. */
import type { z } from 'zod';
import { table } from '#cli/text-table.ts';
import type { listRisks } from '#numbers/risks/risk-operations.ts';

type List = z.output<(typeof listRisks)['output']>;

export const riskTexts = {
  'risk list': ({ ranges }: List) =>
    table(
      ['prefix', 'listed', 'reason'],
      ranges.map(({ prefix, listedAt, reason }) => [prefix, listedAt.slice(0, 10), reason]),
    ),
  'risk add': ({ prefix }: { readonly prefix: string }) =>
    `No call is led to +${prefix} from now on.\n`,
  'risk remove': ({ removed }: { readonly removed: string }) =>
    `Calls may be led to +${removed} again.\n`,
};
