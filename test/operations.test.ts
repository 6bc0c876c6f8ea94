/** Every operation through each of its doors: the same input gets the same answer. */
import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
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
import { answersFile } from '#core/file-answer.ts';
import { defaultOf, noteOf } from '#core/input-form.ts';
import { zero } from '#core/money.ts';
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
import { soundFile } from '#numbers/voicemail/sound-file.ts';
import {
  type AnyOperation,
  type CommandName,
  commandOperations,
  installationOperations,
  type Operations,
  operations,
  operationWords,
  type PagePorts,
} from '#operations.ts';
import { laneOfEndpoint } from '#webhooks/owed-delivery.ts';
import { RequestEndpoints } from '#webhooks/request-endpoints.ts';
import { aCaughtMail } from './harness/caught-mail-records.ts';
import { type CommandLine, openCommandLine } from './harness/command-line.ts';
import { anEmailAcceptance } from './harness/email-records.ts';
import {
  judgeNobody,
  noMail,
  type OpenedInstallation,
  sendNothing,
  stillServer,
} from './harness/page-ports.ts';
import { openPageWorld, type PageWorld } from './harness/page-world.ts';
import { aJob, anAcceptance, aSubmit } from './harness/records.ts';

/** Those that are commands: of pages alone the tests of their rooms ask. */
type Examples = {
  readonly [Name in CommandName]: z.input<Operations[Name]['input']>;
};

const link = { host: '127.0.0.1', port: 1, systemId: 'us', password: 'secret' };
const acme = { name: 'Acme.1' };
const carrier = { name: 'Carrier_1' };
const nobody = 'http://127.0.0.254:65001/';
const added = { endpoint: 2 };
/** Operations of an account are asked in this one. */
const account = 1;

