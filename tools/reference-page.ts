/** The page that tells every command with what it takes and gives, made from the notes of the interface. */
import type { Command } from '#api/commands/command.ts';
import { type CommandPorts, listCommands } from '#api/commands/commands.ts';
import type { CommandNote } from '#api/openapi/command-note.ts';
import { commandNotes } from '#api/openapi/command-paths.ts';
import { isSentence, type JsonSchema } from '#api/openapi/json-schema.ts';
import { must } from '#core/assert.ts';
import type { Language } from '#core/words.ts';
import { code, table } from './markdown-table.ts';

const words = {
  en: {
    opening: `# Every command

The parameters of each command, and the fields of its response besides \`success\` and \`code\`. Parameters in **bold** are required. All commands take the API key, as described in [the HTTP API](http.md); [error codes](errors.md) are the same for all.`,
    keyed: 'Supports `Idempotency-Key`.',
    takes: ['Parameter', 'Type', 'Meaning'],
    gives: ['Field', 'Type', 'Meaning'],
  },
  fr: {
    opening: `# Toutes les commandes

Les paramètres de chaque commande, et les champs de sa réponse en plus de \`success\` et \`code\`. Les paramètres en **gras** sont obligatoires. Toutes les commandes prennent la clé d’API, comme le décrit [l’API HTTP](http.md) ; les [codes d’erreur](errors.md) sont les mêmes pour toutes.`,
    keyed: 'Accepte `Idempotency-Key`.',
    takes: ['Paramètre', 'Type', 'Sens'],
    gives: ['Champ', 'Type', 'Sens'],
  },
} as const;

export function referencePage(language: Language): string {
  const sections = allCommands().map((command) => section(command, language));
  return `${words[language].opening}\n\n${sections.join('\n')}`;
}

function allCommands(): readonly Command[] {
  // A command asks its ports for nothing before it is run.
  const nobody: unknown = new Proxy(() => undefined, { get: () => nobody });
  return listCommands(nobody as CommandPorts);
}

function section({ path, methods, idInPath }: Command, language: Language): string {
  const note = must(commandNotes[path], `note of the command ${path}`);
  const { keyed, takes, gives } = words[language];
  const also = idInPath === undefined ? '' : `, ${code(`${path}/{${idInPath}}`)}`;
  const summary = note.summary[language];
  const lines = [
    `## ${path}`,
    `${code(methods.join(', '))}${also} · ${summary}${note.keyed === true ? ` ${keyed}` : ''}`,
    ...tablesOf(takes, rowsOf(note.takes ?? {}, note.needs ?? [], language)),
    ...tablesOf(gives, givenRows(note, language)),
  ];
  return `${lines.join('\n\n').trimEnd()}\n`;
}

function tablesOf(heading: readonly string[], rows: readonly Row[]): readonly string[] {
  return rows.length === 0 ? [] : [table(heading, rows)];
}

function givenRows(
  { gives, givesSome, givesType }: CommandNote,
  language: Language,
): readonly Row[] {
  if (givesType !== undefined) return [['', code(givesType), '']];
  return rowsOf({ ...gives, ...givesSome }, [], language);
}

type Row = readonly [name: string, form: string, sentence: string];

function rowsOf(
  members: Readonly<Record<string, JsonSchema>>,
  needs: readonly string[],
  language: Language,
): readonly Row[] {
  return Object.entries(members).flatMap(([name, schema]) =>
    membersOf(name, schema).map(([place, member]): Row => {
      const title = needs.includes(place) ? `**${place}**` : code(place);
      const sentence = described(place, member['description'], language);
      return [title, formOf(member), sentence];
    }),
  );
}

/** What stands within others is told with its whole place: `datas[].month`. */
function membersOf(name: string, schema: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  const { type, description } = schema;
  if (type === 'array') {
    const [first, ...rest] = membersOf(`${name}[]`, objectIn(schema['items']));
    const own: readonly [string, JsonSchema] = [name, schema];
    return first === undefined || rest.length === 0 ? [own] : [own, first, ...rest];
  }
  const properties = objectIn(schema['properties']);
  const within = Object.entries(properties).flatMap(([member, one]) =>
    membersOf(`${name}.${member}`, objectIn(one)),
  );
  return within.length > 0 && description === undefined ? within : [[name, schema], ...within];
}

function objectIn(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null ? (value as JsonSchema) : {};
}

/** Its type or the words that it may be, and its bounds. */
function formOf({ type, enum: wanted, minimum, maximum, maxLength, maxItems }: JsonSchema): string {
  const kinds = (Array.isArray(wanted) ? wanted : [type].flat()).map(String).map(code);
  const from = shown(minimum);
  const to = shown(maximum);
  const bounds = [
    from === '' && to === '' ? '' : `${from}…${to}`,
    ...[maxLength, maxItems].map((most) => (most === undefined ? '' : `≤ ${shown(most)}`)),
  ];
  return [[...new Set(kinds)].join(', '), ...bounds.filter((one) => one !== '')].join(' ');
}

/** A number or a text of a schema; what is not there is empty. */
function shown(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string' ? `${value}` : '';
}

/** A description in one language alone stops the making of the page. */
function described(place: string, description: unknown, language: Language): string {
  if (description === undefined) return '';
  if (!isSentence(description)) throw new Error(`${place} is not described in both languages`);
  return description[language];
}
