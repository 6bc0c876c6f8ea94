/** The commands of the interface as paths of the document. */
import type { Command } from '#api/commands/command.ts';
import { must } from '#core/assert.ts';
import { accountNotes } from './account-notes.ts';
import type { CommandNote, CommandNotes } from './command-note.ts';
import { inEnglish, type JsonSchema, reference } from './json-schema.ts';
import { mailNotes } from './mail-notes.ts';
import { meNotes } from './me-notes.ts';
import { smsNotes } from './sms-notes.ts';
import { webhookNotes } from './webhook-notes.ts';

export const commandNotes: CommandNotes = {
  ...meNotes,
  ...smsNotes,
  ...mailNotes,
  ...accountNotes,
  ...webhookNotes,
};

type Item = readonly [path: string, operations: JsonSchema];

export function commandPaths(commands: readonly Command[]): Readonly<Record<string, JsonSchema>> {
  const items = commands.flatMap((command) => itemsOf(command));
  return Object.fromEntries(items.map(([path, item]) => [path, inEnglish(item)]));
}

/** A command that takes an id behind its path is there twice. */
function itemsOf(command: Command): readonly Item[] {
  const { path, idInPath } = command;
  const plain: Item = [path, operationsAt(command)];
  if (idInPath === undefined) return [plain];
  return [plain, [`${path}/{${idInPath}}`, operationsAt(command, idInPath)]];
}

function operationsAt(command: Command, idInPath?: string): JsonSchema {
  return Object.fromEntries(
    command.methods.map((method) => [method.toLowerCase(), operation(method, command, idInPath)]),
  );
}

function operation(method: string, command: Command, idInPath: string | undefined): JsonSchema {
  const { path, base } = command;
  const note = noteOf(path);
  const behind = idInPath === undefined ? '' : `_by_${idInPath}`;
  const parameters = [
    reference('parameters', 'format'),
    reference('parameters', 'strict'),
    ...(note.keyed === true ? [reference('parameters', 'idempotencyKey')] : []),
    ...(path.endsWith('/v1/events/stream') ? [reference('parameters', 'lastEventId')] : []),
    ...(idInPath === undefined ? [] : [inPath(idInPath, note)]),
    // RFC 9110 §9.3.5: what a DELETE carries in its body means nothing to many on its way.
    ...(method === 'POST' ? [] : inQuery(note, idInPath)),
  ];
  return {
    operationId: `${method.toLowerCase()}${path.replace(/\W+/g, '_')}${behind}`,
    tags: [base],
    summary: note.summary,
    security: [{ bearer: [] }, { keyHeader: [] }, { keyQuery: [] }],
    parameters,
    ...(method === 'POST' && { requestBody: requestBody(command, idInPath) }),
    responses: { 200: success(note), default: reference('responses', 'Refusal') },
  };
}

function noteOf(path: string): CommandNote {
  return must(commandNotes[path], `note of the command ${path}`);
}

function inPath(name: string, { takes = {} }: CommandNote): JsonSchema {
  return { name, in: 'path', required: true, schema: must(takes[name], 'id of the path') };
}

function inQuery({ takes = {}, needs = [] }: CommandNote, but: string | undefined) {
  return Object.entries(takes)
    .filter(([name]) => name !== but)
    .map(([name, schema]) => ({ name, in: 'query', required: needs.includes(name), schema }));
}

/** Where the same path stands for two commands, either's. */
function requestBody({ path, otherwise }: Command, idInPath: string | undefined): JsonSchema {
  const own = bodySchema(noteOf(path), idInPath);
  const other = otherwise?.command.path;
  const schema = other === undefined ? own : { anyOf: [own, bodySchema(noteOf(other), undefined)] };
  const content = Object.fromEntries(bodyTypes.map((type) => [type, { schema }]));
  return { required: own['required'] !== undefined, content };
}

const bodyTypes = ['application/json', 'application/x-www-form-urlencoded', 'application/xml'];

function bodySchema({ takes = {}, needs = [] }: CommandNote, idInPath: string | undefined) {
  const required = needs.filter((name) => name !== idInPath);
  return {
    type: 'object',
    properties: {
      apiKey: { type: 'string', description: 'The API key, if no header carries it.' },
      ...Object.fromEntries(Object.entries(takes).filter(([name]) => name !== idInPath)),
    },
    ...(required.length > 0 && { required }),
  } as const satisfies JsonSchema;
}

function success(note: CommandNote): JsonSchema {
  const { givesType, dryAs } = note;
  const description = 'The command succeeded.';
  if (givesType !== undefined) {
    return { description, content: { [givesType]: { schema: { type: 'string' } } } };
  }
  const own = replySchema(note);
  const schema = dryAs === undefined ? own : { anyOf: [own, replySchema(noteOf(dryAs))] };
  return {
    description,
    content: { 'application/json': { schema }, 'application/xml': { schema } },
  };
}

function replySchema({ gives = {}, givesSome, givesAll }: CommandNote): JsonSchema {
  const envelope = reference('schemas', 'Success');
  const properties = { ...gives, ...givesSome };
  if (Object.keys(properties).length === 0) return envelope;
  const members = { type: 'object', properties };
  const whole = givesAll === true ? { ...members, required: Object.keys(gives) } : members;
  return { allOf: [envelope, whole] };
}
