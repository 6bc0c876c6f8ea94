/** Pages of `docs/` that are made from the tables of the program, so that they cannot be out of date. */

import type { ErrorReply } from '#api/errors/error-reply.ts';
import { errors } from '#api/errors.ts';
import { commands } from '#cli/commands.ts';
import { describeOptions } from '#config.ts';
import { logPage } from './log-pages.ts';
import { code, table } from './markdown-table.ts';
import { referencePage } from './reference-page.ts';

/** By the name of the file. */
export function generatedPages(): Readonly<Record<string, string>> {
  return {
    'configuration.md': configuration(),
    'errors.md': errorPage('en'),
    'fr/errors.md': errorPage('fr'),
    'reference.md': referencePage('en'),
    'fr/reference.md': referencePage('fr'),
    'log.md': logPage('en'),
    'fr/log.md': logPage('fr'),
    'commands.md': commandPage(),
  };
}

function configuration(): string {
  const described = describeOptions();
  const rows = described.map(({ name, variable, form, fallback, sentence }) => [
    `${code(variable)} ${code(`--${name}`)}`,
    sentence,
    fallback === '' ? '' : code(fallback),
    form,
  ]);
  const secrets = described.filter(({ secret }) => secret).map(({ variable }) => code(variable));
  return `# Settings

Each setting is an environment variable, a flag of \`parley serve\`, and a line of a file, such as \`queue-max = 50000\` in \`parley.conf\` in the working directory. A flag takes precedence over a variable,
a variable over the file, and the file over the default. An unknown name or an invalid value stops the
start with an error that names the nearest existing setting. A secret (${secrets.join(', ')}) can also be read from a file named in the same variable with \`_FILE\`, and is never shown.

\`parley config\` shows the settings in force, and whether each comes from a flag, a variable, the file or the default.

Operators, routes, prices, limits, accounts and keys are not settings: they are in the database. Change them with [commands](commands.md) or in the dashboard; changes apply within a second.

${table(['Variable and flag', 'Meaning', 'Default', 'Form'], rows)}`;
}

const errorWords = {
  en: {
    opening: `# Error codes

An error response has \`success: false\`, a \`code\`, a \`message\` in English (in French if \`Accept-Language\` prefers it), and in \`errors\` an entry for each invalid field. Names in braces are replaced with values.`,
    heading: ['HTTP', 'Message', 'What to do'],
  },
  fr: {
    opening: `# Codes d’erreur

Une réponse d’erreur contient \`success: false\`, un \`code\`, un \`message\` en anglais (en français si \`Accept-Language\` le préfère), et dans \`errors\` une entrée pour chaque champ non valide. Les noms entre accolades sont remplacés par des valeurs.`,
    heading: ['HTTP', 'Message', 'Que faire'],
  },
} as const;

/** A heading for each code, so that `#code-10` leads to it in both languages. */
function errorPage(language: 'en' | 'fr'): string {
  const { opening, heading } = errorWords[language];
  const replies: readonly ErrorReply[] = Object.values(errors);
  const byCode = Map.groupBy(
    replies.toSorted((a, b) => a.code - b.code || a.status - b.status),
    ({ code: of }) => of,
  );
  const sections = [...byCode].map(([of, told]) => {
    const rows = told.map((reply) => [`${reply.status}`, reply[language], reply.fix[language]]);
    return `## Code ${of}\n\n${table(heading, rows)}`;
  });
  return `${opening}\n\n${sections.join('\n')}`;
}

function commandPage(): string {
  const rows = commands.map(({ name, sentence }) => [code(`parley ${name}`), sentence]);
  return `# Commands

\`parley COMMAND --help\` lists the options of a command. All commands except \`serve\` print one JSON document with \`--json\` and read secrets from files or standard input. The exit code is 0 on success, 1 on failure and 2 on
invalid usage. Commands work with and without a running server, which applies each change within a second. \`parley audit list\` shows their changes.

${table(['Command', 'Does'], rows)}`;
}
