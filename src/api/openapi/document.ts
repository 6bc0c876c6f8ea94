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
        'Commands require an API key, in a header or as `apiKey`. The routes below `/api/` serve the dashboard and require its session.',
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: '/' }],
    paths: { ...commandPaths(commands), ...dashboardPaths(routes) },
    webhooks: webhookItems(),
    components: { schemas, responses, parameters, securitySchemes },
  };
}

const element = record({
  elementId: text('Invalid parameter: `children[phoneNumbers].data`.'),
  message: text('What is wrong with the parameter.'),
});

const refusal = {
  success: { const: false },
  code: whole('Error code.'),
  message: text('Error message, in English or French.'),
  error: list(element, 'Same as `errors`.', { minItems: 1 }),
  errors: list(element, 'One entry per error.', { minItems: 1 }),
};

const schemas = {
  Success: record(
    {
      success: { const: true },
      code: { const: 200 },
      ignored: list(
        text('Parameter name.'),
        'Parameters of the request that the command does not know.',
      ),
    },
    ['success', 'code'],
  ),
  Refusal: record(refusal),
  PageRefusal: record({
    ...refusal,
    word: text('Error as a word, for the dashboard.'),
    requestId: text('Request ID, as in the log.'),
  }),
};

const responses = {
  Refusal: {
    description: 'The command was refused. With 429 and 503, Retry-After says when to retry.',
    headers: {
      'Retry-After': {
        schema: { type: 'integer' },
        description: 'Seconds to wait before a retry.',
      },
    },
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/Refusal' } },
      'application/xml': { schema: { $ref: '#/components/schemas/Refusal' } },
    },
  },
  PageRefusal: {
    description: 'The request was refused.',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/PageRefusal' } } },
  },
};

const parameters = {
  format: {
    name: '_format',
    in: 'query',
    description: 'Format of the response.',
    schema: { type: 'string', enum: ['json', 'xml'], default: 'json' },
  },
  strict: {
    name: 'strict',
    in: 'query',
    description:
      'With 1, a parameter that the command does not know is refused instead of ignored.',
    schema: { type: 'integer', enum: [0, 1], default: 0 },
  },
  idempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'For 24 hours, the same request with the same key returns the first response.',
    schema: { type: 'string', maxLength: 255 },
  },
  lastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'ID of the last event that was read.',
    schema: { type: 'string' },
  },
  ownPage: {
    name: 'X-Parley',
    in: 'header',
    required: true,
    description:
      'Must be accompanied by the Origin of the dashboard; browsers let no other site send both.',
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
