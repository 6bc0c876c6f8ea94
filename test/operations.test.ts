/** Every operation through each of its doors: the same input gets the same answer. */
import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { mock, suite, test } from 'node:test';
import { z } from 'zod';
import { dashboardPaths, namedDefinitions } from '#api/openapi/dashboard-paths.ts';
import { definitionOf } from '#api/operations/operation-handlers.ts';
import { openOperationSocket } from '#api/operations/operation-socket.ts';
import { type Config, readConfig } from '#config.ts';
import { must } from '#core/assert.ts';
import { systemClock } from '#core/clock.ts';
import { answersFile } from '#core/file-answer.ts';
import type { Needs, Standing } from '#core/operation.ts';
import { socketIn } from '#core/operation-socket.ts';
import { mayDo, roles } from '#core/permissions.ts';
import { runOperation, wrongField } from '#core/run-operation.ts';
import type { SignedIn } from '#core/signed-in.ts';
import { answersSocket } from '#core/socket-answer.ts';
import { answersStream } from '#core/stream-answer.ts';
import { answersTable } from '#core/table-answer.ts';
import { inEnglish } from '#doctor/finding.ts';
import type { ToldFindings } from '#doctor/server-operations.ts';
import {
  type AnyOperation,
  commandOperations,
  installationOperations,
  operations,
  operationWords,
  type PagePorts,
} from '#operations.ts';
import { type CommandLine, openCommandLine } from './harness/command-line.ts';
import { account, acme, examples, link, refusedExamples } from './harness/operation-examples.ts';
import { fillWorld } from './harness/operation-world.ts';
import { judgeNobody, noMail, sendNothing, stillServer } from './harness/page-ports.ts';
import { openPageWorld, type PageWorld } from './harness/page-world.ts';
import { argvOf, inFiles, isNeverTyped } from './harness/typed-command.ts';

const ordered = Object.entries<object>(examples).map(([name, input]) => ({
  operation: must(
    commandOperations.find((one) => one.name === name),
    name,
  ),
  input: input as Readonly<Record<string, unknown>>,
}));

test('each has an example, its words and its line in the docs', async () => {
  const names: readonly string[] = commandOperations.map(({ name }) => name);
  assert.deepEqual(Object.keys(examples).toSorted(), names.toSorted());
  const docs = await readFile(path.join(import.meta.dirname, '../docs/commands.md'), 'utf8');
  for (const { name, changes = [], input } of commandOperations) {
    assert.ok(
      docs.includes(`| \`parley ${name}\` | ${operationWords.sentenceOf(name).en} |`),
      name,
    );
    const fields = operationWords.fieldsOf(name);
    for (const field of Object.keys(input.shape)) assert.ok(fields[field], `${name}: ${field}`);
    for (const read of changes) assert.ok(names.includes(read), `${name} changes ${read}`);
  }
});

test('each is run for those who may, and for nobody else, by whichever door', async () => {
  for (const { needs, ...operation } of operations) {
    for (const role of [...roles, undefined]) {
      for (const isAdministrator of [true, false]) {
        const who = isAdministrator ? ada : undefined;
        const caller = { actor: 'ada', atMs: 1, isAdministrator, role, accountId: 1, who };
        // What is let in is refused for its input, and reaches nothing.
        const asked = { input: undefined, caller };
        const outcome = await runOperation({ ...operation, needs }, {} as PagePorts, asked);
        const permitted = isPermitted(needs, caller);
        const isLetIn = !outcome.ok && outcome.refusals[0].code === wrongField;
        assert.equal(isLetIn, permitted, `${operation.name}: ${role} ${isAdministrator}`);
      }
    }
  }
});

function isPermitted(needs: Needs, { role, isAdministrator, who }: Standing): boolean {
  if (needs === 'nobody') return true;
  if (needs === 'signed in') return who !== undefined;
  if (needs === 'administrator') return isAdministrator;
  return role !== undefined && mayDo(role, needs);
}

const ada: SignedIn = {
  userId: 1,
  email: 'ada@parley.example',
  name: 'Ada',
  language: undefined,
  isAdministrator: true,
  sessionId: 1,
  endsAtMs: 1,
  freshUntilMs: 1,
};

type Paths = Readonly<Record<string, Item>>;
const document = dashboardPaths(namedDefinitions()) as Paths;

