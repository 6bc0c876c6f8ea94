/** Every operation through each of its doors: the same input gets the same answer. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { mock, suite, test } from 'node:test';
import { z } from 'zod';
import { dashboardPaths, namedDefinitions } from '#api/openapi/dashboard-paths.ts';
import { definitionOf } from '#api/operations/operation-handlers.ts';
import { openOperationSocket } from '#api/operations/operation-socket.ts';
import { flagOf } from '#cli/option.ts';
import { type Config, readConfig } from '#config.ts';
import { must } from '#core/assert.ts';
import { systemClock } from '#core/clock.ts';
import { parseEmailAddress } from '#core/email-address.ts';
import { defaultOf, noteOf } from '#core/input-form.ts';
import { zero } from '#core/money.ts';
import { socketIn } from '#core/operation-socket.ts';
import { mayDo, type Permission, type Role, roles } from '#core/permissions.ts';
import { runOperation, wrongField } from '#core/run-operation.ts';
import {
  type AnyOperation,
  installationOperations,
  type OperationPorts,
  type Operations,
  operations,
  operationWords,
} from '#operations.ts';
import { laneOfEndpoint } from '#webhooks/owed-delivery.ts';
import { RequestEndpoints } from '#webhooks/request-endpoints.ts';
import { type CommandLine, openCommandLine } from './harness/command-line.ts';
import { anEmailAcceptance } from './harness/email-records.ts';
import { type OpenedInstallation, stillServer } from './harness/page-ports.ts';
import { openPageWorld, type PageWorld } from './harness/page-world.ts';

type Examples = { readonly [Name in keyof Operations]: z.input<Operations[Name]['input']> };

const link = { host: '127.0.0.1', port: 1, systemId: 'us', password: 'secret' };
const acme = { name: 'Acme.1' };
const carrier = { name: 'Carrier_1' };
const nobody = 'http://127.0.0.254:65001/';
const added = { endpoint: 2 };
/** Operations of an account are asked in this one. */
const account = 1;

const shop = { domain: 'shop.example' };

