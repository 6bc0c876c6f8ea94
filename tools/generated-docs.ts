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
  const rows = described.map(({ name, variable, form, fallback, sentence, secret }) => [
    code(variable),
    code(`--${name}`),
    fallback === '' ? '' : code(fallback),
    form,
    secret ? 'yes' : '',
    sentence,
  ]);
  const secrets = described.filter(({ secret }) => secret).map(({ variable }) => code(variable));
  return `# Settings

Each setting is a variable of the environment, a flag of \`parley serve\`, and a line of a file, such as \`queue-max = 50000\` in \`parley.conf\` in the folder where the program is started; a flag goes before a variable,
a variable before the file, the file before the default. A name that does not exist, or a value that does not read, stops the
start and names the nearest that exists. A secret (${secrets.join(', ')}), which may carry a password, may stand in a file that the same name with \`_FILE\` names, and is shown nowhere.

\`parley config\` says what is in force, and whether a flag, a variable, the file or the default says it.

Operators, routes, prices, limits, accounts and keys are no settings: they are in the database, changed by [commands](commands.md) or in the dashboard, and in force within a second.

${table(['Variable', 'Flag', 'Default', 'Form', 'Secret', 'Says'], rows)}`;
}

const errorWords = {
  en: {
    opening: `# What a request may hear

A refusal has \`success: false\`, a \`code\`, a \`message\` in English, or in French where \`Accept-Language\` prefers it, and in \`errors\` an element for each field that is wrong. Words in braces are filled in.`,
    heading: ['HTTP', 'Sentence', 'What to do'],
  },
  fr: {
    opening: `# Ce qu’une requête peut s’entendre dire

Un refus porte \`success: false\`, un \`code\`, un \`message\` en anglais, ou en français si \`Accept-Language\` le préfère, et dans \`errors\` un élément pour chaque champ fautif. Les mots entre accolades sont remplacés par leur valeur.`,
    heading: ['HTTP', 'Phrase', 'Que faire'],
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

\`parley COMMAND --help\` says what a command takes. All but \`serve\` print one JSON document with \`--json\`, read secrets from files or standard input, and end with 0 when done, 1 when it could not be, 2 when
misused. They work with and without a running server, which sees each change within a second, and what they change is in \`parley audit list\`.

${table(['Command', 'Does'], rows)}`;
}