/** A second of silence. */
const greeting = (await soundFile('pcma', Buffer.alloc(8_000, 0xd5))).toString('base64');

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
  doctor: {},
  diagnostics: {},
  'audit list': { before: 1, limit: 10 },
  'audit total': { actor: 'ad' },
  'audit export': { action: 'nothing.', from: '2025-01-01', order: 'oldest' },
  'account audit': { until: '2090-01-01', action: 'account.', target: '' },
  'account audit total': {},
  'account audit export': { actor: 'nobody' },
  'audit verify': {},
  'balance show': {},
  'balance alert': { level: '2.5' },
  'balance refill': {},
  'ledger list': { after: '1-1', limit: 5, purse: 'test', from: '2025-01-01', until: '2025-02-01' },
  'ledger export': { purse: 'test', find: 'top', from: '2025-01-01', until: '2025-02-01' },
  'ledger spending': { days: 7 },
  'ledger statistics': { mode: 'live', product: 'sms', from: '2025-01-01', until: '2025-01-02' },
  'price set': { prefix: '33', price: '0.049' },
  'price plan': { table: 'prefix,price\n33,0.05\n' },
  'price import': { table: 'prefix,price\n33,0.05\n' },
  'price list': { prefix: '33' },
  'price remove': { prefix: '33' },
  'call-price set': { prefix: '33', minute: '0.01', nextS: 6 },
  'call-price list': {},
  'account prices': {},
  'account prices export': {},
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
  'account search': { q: '06 12 34 56 78' },
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
  'message list': { to: '06 12', state: 'accepted', mode: 'live', from: '2000-01-01', limit: 5 },
  'message total': { tag: 'spring', until: '2090-01-01T00:00:00Z' },
  'message export': { order: 'oldest' },
  'message statistics': { by: 'hour', from: '2025-01-01', until: '2025-01-02' },
  'message statistics export': { from: '2025-01-01', until: '2025-01-02', table: 'errors' },
  'message show': { message: 7 },
  'message story': { message: 7, place: 0 },
  'message cancel': { message: 7 },
  'message preview': { phones: ['+33612345678'], text: 'Hello', sender: 'ACME', marketing: true },
  'message send': { phones: ['+33612345678', '06 12 34 56 79'], text: 'Hello', key: 'first-send' },
  'message resend': { message: 7, place: 0 },
  'mail preview': {
    to: ['ann@client.example'],
    subject: 'Hello',
    html: '<p>Hi</p>',
    at: '2030-12-31 14:05',
  },
  'mail send': {
    to: ['ann@client.example', 'Bob Lee <bob@client.example>'],
    subject: 'Hello',
    html: '<p>Hi</p>',
    attachments: [{ filename: 'a.txt', base64Content: 'aGVsbG8=' }],
    test: true,
  },
  'mail resend': { email: 7, whom: 'all' },
  'mail all': { account: 1, limit: 5 },
  'mail list': {
    to: 'person',
    sender: '',
    state: 'scheduled',
    from: '2025-01-01',
    order: 'oldest',
  },
  'mail total': { tag: 'june' },
  'mail export': { tag: 'june', order: 'oldest' },
  'mail show': { email: 1 },
  'mail story': { email: 1, mail: 512 },
  'mail body': { email: 1, mail: 512 },
  'mail statistics': { from: '2025-01-01', until: '2025-01-02' },
  'mail statistics export': { from: '2025-01-01', until: '2025-01-02', table: 'providers' },
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
  'endpoint figures': { endpoint: 1, since: '2030-01-01T00:00Z', until: '2030-01-03T00:00Z' },
  'endpoint attempts': { endpoint: 1, limit: 5 },
  'endpoint deliveries': added,
  'endpoint replay': { ...added, since: '1h', kinds: ['dlr', 'stop'], phone: '0612345678' },
  'endpoint replays': {},
  'endpoint replay-cancel': { replay: 1 },
  'event list': { kind: 'dlr', outcome: 'undelivered', order: 'oldest' },
  'event total': { outcome: 'nobody', from: '2025-01-01' },
  'event show': { event: 77 },
  'event recent': {},
  'event replay': { event: 77, endpoint: 2 },
  'endpoint remove': added,
  'group add': { name: 'Friends' },
  'group rename': { group: 1, name: 'Kin' },
  'group list': {},
  'contact add': { group: 1, phone: '06 12 34 56 78', firstname: 'Ada' },
  'contact set': { contact: 1, lastname: 'L', date: '1990-12-31' },
  'contact plan': { group: 1, table: 'phoneNumber\n+33612345679\n12\n' },
  'contact import': { group: 1, table: 'phoneNumber\n+33612345679\n12\n', skipWrong: true },
  'contact list': { group: 1, begins: '06', limit: 10 },
  'campaign preview': { group: 1, text: 'Hello #FIRSTNAME#', saysStop: true, marketing: false },
  'campaign add': {
    name: 'Spring',
    group: 1,
    text: 'Hello #FIRSTNAME#',
    test: true,
    at: '2025-01-01T00:00:00Z',
    costMax: '2.5',
  },
  'campaign list': { limit: 5, find: 'spring', order: 'oldest' },
  'campaign pause': { campaign: 1 },
  'campaign resume': { campaign: 1, costMax: '3' },
  'campaign show': { campaign: 1 },
  'campaign cancel': { campaign: 1 },
  'contact remove': { contact: 1 },
  'group remove': { group: 1 },
  'stop export': { from: '2025-01-01', until: '2025-02-01' },
  'stop add': { phones: ['+33612345678', '06 12 34 56 79', 'nobody'] },
  'reply list': { limit: 5, from: '2025-01-01', until: '2025-02-01' },
  'reply thread': { number: '33755000001', sender: '33612345678' },
  'stop list': { phone: '0612345678', limit: 5 },
  'stop remove': { phone: '+33612345678', reason: 'asked on the phone' },
  'number add': { number: '+33 7 55 00 00 01', account, calls: true, monthly: '1.5' },
  'number set': { number: '33755000001', forward: true, monthly: '0' },
  'number list': { prefix: '337', account },
  'number release': { number: '33755000001' },
  'number available': { prefix: '337' },
  'number rent': { number: '+33755000001', label: 'Desk' },
  'number rented': { search: 'desk', mode: 'off', from: '2025-01-01', order: 'oldest' },
  'number export': { mode: 'phone' },
  'number forward': { number: '33755000001', voicemail: 'me@acme.example' },
  'number ring': { number: '33755000001', label: 'Front desk', seconds: 20, missed: '' },
  'number greeting': { number: '33755000001', wav: greeting },
  'number greeting play': { number: '33755000001' },
  'number show': { number: '33755000001' },
  'number greeting remove': { number: '33755000001' },
  'number return': { number: '33755000001' },
  'call list': { caller: '06 12', outcome: 'answered', from: '2025-01-01', order: 'oldest' },
  'call total': { number: '33755000002' },
  'call export': { outcome: 'answered', order: 'oldest' },
  'call show': { call: 7 },
  'call all': { account, limit: 5 },
  'call trace': { call: 7 },
  'call countries': { account, open: 'BE,CH' },
  'voicemail list': { caller: '+336', heard: false, order: 'oldest' },
  'voicemail export': { heard: true },
  'voicemail all': { number: '33755000002' },
  'voicemail play': { message: 7 },
  'voicemail show': { message: 7 },
  'voicemail mark': { message: 7, unheard: true },
  'voicemail delete': { message: 7 },
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
  'simulator numbers': {},
  'simulator switch': { phone: '33639980002', state: 'memory full', reports: 'late' },
  'simulator phones': {},
  'simulator fault': { set: 'slow', for: '30s' },
  'simulator clock': { by: '1h' },
  'simulator time': { by: '3d' },
  'simulator inspector': { answer: 503, retryAfter: 4, delay: '1500ms', times: 2 },
  'simulator inspector show': {},
  'simulator mails': { limit: 5, recipient: 'B@', search: 'hello' },
  'simulator mails show': { caught: 1 },
  'simulator mails html': { caught: 1 },
  'simulator mails source': { caught: 1 },
  'simulator mails attachment': { caught: 1, place: 0 },
  'mail caught': { search: 'acme' },
  'mail caught show': { caught: 1 },
  'mail caught html': { caught: 1 },
  'mail caught source': { caught: 1 },
  'mail caught attachment': { caught: 1, place: 0 },
  'simulator mails clear': {},
  'simulator webhooks': { limit: 5 },
  'simulator webhooks show': { webhook: 1 },
  'simulator webhooks clear': {},
  'smpp-user create': { systemId: 'ACME', account, ratePerSecond: 50, tlsRequired: true },
  'smpp-user list': { account },
  'smpp-user set': { systemId: 'ACME', ratePerSecond: null, tlsRequired: false, newPassword: true },
  'smpp-user remove': { systemId: 'ACME' },
};

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
    if (!answersTable(operation) && !answersFile(operation)) {
      assert.deepEqual(answersIn(document, operation).parse(answer), answer, name);
    }
    answers.set(name, settled(toldByCommand(name, answer)));
  }
  return answers;
}