/** In an order in which each finds what it is about. An operation without an example does not compile. */
const examples: Examples = {
  'operator add': { ...acme, ...link, binds: 32, ratePerSecond: 5, wordTable: { SENT: 'waiting' } },
  'operator list': {},
  'operator set': { ...acme, ratePerSecond: null, tls: true, nationalTables: ['turkish'] },
  'operator show': acme,
  'operator pause': acme,
  'operator drain': acme,
  'operator reroute': acme,
  'operator resume': acme,
  'operator try': { ...link, tls: false },
  'operator binds': acme,
  'operator trace': { ...acme, isOn: true },
  'route set': { prefix: '33', operator: 'Acme.1', buyPrice: '0.02', senders: 'word,long' },
  'route plan': { table: 'prefix,operator\n336,Acme.1\n' },
  'route import': { table: 'prefix,operator\n336,Acme.1\n', removesOthers: false },
  'route list': {},
  'route export': {},
  'network import': { table: 'prefix,network\n336,20801\n' },
  'route explain': { to: '+33612345678', grade: '2' },
  'route remove': { prefix: '336', operator: 'Acme.1' },
  'lane pause': { lane: 'sms/1/0:bulk/17' },
  'lane list': { limit: 10 },
  'lane resume': { lane: 'sms/1/0:bulk/17' },
  'lane cancel': { tag: 'spring', olderThan: '2025-01-01T00:00:00.120Z', yes: true },
  'lane move': { to: 'Acme.1', prefix: '33', olderThan: '2025-01-01T00:00:00Z' },
  'lane tasks': {},
  'lane stop': { task: 1 },
  'operator remove': acme,
  'config server': {},
  'doctor server': {},
  diagnostics: {},
  'audit list': { before: 1, limit: 10 },
  'audit verify': {},
  'balance show': {},
  'balance alert': { level: '2.5' },
  'balance refill': {},
  'ledger list': { after: '1-1', limit: 5, purse: 'test' },
  'ledger spending': { days: 7 },
  'price set': { prefix: '33', price: '0.049' },
  'price plan': { table: 'prefix,price\n33,0.05\n' },
  'price import': { table: 'prefix,price\n33,0.05\n' },
  'price list': { prefix: '33' },
  'price remove': { prefix: '33' },
  'call-price set': { prefix: '33', minute: '0.01', nextS: 6 },
  'call-price list': {},
  'account prices': {},
  'call-price remove': { prefix: '33', account: null },
  'trunk add': { ...carrier, host: '127.0.0.1', sources: ['192.0.2.0/24'], register: false },
  'trunk list': {},
  'trunk set': { ...carrier, maxCalls: 20, port: null, prefixes: ['33', '44'], pai: 'none' },
  'trunk show': carrier,
  'trunk pause': carrier,
  'trunk resume': carrier,
  'trunk trace start': { ...carrier, minutes: 15 },
  'trunk trace show': { ...carrier, limit: 10 },
  'trunk trace stop': carrier,
  'trunk remove': carrier,
  'account create': {
    name: 'Third',
    email: 't@t.example',
    balance: '10',
  },
  'account list': { limit: 10 },
  'account topup': { account: 3, amount: '2.5', test: true },
  'account set': { account: 3, name: 'Shop', eventUrl: '', countries: 'FR,BE', marketing: true },
  'account show': { account: 3 },
  'account settings set': {
    transliterate: 'letters',
    xmlForm: 'positional',
    replySignature: 'sha256',
    replySecret: 'of-our-own-choice',
  },
  'account settings show': {},
  'subaccount create': { name: 'Branch', credit: '4', test: true },
  'subaccount list': { limit: 10 },
  'subaccount credit': { subaccount: 4, amount: '1.5', back: true, test: true },
  'subaccount remove': { subaccount: 4 },
  'key create': {
    bases: ['sms'],
    scopes: ['send', 'read'],
    expires: '2090-12-31',
    dailyBudget: '5',
  },
  'key import': { clear: '0123456789abcdef0123456789ab', mode: 'test', addresses: ['192.0.2.1'] },
  'key set': { key: 11, label: 'Shop', expires: null, addresses: ['::1', '192.0.2.0/24'] },
  'key list': { base: 'sms' },
  'request list': { status: '4xx', from: '2025-01-01', text: '+33612345678', limit: 10 },
  'request show': { request: 1 },
  'key revoke': { key: 11 },
  'limit set': { account: 1, rule: 'spend-day', key: 1, max: '2.50' },
  'limit list': { account: 1 },
  'limit remove': { account: 1, rule: 'spend-day', key: 1 },
  'limit reset': { account: 1 },
  'limit held': {},
  'limit release': { account: 1 },
  'mail list': { account: 1, limit: 5 },
  'mail show': { email: 1 },
  'mail story': { email: 1, mail: 512 },
  'mail cancel': { email: 1 },
  'mail held': {},
  'mail hold': { lane: 'relay' },
  'mail limit': { lane: 'relay', connections: 3, tls: 'required' },
  'mail queue': {},
  'mail resume': { lane: 'relay' },
  'mail release': { account: 1 },
  'risk list': {},
  'risk add': { prefix: '4470', reason: 'seen in May' },
  'risk remove': { prefix: '+4470' },
  'endpoint list': { source: 'request' },
  'endpoint secret': { endpoint: 1 },
  'endpoint skip': { endpoint: 1 },
  'endpoint add': { url: nobody, events: ['dlr', 'stop'], ratePerSecond: null, schedule: [5, 60] },
  'endpoint show': added,
  'endpoint set': { ...added, ordering: 'strict', events: [], maxInFlight: 2 },
  'endpoint test': { ...added, kind: 'stop' },
  'endpoint pause': added,
  'endpoint resume': { ...added, newerThan: '1h' },
  'endpoint rotate': { ...added, overlap: '2h' },
  'endpoint revoke': added,
  'endpoint sign': { ...added, signatures: ['hub'] },
  'endpoint attempts': { endpoint: 1, limit: 5 },
  'endpoint deliveries': added,
  'endpoint replay': { ...added, since: '1h', kinds: ['dlr', 'stop'], phone: '0612345678' },
  'endpoint replays': {},
  'endpoint replay-cancel': { replay: 1 },
  'event list': { kind: 'dlr', outcome: 'undelivered' },
  'event show': { event: 77 },
  'event replay': { event: 77, endpoint: 2 },
  'endpoint remove': added,
  'stop add': { phones: ['+33612345678', '06 12 34 56 79', 'nobody'] },
  'stop list': { phone: '0612345678', limit: 5 },
  'stop remove': { phone: '+33612345678', reason: 'asked on the phone' },
  'number add': { number: '+33 7 55 00 00 01', account, sms: true, monthly: '1.5' },
  'number set': { number: '33755000001', forward: true, minute: '0.01' },
  'number list': { prefix: '337', account },
  'number release': { number: '33755000001', quarantine: true },
  cluster: {},
  'cluster drain': { process: 9 },
  'cluster resume': { process: 9 },
  'domain add': shop,
  'domain list': {},
  'domain all': {},
  'domain show': shop,
  'domain check': shop,
  'domain rotate': shop,
  'domain keep': { ...shop, account, off: true },
  'sender list': {},
  'sender all': {},
  'sender add': { address: 'ada@shop.example', name: 'Ada' },
  'sender default': { address: 'ada@shop.example' },
  'sender remove': { address: 'ada@shop.example' },
  'domain remove': shop,
  'suppression add': { addresses: ['Ada@client.example', 'nobody'], stream: 'news' },
  'suppression import': { table: 'address,reason\nbob@client.example,manual\n' },
  'suppression list': { reason: 'manual', from: '2025-01-01' },
  'suppression export': { address: 'eve@client.example' },
  'suppression release': { all: true },
  'member invite': { email: 'Bob@acme.example', role: 'viewer', language: 'fr', linkOnly: true },
  'member list': {},
  'member set': { email: 'bob@acme.example', role: 'support' },
  'member remove': { email: 'bob@acme.example' },
  'member withdraw': { email: 'bob@acme.example' },
  'smpp-user create': { systemId: 'ACME', account, ratePerSecond: 50, tlsRequired: true },
  'smpp-user list': { account },
  'smpp-user set': { systemId: 'ACME', ratePerSecond: null, tlsRequired: false, newPassword: true },
  'smpp-user remove': { systemId: 'ACME' },
};

