/** What a running server tells of itself, as commands show it to people. */
import { columns } from '#cli/text-table.ts';
import type { ToldFinding } from '#doctor/finding.ts';
import type { Texts } from './shown-value.ts';

type Told = { readonly findings: readonly Pick<ToldFinding, 'of' | 'verdict' | 'says' | 'fix'>[] };

/** A line for each, and below them what to do about those that are not well. */
function findingsText({ findings }: Told): string {
  const fixes = findings.flatMap(({ of, fix }) => (fix === null ? [] : [`${of.en}: ${fix.en}\n`]));
  const todo = fixes.length === 0 ? '' : `\nTo do:\n${fixes.join('')}`;
  const shown = columns(
    findings,
    'verdict',
    ['check', ({ of }) => of.en],
    ['finding', ({ says }) => says.en],
  );
  return `${shown}${todo}`;
}

export const serverTexts = {
  'config server': ({ settings }) =>
    columns(settings, ['setting', 'name'], 'value', ['from', 'source']),
  doctor: findingsText,
  diagnostics: (document) => `${JSON.stringify(document, undefined, 2)}\n`,
} satisfies Texts;
