/** The routes of the dashboard's API as paths of the document, made of the schemas that check them. */
import { z } from 'zod';
import type { Definition } from '#api/dashboard/handler.ts';
import { definitionOf } from '#api/operations/operation-handlers.ts';
import { operations } from '#operations.ts';
import { type JsonSchema, reference } from './json-schema.ts';

export type NamedDefinition = {
  /** `message_list`. */
  readonly name: string;
  readonly area: string;
  readonly definition: Definition;
};

export function namedDefinitions(): readonly NamedDefinition[] {
  return operations.map((one) => {
    const [area = ''] = one.name.split(' ');
    return { name: one.name.replaceAll(' ', '_'), area, definition: definitionOf(one) };
  });
}

export function dashboardPaths(
  routes: readonly NamedDefinition[],
): Readonly<Record<string, JsonSchema>> {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of routes) {
    const { method, path } = route.definition;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(route) };
  }
  return paths;
}

function operation({ name, area, definition }: NamedDefinition): JsonSchema {
  const { method, needs, fresh = false, summary, body } = definition;
  return {
    operationId: name,
    tags: [`dashboard: ${area}`],
    summary,
    description: `Requires: ${needs}${fresh ? ', and a sign-in within the last ten minutes' : ''}.`,
    security: needs === 'nobody' ? [] : [{ session: [] }],
    parameters: [
      ...(method === 'GET' ? [] : [reference('parameters', 'ownPage')]),
      ...pathParameters(definition),
      ...queryParameters(definition),
    ],
    ...(body !== undefined && {
      requestBody: { required: true, content: json(schemaOf(body, 'input')) },
    }),
    responses: { 200: success(definition), default: reference('responses', 'PageRefusal') },
  };
}

function success({ reply, method }: Definition): JsonSchema {
  const description = 'The operation succeeded.';
  if (reply !== undefined) return { description, content: json(schemaOf(reply, 'output')) };
  // A download, a document or a stream; of what changes something an empty object.
  if (method !== 'GET') return { description, content: json({ type: 'object' }) };
  return { description, content: { '*/*': { schema: { type: 'string' } } } };
}

const json = (schema: JsonSchema): JsonSchema => ({ 'application/json': { schema } });

function pathParameters({ path }: Definition): readonly JsonSchema[] {
  if (!path.includes('{account}')) return [];
  return [{ name: 'account', in: 'path', required: true, schema: { type: 'string' } }];
}

function queryParameters({ query }: Definition): readonly JsonSchema[] {
  const { properties, required } = partsOf(query);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

type Parts = {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
};

function partsOf(schema: z.ZodObject | undefined): Parts {
  if (schema === undefined) return { properties: {}, required: [] };
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as Partial<Parts>;
  return { properties, required };
}

/** The document says once for all which dialect its schemas are of. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}
