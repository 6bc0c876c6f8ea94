/** The types of `clients/typescript`, made from the OpenAPI document of the commands: `npm run client` writes them. */
import { type CommandPorts, listCommands } from '#api/commands/commands.ts';
import { openApiDocument } from '#api/openapi/document.ts';

export type Schema = Readonly<Record<string, unknown>>;
type Operation = {
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
  readonly responses: Readonly<Record<string, Response>>;
};
type Parameter = {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly schema?: Schema;
};
type Response = { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> };
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

const json = 'application/json';
/** Whichever comes first is how the client asks. */
const methods = ['post', 'get', 'delete'];

/** The file as it should be. */
export function clientTypes(): string {
  const commands = Object.entries(paths()).filter(([path]) => !path.includes('{'));
  const told = commands.flatMap(([path, item]) => {
    const method = methods.find((each) => each in item) ?? 'post';
    const operation = item[method];
    return operation === undefined ? [] : [describe(path, method, operation)];
  });
  return `/** Every command, what it takes and what it gives: made from the server's OpenAPI document. */

/** A sentence, what a request says, and the members of its reply. */
export type Commands = {
${told.map(({ type }) => type).join('\n')}
};

export type CommandPath = keyof Commands;

/** How each is asked; one that is keyed runs once under an idempotency key. */
export const commandTable: Readonly<
  Record<CommandPath, { readonly method: 'GET' | 'POST' | 'DELETE'; readonly keyed: boolean }>
> = {
${told.map(({ row }) => row).join('\n')}
};
`;
}

/** The replies that the document promises, by the path of their command. */
export function promisedReplies(): ReadonlyMap<string, Schema> {
  const told = Object.entries(paths()).flatMap(([path, item]) => {
    const [operation] = Object.values(item);
    const schema = operation?.responses['200']?.content?.[json]?.schema;
    return schema === undefined ? [] : ([[path, schema]] as const);
  });
  return new Map(told);
}

function paths(): Paths {
  // A command asks its ports for nothing before it is run.
  const nobody: unknown = new Proxy(() => undefined, { get: () => nobody });
  const commands = listCommands(nobody as CommandPorts);
  const document = JSON.stringify(openApiDocument(commands, []));
  return (JSON.parse(document) as { readonly paths: Paths }).paths;
}

function describe(path: string, method: string, operation: Operation) {
  const isKeyed = operation.parameters.some(({ $ref }) => $ref?.endsWith('/idempotencyKey'));
  const gives = typeOfReply(operation);
  return {
    type: `  /** ${operation.summary} */
${spread(`'${path}': { readonly takes: ${typeOfRequest(operation)}; readonly gives: ${gives} };`)}`,
    row: `  '${path}': { method: '${method.toUpperCase()}', keyed: ${isKeyed} },`,
  };
}

/** A line for each member. */
function spread(type: string): string {
  let depth = 1;
  let told = '  ';
  const fresh = (): string => `\n${'  '.repeat(depth)}`;
  for (const piece of type.split(/([{};])\s*/)) {
    if (piece === '{') {
      depth += 1;
      told += `{${fresh()}`;
    } else if (piece === '}') {
      depth -= 1;
      told = `${told.trimEnd()}${fresh()}}`;
    } else if (piece === ';') told += `;${fresh()}`;
    else told += piece;
  }
  return told.trimEnd();
}

function typeOfRequest({ parameters, requestBody }: Operation): string {
  const schema = requestBody?.content[json]?.schema;
  if (schema !== undefined) return typeOf(schema);
  const named = parameters.filter((each) => each.in === 'query' && each.name !== undefined);
  const required = named.filter((each) => each.required === true).map(({ name }) => name);
  const properties = Object.fromEntries(named.map(({ name = '', schema: own }) => [name, own]));
  return typeOf({ type: 'object', properties, required });
}

/** What is no JSON is read as it comes. */
function typeOfReply({ responses }: Operation): string {
  const schema = responses['200']?.content?.[json]?.schema;
  if (schema === undefined) return 'Response';
  // What a dry run gives has a command of its own.
  const [own] = (schema['anyOf'] as Schema[] | undefined) ?? [schema];
  return typeOf(own ?? schema);
}

function typeOf(schema: Schema): string {
  const { $ref, anyOf, allOf, enum: words, type } = schema;
  if (typeof $ref === 'string') return '{ readonly success: true; readonly code: 200 }';
  if (Array.isArray(anyOf)) return joined(anyOf as Schema[], ' | ');
  if (Array.isArray(allOf)) return joined(allOf as Schema[], ' & ');
  if ('const' in schema) return literal(schema['const']);
  if (Array.isArray(words)) return words.map(literal).join(' | ');
  if (Array.isArray(type)) {
    return [...new Set(type.map((one) => typeOf({ ...schema, type: one })))].join(' | ');
  }
  switch (type) {
    case 'string':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return `readonly (${typeOf((schema['items'] ?? {}) as Schema)})[]`;
    case 'object':
      return typeOfObject(schema);
    default:
      return 'unknown';
  }
}

function typeOfObject({ properties, required = [] }: Schema): string {
  const members = Object.entries((properties ?? {}) as Readonly<Record<string, Schema>>).filter(
    ([name]) => name !== 'apiKey' && name !== 'dryRun',
  );
  if (members.length === 0) return 'Readonly<Record<string, unknown>>';
  const told = members.map(([name, schema]) => {
    const isThere = (required as readonly string[]).includes(name);
    const key = /^\w+$/.test(name) ? name : `'${name}'`;
    return `readonly ${key}${isThere ? '' : '?'}: ${typeOf(schema)}`;
  });
  return `{ ${told.join('; ')} }`;
}

function joined(schemas: readonly Schema[], by: string): string {
  return [...new Set(schemas.map((each) => `(${typeOf(each)})`))].join(by);
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}
