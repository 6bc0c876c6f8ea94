/** What can be asked of the program, for programs: an OpenAPI 3.1 document of its commands, its dashboard's API and its webhooks. */
import type { Command } from '#api/commands/command.ts';
import { commandPaths } from './command-paths.ts';
import { dashboardPaths, type NamedDefinition } from './dashboard-paths.ts';
import { type JsonSchema, list, record, text, whole } from './json-schema.ts';
import { webhookItems, webhookParameters } from './webhook-bodies.ts';

export function openApiDocument(
  commands: readonly Command[],
  routes: readonly NamedDefinition[],
): JsonSchema {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version: '1',
      description:
        'Commands take a key, in a header or as `apiKey`; the routes below `/api/` are for the pages of the dashboard, and take its session.',
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: '/' }],
    paths: { ...commandPaths(commands), ...dashboardPaths(routes) },
    webhooks: webhookItems(),
    components: { schemas, responses, parameters, securitySchemes },
  };
}

const element = record({
  elementId: text('The parameter that is wrong: `children[phoneNumbers].data`.'),
  message: text('What is wrong with it.'),
});

const refusal = {
  success: { const: false },
  code: whole('What is wrong, for programs.'),
  message: text('What is wrong, in English or French.'),
  error: list(element, 'The same as `errors`.', { minItems: 1 }),
  errors: list(element, 'One for each thing that is wrong.', { minItems: 1 }),
};

const schemas = {
  Success: record(
    {
      success: { const: true },
      code: { const: 200 },
      ignored: list(text('A name.'), 'Parameters of the request that its command does not know.'),
    },
    ['success', 'code'],
  ),
  Refusal: record(refusal),
  PageRefusal: record({
    ...refusal,
    word: text('What is wrong, for pages.'),
    requestId: text('By which the log knows the request.'),
  }),
};

const responses = {
  Refusal: {
    description: 'It is refused. 429 and 503 say in Retry-After when to come back.',
    headers: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds.' } },
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/Refusal' } },
      'application/xml': { schema: { $ref: '#/components/schemas/Refusal' } },
    },
  },
  PageRefusal: {
    description: 'It is refused.',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/PageRefusal' } } },
  },
};

const parameters = {
  format: {
    name: '_format',
    in: 'query',
    description: 'In what the reply is written.',
    schema: { type: 'string', enum: ['json', 'xml'], default: 'json' },
  },
  strict: {
    name: 'strict',
    in: 'query',
    description: 'With 1 a parameter that the command does not know is refused, not ignored.',
    schema: { type: 'integer', enum: [0, 1], default: 0 },
  },
  idempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Within 24 hours the same request under the same key gets the first answer.',
    schema: { type: 'string', maxLength: 255 },
  },
  lastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'The id of the last event that was read.',
    schema: { type: 'string' },
  },
  ownPage: {
    name: 'X-Parley',
    in: 'header',
    required: true,
    description: 'With it comes the Origin of the dashboard; browsers let no other page send both.',
    schema: { const: '1' },
  },
  ...webhookParameters,
};

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'An API key.' },
  keyHeader: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
  keyQuery: { type: 'apiKey', in: 'query', name: 'apiKey' },
  session: { type: 'apiKey', in: 'cookie', name: '__Host-parley' },
};
