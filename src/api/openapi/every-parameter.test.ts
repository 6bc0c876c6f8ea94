/** Each parameter that the notes name is one that its command reads, and a request made of the notes is a good one. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ApiPorts } from '#api/api-server.ts';
import type { Command } from '#api/commands/command.ts';
import { type CommandPorts, listCommands } from '#api/commands/commands.ts';
import { must } from '#core/assert.ts';
import { type ApiReply, type ApiWorld, liveKey, openApiWorld } from '#test/harness/api-world.ts';
import { unaskedMail } from '#test/harness/unasked.ts';
import { commandNotes } from './command-paths.ts';
import type { JsonSchema } from './json-schema.ts';

type Parameters = Readonly<Record<string, unknown>>;

/** Of a parameter or of a member within one: `attachments`, 0, `filename`. */
type Place = readonly (string | number)[];

/** What fits a name wherever it stands; anything else is made from its schema. */
const fitting: Parameters = {
  phoneNumbers: '+33612345678',
  phoneNumber: '+33612345678',
  phone: '+33612345678',
  number: '+33755000001',
  sender: 'ACME',
  virtualNumber: '33755000001',
  scheduledDeliveryDate: '21/12/2030',
  minute: 5,
  email: 'ann@example.net',
  from: 'shop@example.com',
  replyTo: 'help@example.com',
  domain: 'acme.example',
  base64Content: 'SGVsbG8=',
  contentType: 'text/plain',
  headers: { 'X-A': 'b' },
  variables: { CITY: 'Lyon' },
  date: '2000-01-31',
  prefix: '33',
  before: '1',
  event: 'dlr',
  param: '+33612345678',
  since: '60',
  until: '2030-01-01T00:00:00Z',
  newerThan: '60',
  overlap: 86_400,
  schedule: '5',
};
for (const name of ['url', 'webhookUrl', 'urlDlr', 'urlResponse', 'notifyUrl']) {
  Object.assign(fitting, { [name]: 'https://acme.example/hook' });
}

/** What fits at one path alone. */
const fittingAt: Readonly<Record<string, Parameters>> = {
  '/v1/vn/send': { from: '+33755000001', to: '+33612345678' },
  '/v1/vn/callforward': { type: 1 },
  '/v1/vn/list': { after: '33755000001' },
  '/v1/vn/available': { after: '33755000001' },
  '/v1/statistics/cost-resume': { interval: 'custom', from: '01-12-2029', to: '31-12-2029' },
  '/v1/events': { after: 'now' },
  '/v1/events/stream': { after: 'now' },
  '/mail/v1/events': { after: 'now', event: 'email.sent' },
  '/mail/v1/events/stream': { after: 'now', event: 'email.sent' },
  '/mail/v1/webhook/add': { events: ['email.sent'] },
  '/mail/v1/webhook/update': { events: ['email.sent'] },
};

/** What excludes another parameter, and is asked without it. */
const apart: Readonly<Record<string, readonly string[]>> = {
  '/v1/events': ['since'],
  '/v1/events/stream': ['since'],
  '/mail/v1/events': ['since'],
  '/mail/v1/events/stream': ['since'],
};

const commands = listCommands({ ...unaskedMail } as unknown as CommandPorts);

suite('a request made of the notes', () => {
  for (const command of commands) {
    const { takes = {} } = must(commandNotes[command.path], command.path);
    if (Object.keys(takes).length === 0) continue;

    test(`to ${command.path} is a good one, and every name in it is read`, async () => {
      const asking = await openAsking(command);
      await using _ = asking.world;
      const whole = samplesOf(command);
      const reply = await asking.post(without(whole, apart[command.path] ?? []));
      assert.notEqual(reply.status, 400, reply.text);
      const unread: string[] = [];
      for (const place of placesIn(whole)) {
        if (!(await isRead(place, whole, asking))) unread.push(place.join('.'));
      }
      assert.deepEqual(unread, []);
    });
  }
});

type Asking = {
  readonly world: ApiWorld;
  readonly command: Command;
  post(parameters: Parameters): Promise<ApiReply>;
  /** All that can be seen of a request: what it is answered, and what its command asked of others. */
  seen(parameters: Parameters): Promise<string>;
};

/** A name that is read makes a difference: beside all others, or where it stands alone with what must be there. */
async function isRead(place: Place, whole: Parameters, asking: Asking): Promise<boolean> {
  const [name = ''] = place;
  const { path } = asking.command;
  const { needs = [] } = must(commandNotes[path], path);
  const few = pick(whole, [...needs, String(name)]);
  for (const parameters of [whole, few]) {
    const odd = changed(parameters, place, oddOf(valueAt(whole, place)));
    if ((await asking.seen(parameters)) !== (await asking.seen(odd))) return true;
  }
  return false;
}

async function openAsking(command: Command): Promise<Asking> {
  const asked: string[] = [];
  const world = await openApiWorld(listeningPorts(asked));
  const post = (parameters: Parameters) => ask(world, command, { apiKey: liveKey, ...parameters });
  const seen = async (parameters: Parameters): Promise<string> => {
    asked.length = 0;
    const { status, text } = await post(parameters);
    return [status, text, ...asked].join('\n');
  };
  return { world, command, post, seen };
}