/** Nothing is held there, no event is, the message has left, nobody sends, nobody has joined, and no DNS answers: all doors say so in the same words. */
const refused = [
  'limit release',
  'mail release',
  'event show',
  'event replay',
  'message cancel',
  'message preview',
  'message send',
  'message resend',
  'mail preview',
  'mail send',
  'mail resend',
  'domain rotate',
  'simulator webhooks show',
  'cluster drain',
  'cluster resume',
  'member set',
  'member remove',
];

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

/** What examples are about and no operation makes: an endpoint of a request, to which an event is owed; a request; an email. */
async function fill({ storage, sealer }: OpenedInstallation): Promise<void> {
  const requests = new RequestEndpoints({ store: storage.webhooks, sealer, clock: systemClock });
  const id = must(await requests.find(account, new URL(nobody)), 'endpoint of a request');
  const address = must(parseEmailAddress('ada@shop.example'), 'address');
  await storage.domains.saveSender(
    { accountId: account, address, name: '' },
    { actor: 'test', atMs: 1 },
  );
  await storage.accounts.keepApiRequests([
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
  await storage.webhooks.putJobs([
    { id: 9, lane, dueAtMs: 5, attempt: 2, orderKey: 'k', expiresAtMs: 2 ** 45, subject: 77 },
  ]);
  const dueAtMs = Date.UTC(2090, 0, 1);
  const owner = must(await storage.accounts.findAccount(account), 'account');
  const ofLongAgo = { tag: 'spring', acceptedAtMs: Date.UTC(2025, 0, 1) };
  const sent = anAcceptance(owner, 7, { message: ofLongAgo, recipient: { cost: zero } });
  await storage.messages.acceptMessages([sent]);
  await storage.messages.recordFacts({ submits: [aSubmit(sent)], receipts: [], refusals: [] });
  const later = { email: { scheduledAtMs: dueAtMs }, job: { dueAtMs } };
  const free = { mail: { cost: zero }, state: 'scheduled' } as const;
  await storage.emails.acceptEmail(anEmailAcceptance(owner, 1, { ...later, ...free }));
  await addCall(storage);
  const of = { accountId: account, mailId: 512 };
  await storage.simulator.keepMails([aCaughtMail({ of, octets: Buffer.from(caughtMail) })]);
}

const caughtMail = [
  'From: Acme <a@acme.example>',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Hello</p>',
  '--b',
  'Content-Type: text/plain; name=a.txt',
  'Content-Disposition: attachment; filename=a.txt',
  '',
  'Hi',
  '--b--',
  '',
].join('\r\n');

/** One that has left a message. */
async function addCall({ calls, voicemails }: OpenedInstallation['storage']): Promise<void> {
  const at = Date.parse('2025-02-03T04:05:06.007Z');
  const call = {
    id: 7,
    accountId: account,
    payerId: account,
    number: '33755000002',
    hops: [],
    caller: '33612345678',
    target: 'me@acme.example',
    kind: 'voicemail',
    trunkIn: 'carrier',
    processId: 1,
    startedAtMs: at,
    perMinute: zero,
    firstS: 1,
    nextS: 1,
  } as const;
  await calls.beginCall(call, zero);
  await calls.endCall(call.id, {
    endedAtMs: at + 2_000,
    ringingAtMs: at,
    answeredAtMs: at + 500,
    trunkOut: '',
    billedS: 2,
    cost: zero,
    cause: 'caller_hung_up',
    sipStatus: 200,
    rule: '',
  });
  const { id, number, caller, startedAtMs } = call;
  const message = { id, accountId: account, numberId: 1, number, caller, startedAtMs };
  const kept = { callerName: '', durationMs: 1_000, law: 'pcma', end: 'key' } as const;
  const mail = { mailTo: 'me@acme.example', language: 'en', isSimulated: false } as const;
  const job = aJob({ id: 2_000_000, lane: 'notice/voicemail', subject: id });
  await voicemails.saveVoicemail({ ...message, ...kept, ...mail }, Buffer.alloc(8, 0xd5), job);
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
    await fill(installation);
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
    const isOctets = noteOf(schema).isOctets === true;
    await writeFile(file, String(value), isOctets ? 'base64' : 'utf8');
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
  const there = name === 'doctor' ? ['--server'] : [];
  return [
    ...name.split(' '),
    ...there,
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
