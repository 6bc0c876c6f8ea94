/** What a running server tells of itself, as commands show it to people. */
import type { z } from 'zod';
import { table } from '#cli/text-table.ts';
import type { ToldFinding } from '#doctor/finding.ts';
import type { Operations } from '#operations.ts';

type Settings = z.output<Operations['config server']['output']>;

type Told = { readonly findings: readonly Pick<ToldFinding, 'of' | 'verdict' | 'says' | 'fix'>[] };

/** A line for each, and below them what to do about those that are not well. */
function findingsText({ findings }: Told): string {
  const rows = findings.map(({ of, verdict, says }) => [verdict, of.en, says.en]);
  const fixes = findings.flatMap(({ of, fix }) => (fix === null ? [] : [`${of.en}: ${fix.en}\n`]));
  const todo = fixes.length === 0 ? '' : `\nTo do:\n${fixes.join('')}`;
  return `${table(['', 'of', ''], rows)}${todo}`;
}

export const serverTexts = {
  'config server': ({ settings }: Settings) =>
    table(
      ['setting', 'value', 'from'],
      settings.map(({ name, value, source }) => [name, value, source]),
    ),
  doctor: findingsText,
  diagnostics: (document: object) => `${JSON.stringify(document, undefined, 2)}\n`,
};