const ordered = Object.entries<object>(examples).map(([name, input]) => ({
  operation: must(
    operations.find((one) => one.name === name),
    name,
  ),
  input: input as Readonly<Record<string, unknown>>,
}));

test('each has an example, its words and its line in the docs', async () => {
  const names = operations.map(({ name }) => name);
  assert.deepEqual(Object.keys(examples).toSorted(), names.toSorted());
  const docs = await readFile(path.join(import.meta.dirname, '../docs/commands.md'), 'utf8');
  for (const { name, changes = [], input } of operations) {
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
        const caller = { actor: 'ada', atMs: 1, isAdministrator, role, accountId: 1 };
        // What is let in is refused for its input, and reaches nothing.
        const asked = { input: undefined, caller };
        const outcome = await runOperation({ ...operation, needs }, {} as OperationPorts, asked);
        const permitted = needs === 'administrator' ? isAdministrator : isPermitted(role, needs);
        const isLetIn = !outcome.ok && outcome.refusals[0].code === wrongField;
        assert.equal(isLetIn, permitted, `${operation.name}: ${role} ${isAdministrator}`);
      }
    }
  }
});

function isPermitted(role: Role | undefined, permission: Permission): boolean {
  return role !== undefined && mayDo(role, permission);
}

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
        : Object.keys(requestBody.content['application/json'].schema.properties ?? {});
    assert.deepEqual(taken.toSorted(), fields, at);
    assert.ok(responses[200].content['application/json'].schema, at);
  }
});

