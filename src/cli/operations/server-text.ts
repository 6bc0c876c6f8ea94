/** What a running server tells of itself, as commands show it to people. */
import type { z } from 'zod';
import { table } from '#cli/text-table.ts';
import type { Operations } from '#operations.ts';

type Settings = z.output<Operations['config server']['output']>;

export const serverTexts = {
  'config server': ({ settings }: Settings) =>
    table(
      ['setting', 'value', 'from'],
      settings.map(({ name, value, source }) => [name, value, source]),
    ),
  diagnostics: (document: object) => `${JSON.stringify(document, undefined, 2)}\n`,
};