function ask(
  world: ApiWorld,
  { path, methods }: Command,
  parameters: Parameters,
): Promise<ApiReply> {
  if (methods.includes('POST')) {
    return world.ask(path, { method: 'POST', body: JSON.stringify(parameters) });
  }
  return world.ask(`${path}?${new URLSearchParams(inForm(parameters)).toString()}`);
}

/** As PHP writes it: `tag[a]=b`. */
function inForm(value: unknown, name = ''): string[][] {
  if (typeof value !== 'object' || value === null) return [[name, String(value)]];
  return Object.entries(value).flatMap(([member, each]) =>
    inForm(each, name === '' ? member : `${name}[${member}]`),
  );
}

/** Neighbours that write down what they are asked; those before others answer, so that more is asked. */
function listeningPorts(asked: string[]): Partial<ApiPorts> {
  const hear = (name: string, args: readonly unknown[]): void => {
    asked.push(`${name} ${JSON.stringify(args, withoutChance)}`);
  };
  const deaf = (name: string): never =>
    new Proxy(() => undefined, {
      get: (_, member) => deaf(`${name}.${String(member)}`),
      apply: (_, __, args: readonly unknown[]) => {
        hear(name, args);
        throw new Error('Nobody answers here');
      },
    }) as never;
  const over = (name: string, answers: object): never =>
    new Proxy(answers, {
      get: (known, member): unknown =>
        (Reflect.get(known, member) as unknown) ?? deaf(`${name}.${String(member)}`),
    }) as never;
  const group = { id: 1, accountId: 7, name: 'Friends' };
  const addressBook = {
    findGroup: async () => group,
    countContacts: async () => 0,
    listPhones: async () => ['33612345678'],
    addContacts: async (wish: object) => {
      hear('addContacts', [wish]);
      return [];
    },
  };
  const endpoint = { id: 1, accountId: 7 };
  const store = over('endpoints.store', { findEndpoint: async () => endpoint });
  return {
    addressBook: over('addressBook', addressBook),
    endpoints: over('endpoints', { store }),
    virtualNumbers: over('virtualNumbers', { findRuleOf: async () => undefined }),
    // A command takes its store when it is made.
    mailDomains: over('mailDomains', { store: deaf('mailDomains.store') }),
    ...Object.fromEntries(silent.map((name) => [name, deaf(name)])),
  };
}

const silent = [
  'calls',
  'cancelMail',
  'emails',
  'events',
  'preview',
  'send',
  'sendMail',
  'messages',
  'spending',
  'status',
  'stops',
  'subAccounts',
  'suppressedMail',
  'suppressions',
  'toldSuppressions',
  'voicemails',
] as const satisfies readonly (keyof ApiPorts)[];

/** What is another one for each request; a buffer is told by what it holds. */
function withoutChance(name: string, value: unknown): unknown {
  return name === 'requestId' || name === 'key' || name === 'caller' ? undefined : value;
}

function samplesOf({ path }: Command): Parameters {
  const { takes = {} } = must(commandNotes[path], path);
  const known = { ...fitting, ...fittingAt[path] };
  return Object.fromEntries(
    Object.entries(takes).map(([name, schema]) => [name, sampleOf(name, schema, known)]),
  );
}

function sampleOf(name: string, schema: JsonSchema, known: Parameters): unknown {
  const { type, enum: words, properties, items, minimum } = schema;
  if (Array.isArray(words)) return known[name] ?? words.at(-1);
  const [kind] = [type].flat();
  if (kind === 'array') return [sampleOf('', (items ?? {}) as JsonSchema, known)];
  if (properties !== undefined) {
    const members = Object.entries(properties as Readonly<Record<string, JsonSchema>>);
    return Object.fromEntries(members.map(([each, own]) => [each, sampleOf(each, own, known)]));
  }
  if (name in known) return known[name];
  if (kind === 'object') return {};
  return kind === 'string' ? 'x' : Math.max(Number(minimum ?? 1), 1);
}

/** Of each value that stands for itself, and of each that holds others. */
function placesIn(value: unknown, place: Place = []): readonly Place[] {
  const own = place.length === 0 || typeof place.at(-1) === 'number' ? [] : [place];
  const isOpen =
    typeof value === 'object' && value !== null && !openNames.has(String(place.at(-1)));
  if (!isOpen) return own;
  const within = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [...own, ...within.flatMap(([name, each]) => placesIn(each, [...place, name]))];
}

/** Their members are the client's. */
const openNames = new Set(['headers', 'variables', 'metadata']);

/** Something that nobody means by this name. */
function oddOf(value: unknown): unknown {
  return typeof value === 'object' ? 'odd' : { odd: ['odd'] };
}

function valueAt(value: unknown, place: Place): unknown {
  return place.reduce<unknown>((within, name) => Reflect.get(Object(within), name), value);
}

function changed(parameters: Parameters, place: Place, value: unknown): Parameters {
  const copy = structuredClone(parameters);
  const within = valueAt(copy, place.slice(0, -1));
  Reflect.set(Object(within), must(place.at(-1), 'name'), value);
  return copy;
}

function pick(parameters: Parameters, names: readonly string[]): Parameters {
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => names.includes(name)));
}

function without(parameters: Parameters, names: readonly string[]): Parameters {
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !names.includes(name)));
}
