/** The suppression list as commands show it to people. */
import type { z } from 'zod';
import { table } from '#cli/text-table.ts';
import type {
  addSuppressions,
  importSuppressions,
  listSuppressions,
} from '#mail/suppression/suppression-operations.ts';

type Listed = z.output<(typeof listSuppressions)['output']>;
type Added = z.output<(typeof addSuppressions)['output']>;
type Imported = z.output<(typeof importSuppressions)['output']>;

export const suppressionTexts = {
  'suppression list': ({ suppressions, all }: Listed) => {
    const rows = suppressions.map(({ id, address, stream, reason, source, ...at }) => [
      String(id),
      address,
      stream === '' ? '(all mail)' : stream,
      reason,
      source,
      at.createdAt,
      at.expiresAt ?? 'for ever',
    ]);
    const heading = ['id', 'address', 'stream', 'reason', 'by', 'since', 'until'];
    return `${table(heading, rows)}${all} on the list.\n`;
  },
  'suppression add': ({ wrong, ...put }: Added) =>
    `${putText(put)}${wrong.map((place) => `The address at place ${place} is none.\n`).join('')}`,
  'suppression import': putText,
  'suppression release': ({ released }: { readonly released: number }) =>
    `${released} off the list.\n`,
};

function putText({ added, standing }: Imported): string {
  return `${added} on the list now, ${standing} on the list already.\n`;
}
