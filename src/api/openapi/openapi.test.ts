/** `/openapi.json`: whole, sound, and for people who are signed in. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type CommandPorts, listCommands } from '#api/commands/commands.ts';
import { must } from '#core/assert.ts';
import type { ReplyFact } from '#model/reply-fact.ts';
import { openApiWorld } from '#test/harness/api-world.ts';
import { unaskedMail } from '#test/harness/unasked.ts';
import { longReplyBody } from '#webhooks/reply-maker.ts';
import { commandNotes, commandPaths } from './command-paths.ts';
import { dashboardPaths, namedDefinitions } from './dashboard-paths.ts';
import { openApiDocument } from './document.ts';

// A command asks its ports for nothing before it is run.
const commands = listCommands({ ...unaskedMail } as unknown as CommandPorts);
const routes = namedDefinitions();
/** As it is read, without what JSON leaves out. */
const document = JSON.parse(JSON.stringify(openApiDocument(commands, routes))) as Document;

type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: object };
  readonly responses: object;
  readonly security: readonly Readonly<Record<string, unknown>>[];
};
type Parameter = { readonly $ref?: string; readonly name?: string; readonly in?: string };
type Document = {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly securitySchemes: object };
};

const operations = [...Object.values(document.paths), ...Object.values(document.webhooks)].flatMap(
  (item) => Object.values(item),
);

suite('the OpenAPI document', () => {
  test('has every command with each of its methods, and notes of no other', () => {
    for (const { path, methods } of commands) {
      const has = Object.keys(document.paths[path] ?? {}).toSorted();
      assert.deepEqual(has, methods.map((method) => method.toLowerCase()).toSorted(), path);
    }
    const paths = commands.map(({ path }) => path).toSorted();
    assert.deepEqual(Object.keys(commandNotes).toSorted(), paths);
  });

  test('has every route of the dashboard', () => {
    assert.ok(routes.length > 100);
    for (const { definition } of routes) {
      const { method, path, summary } = definition;
      assert.equal(document.paths[path]?.[method.toLowerCase()]?.summary, summary, path);
    }
  });

  test('has nothing that says it twice: ids of operations, paths but for their names', () => {
    const ids = operations.map(({ operationId }) => operationId);
    assert.deepEqual(ids.toSorted(), [...new Set(ids)].toSorted());
    const forms = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'));
    assert.deepEqual(forms.toSorted(), [...new Set(forms)].toSorted());
    const both = new Set(Object.keys(commandPaths(commands)));
    assert.ok(Object.keys(dashboardPaths(routes)).every((path) => !both.has(path)));
  });

  test('names in each path the parameters that it says, once each', () => {
    for (const [path, item] of Object.entries(document.paths)) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters, operationId } of Object.values(item)) {
        const inPath = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
        assert.deepEqual(inPath, names, operationId);
        const all = parameters.map((one) => one.$ref ?? `${one.in}/${one.name}`);
        assert.equal(new Set(all).size, all.length, operationId);
      }
    }
  });

  test('refers to nothing that is not there, and requires no property without a schema', () => {
    let references = 0;
    walk(document, (node) => {
      const { $ref, required, properties } = node;
      if (typeof $ref === 'string') {
        references += 1;
        assert.notEqual(find($ref), undefined, $ref);
      }
      if (!Array.isArray(required) || typeof properties !== 'object') return;
      for (const name of required.map(String))
        assert.ok(Object.hasOwn(properties ?? {}, name), name);
    });
    assert.ok(references > 100);
  });

  test('says of each operation who may, what comes back, and how it is refused', () => {
    assert.equal(document.openapi, '3.1.0');
    const schemes = Object.keys(document.components.securitySchemes);
    for (const { operationId, summary, responses, security } of operations) {
      assert.match(summary, /\.$/, operationId);
      assert.ok(Object.keys(responses).length > 0, operationId);
      for (const name of security.flatMap((one) => Object.keys(one))) {
        assert.ok(schemes.includes(name), operationId);
      }
    }
  });

  test('has all fields of a reply, of its parts and of its signature, and needs those of each', () => {
    const fact = { phone: '33612345678', number: '33755000001', receivedAtMs: 0 } as ReplyFact;
    const piece = { id: 'id', text: 'Hello', nonce: 'n', place: undefined, signer: null };
    const place = { reference: '1', total: 2, number: 1 };
    const signer = { method: 'sha256', secret: 's' } as const;
    const schema = bodyOf('replyToNumber');
    const known = Object.keys(schema.properties);
    assert.deepEqual(namesIn(longReplyBody(fact, piece)), schema.required);
    assert.deepEqual(namesIn(longReplyBody(fact, { ...piece, place, signer })), known);
  });

  test('takes at one path the bodies of both commands that it stands for', () => {
    const text = JSON.stringify(document.paths['/v1/send']?.['post']?.requestBody);
    assert.match(text, /"phoneNumbers"/);
    assert.match(text, /"htmlContent"/);
  });

  test('is told to who is signed in, and to nobody else', async () => {
    await using world = await openApiWorld({
      dashboard: {
        loadHandlers: async () => [],
        findSession: async (token) => (token === session ? person : undefined),
        roleIn: async () => undefined,
        stateOf: async () => 'active',
      },
    });
    const stranger = await world.ask('/openapi.json');
    assert.equal(stranger.status, 401, stranger.text);
    const headers = { cookie: `__Host-parley=${session}; parley=${session}` };
    const told = await world.ask('/openapi.json', { headers });
    assert.equal(told.status, 200, told.text);
    const { paths } = told.body as unknown as Document;
    const own = Object.keys(document.paths).concat('/openapi.json');
    assert.deepEqual(Object.keys(paths).toSorted(), own.toSorted());
    const posted = await world.ask('/openapi.json', { headers, method: 'POST' });
    assert.equal(posted.status, 405, posted.text);
  });
});

type BodySchema = { readonly properties: object; readonly required: readonly string[] };

function bodyOf(webhook: string): BodySchema {
  const { requestBody } = must(document.webhooks[webhook]?.['post'], webhook);
  const content = must(requestBody, 'body').content as Readonly<
    Record<string, { readonly schema: BodySchema }>
  >;
  return must(content['application/json'], 'JSON').schema;
}

function namesIn(body: Uint8Array): readonly string[] {
  return Object.keys(JSON.parse(Buffer.from(body).toString()) as object);
}

const session = 's'.repeat(43);

const person = {
  userId: 1,
  email: 'ada@parley.example',
  name: 'Ada',
  language: undefined,
  isAdministrator: false,
  sessionId: 1,
  endsAtMs: 0,
  freshUntilMs: 0,
};

function walk(node: unknown, visit: (node: Readonly<Record<string, unknown>>) => void): void {
  if (typeof node !== 'object' || node === null) return;
  visit(node as Readonly<Record<string, unknown>>);
  for (const member of Object.values(node)) walk(member, visit);
}

/** RFC 6901, as far as the names of the document go. */
function find(pointer: string): unknown {
  const [, ...names] = pointer.split('/');
  return names.reduce<unknown>(
    (node, name) => (node as Readonly<Record<string, unknown>> | undefined)?.[name],
    document,
  );
}