test('each is a path of the OpenAPI document, with all that it takes and answers', () => {
  for (const operation of operations) {
    const { path: at, method } = definitionOf(operation);
    const described = must(document[at]?.[method.toLowerCase()], at);
    const fields = Object.keys(operation.input.shape).toSorted();
    const { parameters, requestBody, responses } = described;
    const taken =
      method === 'GET'
        ? parameters.flatMap((one) => (one.in === 'query' ? (one.name ?? []) : []))
        : Object.keys(requestBody.content['application/json']?.schema.properties ?? {});
    assert.deepEqual(taken.toSorted(), fields, at);
    const { content } = responses[200];
    const isRaw = [answersTable, answersFile, answersSocket, answersStream].some((is) =>
      is(operation),
    );
    assert.ok(content[isRaw ? '*/*' : 'application/json']?.schema, at);
  }
});

type Schema = z.core.JSONSchema.JSONSchema;
type Content = {
  readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
};
type Item = Readonly<
  Record<
    string,
    {
      readonly parameters: readonly { readonly name?: string; readonly in?: string }[];
      readonly requestBody: Content;
      readonly responses: { readonly 200: Content };
    }
  >
>;

suite('the same input gets the same answer', () => {
  test('on pages, by command with a server and without', async () => {
    const overHttp = await answersOverHttp();
    const withServer = await answersOfCommands(true);
    const alone = await answersOfCommands(false);
    for (const { operation } of ordered) {
      const { name } = operation;
      const answer = must(overHttp.get(name), name);
      assert.deepEqual(withServer.get(name), answer, name);
      if (installationOperations.some((one) => one.name === name)) {
        assert.deepEqual(alone.get(name), answer, name);
      } else assert.match(String(alone.get(name)), /No server of this installation is running/);
    }
  });

  test('and the same refusal, in the words of the door', async () => {
    await using world = await openPageWorld();
    await using cli = await openCommandLine();
    const refused = await world.ask('POST', '/api/operations/operator-add', {
      ...acme,
      ...link,
      binds: 33,
    });
    assert.equal(refused.status, 400);
    assert.match(refused.text, /binds is not valid: must be a whole number from 1 to 32/);
    cli.input = 'secret';
    const words = argvOf(operationOf('operator add'), { ...acme, ...link, binds: 33 });
    const { code, err } = await cli.type(...words);
    assert.equal(code, 2);
    assert.match(err, /--binds must be a whole number from 1 to 32/);
  });

  test('and French readers are refused in French', async () => {
    await using world = await openPageWorld();
    const { text } = await world.ask(
      'POST',
      '/api/operations/operator-add',
      { ...acme, ...link, homeCountry: 'XX' },
      undefined,
      { 'accept-language': 'fr' },
    );
    assert.match(text, /un code de pays de deux lettres/);
  });
});

/** What the doctor tells commands is in their language alone. */
function toldByCommand(name: string, answer: unknown): unknown {
  if (name !== 'doctor') return answer;
  const { ok, findings } = answer as ToldFindings;
  return { ok, findings: findings.map(inEnglish) };
}

/** As the pages' client calls it: `ask` and `act` of dashboard/api/operate.ts, over HTTP. */
async function answersOverHttp(): Promise<Answers> {
  await using world = await openPageWorld();
  await fillWorld(world.installation);
  const told: string[] = [];
  const client = await openClient(world, told);
  const answers = new Map<string, unknown>();
  for (const { operation, input } of ordered) {
    const { name } = operation;
    const answering = askOf(client, operation)(name, input);
    if (refusedExamples.includes(name)) {
      const failure: unknown = await answering.catch((thrown: unknown) => thrown);
      answers.set(name, `parley: ${(failure as Error).message}\n`);
      continue;
    }
    const answer = await answering;
    assert.deepEqual(told.splice(0), operation.changes ?? [], name);
    if (!answersTable(operation) && !answersFile(operation)) {
      assert.deepEqual(answersIn(document, operation).parse(answer), answer, name);
    }
    answers.set(name, settled(toldByCommand(name, answer)));
  }
  return answers;
}

type Ask = (name: string, input: object) => Promise<unknown>;
type AskIn = (account: number, name: string, input: object) => Promise<unknown>;
type Client = Record<'ask' | 'act', Ask> &
  Record<'askIn' | 'actIn', AskIn> & {
    readonly tablePath: (place: number | undefined, name: string, input: object) => string;
  };

function askOf(client: Client, operation: AnyOperation): Ask {
  const { does, needs } = operation;
  const place = needs === 'administrator' ? undefined : account;
  if (answersTable(operation)) {
    // Pages save it.
    return async (name, input) => ({
      table: await (await fetch(client.tablePath(place, name, input))).text(),
    });
  }
  if (answersFile(operation)) {
    return async (name, input) => ({
      octets: await (await fetch(client.tablePath(place, name, input))).text(),
    });
  }
  const isRead = does === 'reads';
  if (needs === 'administrator') return isRead ? client.ask : client.act;
  const askIn = isRead ? client.askIn : client.actIn;
  return (name, input) => askIn(account, name, input);
}