type Schema = z.core.JSONSchema.JSONSchema;
type Content = { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
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
      } else assert.match(String(alone.get(name)), /No server runs/);
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
    assert.match(refused.text, /binds is not right: must be a whole number from 1 to 32/);
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

/** As the pages' client calls it: `ask` and `act` of dashboard/api/operate.ts, over HTTP. */
async function answersOverHttp(): Promise<Answers> {
  await using world = await openPageWorld();
  await fill(world.installation);
  const told: string[] = [];
  const client = await openClient(world, told);
  const answers = new Map<string, unknown>();
  for (const { operation, input } of ordered) {
    const { name } = operation;
    const answering = askOf(client, operation)(name, input);
    if (refused.includes(name)) {
      const failure: unknown = await answering.catch((thrown: unknown) => thrown);
      answers.set(name, `parley: ${(failure as Error).message}\n`);
      continue;
    }
    const answer = await answering;
    assert.deepEqual(told.splice(0), operation.changes ?? [], name);
    assert.deepEqual(answersIn(document, operation).parse(answer), answer, name);
    answers.set(operation.name, settled(answer));
  }
  return answers;
}

/** Nothing is held there, no event is, nobody has joined, and no DNS answers: all doors say so in the same words. */
const refused = [
  'limit release',
  'mail release',
  'event show',
  'event replay',
  'domain rotate',
  'cluster drain',
  'cluster resume',
  'member set',
  'member remove',
];

type Ask = (name: string, input: object) => Promise<unknown>;
type AskIn = (account: number, name: string, input: object) => Promise<unknown>;
type Client = Record<'ask' | 'act', Ask> & Record<'askIn' | 'actIn', AskIn>;

function askOf(client: Client, { does, needs }: AnyOperation): Ask {
  const isRead = does === 'reads';
  if (needs === 'administrator') return isRead ? client.ask : client.act;
  const askIn = isRead ? client.askIn : client.actIn;
  return (name, input) => askIn(account, name, input);
}

/** What examples are about and no operation makes: an endpoint of a request, to which an event is owed; a request; an email. */
async function fill({ storage, sealer }: OpenedInstallation): Promise<void> {
  const requests = new RequestEndpoints({ store: storage.webhooks, sealer, clock: systemClock });
  const id = must(await requests.find(account, new URL(nobody)), 'endpoint of a request');
  const address = must(parseEmailAddress('ada@shop.example'), 'address');
  await storage.domains.saveSender(
    { accountId: account, address, name: '' },
    { actor: 'test', atMs: 1 },
  );
  await storage.requests.keepApiRequests([
    {
      accountId: account,
      atMs: Date.parse('2025-02-03T04:05:06.007Z'),
      requestId: 'r1',
      method: 'POST',
      path: '/v1/send',
      status: 401,
      code: 10,
      refusal: 'key has expired',
      durationMs: 1,
      keyId: 99,
      network: '192.0.0.0/16',
      octets: 2,
      parameters: '{"to":"+336*****78"}',
      answer: '{"success":false,"code":10}',
      skipped: 0,
    },
  ]);
  const lane = laneOfEndpoint(id);
  await storage.endpoints.putJobs([
    { id: 9, lane, dueAtMs: 5, attempt: 2, orderKey: 'k', expiresAtMs: 2 ** 45, subject: 77 },
  ]);
  const dueAtMs = Date.UTC(2090, 0, 1);
  const later = { email: { scheduledAtMs: dueAtMs }, job: { dueAtMs } };
  const owner = must(await storage.accounts.findAccount(account), 'account');
  const free = { mail: { cost: zero }, state: 'scheduled' } as const;
  await storage.emails.acceptEmail(anEmailAcceptance(owner, 1, { ...later, ...free }));
}

/** The client of the pages, whose types are checked with them, on a `fetch` that leads to this world. */
async function openClient(world: PageWorld, told: string[]): Promise<Client> {
  mock.method(globalThis, 'fetch', async (address: string, { method, body }: RequestInit) => {
    const sent = typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined;
    const { status, text, headers } = await world.ask(method as 'GET' | 'POST', address, sent);
    return new Response(text, { status, headers });
  });
  Object.assign(globalThis, { document: { documentElement: { lang: 'en' } } });
  const place = path.join(import.meta.dirname, '../dashboard/api');
  const { hooks } = (await import(path.join(place, 'call.ts'))) as { hooks: Hooks };
  hooks.changed = (reads) => void told.push(...reads);
  return (await import(path.join(place, 'operate.ts'))) as Client;
}

type Hooks = { changed: (reads: readonly string[]) => void };

/** What the document says of an answer, as a schema again. */
function answersIn(paths: Paths, operation: AnyOperation): z.ZodType {
  const { path: at, method } = definitionOf(operation);
  const described = must(paths[at]?.[method.toLowerCase()], at);
  return z.fromJSONSchema(described.responses[200].content['application/json'].schema);
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
    await fill(installation);
  }
  await using _ = hasServer ? await serve(cli) : new AsyncDisposableStack();
  const answers = new Map<string, unknown>();
  for (const { operation, input } of ordered) {
    const argv = argvOf(operation, await inFiles(operation, input, cli.folder));
    cli.input = Object.entries(input).find(([field]) =>
      isNeverTyped(operation, field),
    )?.[1] as string;
    const { code, out, err } = await cli.type(...argv, '--json');
    answers.set(operation.name, code === 0 ? settled(JSON.parse(out)) : err);
    // For people it prints something, too.
    if (operation.does === 'reads' && code === 0) {
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
    operations.find((one) => one.name === name),
    name,
  );
}

/** What commands read from a file stands in one. */
async function inFiles(
  { input: { shape } }: AnyOperation,
  input: Readonly<Record<string, unknown>>,
  folder: string,
): Promise<Readonly<Record<string, unknown>>> {
  const schemas: Readonly<Record<string, z.core.$ZodType>> = shape;
  const entries = Object.entries(input).map(async ([name, value]) => {
    const schema = schemas[name];
    if (schema === undefined || noteOf(schema).isFile !== true) return [name, value] as const;
    const file = path.join(folder, name);
    await writeFile(file, String(value));
    return [name, file] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** As somebody would type it. */
function argvOf(
  operation: AnyOperation,
  input: Readonly<Record<string, unknown>>,
): readonly string[] {
  const {
    name,
    needs,
    positional = [],
    input: { shape },
  } = operation;
  const isOfThing = needs === 'administrator' || operation.accountOf !== undefined;
  const place = isOfThing ? [] : [`--${operation.accountFlag ?? 'account'}=${account}`];
  const fields = operationWords.fieldsOf(name);
  const flags = Object.entries(input)
    .filter(([field]) => !positional.includes(field) && !isNeverTyped(operation, field))
    .flatMap(([field, value]) => {
      const flag = flagOf(fields[field]?.flag ?? field);
      const schema = (shape as Readonly<Record<string, z.core.$ZodType>>)[field];
      // What is off from the start is a switch.
      if (schema && defaultOf(schema) === false) return value === true ? [flag] : [];
      return [`${flag}=${written(value)}`];
    });
  return [
    ...name.split(' '),
    ...positional.map((field) => written(input[field])),
    ...place,
    ...flags,
  ];
}

/** It comes by standard input. */
function isNeverTyped({ input: { shape } }: AnyOperation, field: string): boolean {
  const schema = (shape as Readonly<Record<string, z.core.$ZodType>>)[field];
  return schema !== undefined && noteOf(schema).isNeverTyped === true;
}

function written(value: unknown): string {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value !== 'object') return JSON.stringify(value).replaceAll('"', '');
  // No kinds of events: all of them.
  return Array.isArray(value)
    ? value.join(',') || 'all'
    : Object.entries(value)
        .map(([key, meaning]) => `${key}=${String(meaning)}`)
        .join(',');
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
  // An account's people or a command.
  'source',
];