/** The client of the pages, whose types are checked with them, on a `fetch` that leads to this world. */
async function openClient(world: PageWorld, told: string[]): Promise<Client> {
  mock.method(
    globalThis,
    'fetch',
    async (address: string, { method = 'GET', body }: RequestInit = {}) => {
      const sent = typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined;
      const { status, text, headers } = await world.ask(method as 'GET' | 'POST', address, sent);
      return new Response(text, { status, headers });
    },
  );
  Object.assign(globalThis, { document: { documentElement: { lang: 'en' } } });
  const place = path.join(import.meta.dirname, '../dashboard/api');
  const { hooks } = (await import(path.join(place, 'with-person.ts'))) as { hooks: Hooks };
  hooks.changed = (reads) => void told.push(...reads);
  return (await import(path.join(place, 'operate.ts'))) as Client;
}

type Hooks = { changed: (reads: readonly string[]) => void };

/** What the document says of an answer, as a schema again. */
function answersIn(paths: Paths, operation: AnyOperation): z.ZodType {
  const { path: at, method } = definitionOf(operation);
  const described = must(paths[at]?.[method.toLowerCase()], at);
  return z.fromJSONSchema(must(described.responses[200].content['application/json'], at).schema);
}

async function answersOfCommands(hasServer: boolean): Promise<Answers> {
  await using cli = await openCommandLine();
  cli.environment = {
    ...cli.environment,
    PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8',
    PARLEY_DNS: '127.0.0.1:1',
  };
  await cli.read('account', 'create', '--name', 'Acme', '--email', 'a@acme.example');
  await cli.read('account', 'create', '--name', 'Other', '--email', 'o@other.example');
  {
    await using installation = await cli.open(configOf(cli));
    await fillWorld(installation);
  }
  await using _ = hasServer ? await serve(cli) : new AsyncDisposableStack();
  const answers = new Map<string, unknown>();
  for (const { operation, input } of ordered) {
    const argv = argvOf(operation, await inFiles(operation, input, cli.folder));
    cli.input = Object.entries(input).find(([field]) =>
      isNeverTyped(operation, field),
    )?.[1] as string;
    const file = path.join(cli.folder, 'answer');
    const isFile = answersFile(operation);
    const to = isFile ? [`--file=${file}`] : [];
    const { code, out, err } = await cli.type(...argv, ...to, '--json');
    const answer: unknown = isFile
      ? { octets: await readFile(file, 'latin1') }
      : JSON.parse(out || '{}');
    if (isFile) await rm(file);
    answers.set(operation.name, code === 0 ? settled(answer) : err);
    // For people it prints something, too.
    if (operation.does === 'reads' && code === 0 && !isFile) {
      assert.notEqual((await cli.type(...argv)).out, '');
    }
  }
  return answers;
}

type Answers = ReadonlyMap<string, unknown>;

async function serve(cli: CommandLine): Promise<AsyncDisposable> {
  const stack = new AsyncDisposableStack();
  const installation = stack.use(await cli.open(configOf(cli)));
  const ports = {
    ...installation.operations,
    ...installation.storage,
    clock: systemClock,
    openLinks: { links: async () => [], trace: () => 0 },
    server: stillServer,
    judgeSend: judgeNobody,
    sendSms: sendNothing,
    ...noMail,
  };
  stack.use(await openOperationSocket(must(socketIn(cli.folder), 'short path'), ports));
  return stack;
}

function configOf({ environment }: CommandLine): Config {
  const reading = readConfig(environment, {});
  assert.ok(reading.ok, 'the test gives settings that read');
  return reading.config;
}

function operationOf(name: string): AnyOperation {
  return must(
    commandOperations.find((one) => one.name === name),
    name,
  );
}

/** Without what differs from one moment to the next. */
function settled(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer), (key, value: unknown) =>
    differing.includes(key) || (key === 'key' && typeof value === 'string') ? 0 : value,
  );
}

const differing: readonly string[] = [
  'actor',
  'lateMs',
  'prefix',
  'at',
  'createdAt',
  'startsAt',
  'endedAt',
  'since',
  // A sentence with an instant.
  'says',
  'until',
  'link',
  'tracedUntil',
  'listedAt',
  'durationMs',
  'phases',
  'rows',
  'n',
  'hash',
  'secret',
  'password',
  'request',
  'keys',
  'records',
  'freeAfter',
  'paidUntil',
  'rentedAt',
  'heardAt',
  // An account's people or a command.
  'source',
];
