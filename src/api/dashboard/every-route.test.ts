/** Every route of the dashboard, as the definitions list them: who is let in, and that accounts see only what is theirs. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { mayDo, type Permission, roles } from '#people/permissions.ts';
import {
  type Asked,
  openPageWorld,
  type PageWorld,
  type Person,
} from '#test/harness/page-world.ts';
import { sampleOf } from '#test/harness/schema-sample.ts';
import type { Definition } from './definition.ts';
import { dashboardDefinitions } from './definitions.ts';
import { dashboardHandlers } from './handlers.ts';

const definitions: readonly Definition[] = Object.values(dashboardDefinitions)
  .flatMap((area): unknown[] => Object.values(area))
  .filter(isDefinition);

function isDefinition(value: unknown): value is Definition {
  return typeof value === 'object' && value !== null && 'path' in value && 'needs' in value;
}

const nameOf = ({ method, path }: Definition): string => `${method} ${path}`;

const permissionOf = ({ needs }: Definition): Permission | undefined =>
  needs === 'nobody' || needs === 'signed in' || needs === 'administrator' ? undefined : needs;

/** Routes of an account. */
const ofAccounts = definitions.filter((one) => permissionOf(one) !== undefined);

/** By the segment before it: names of the right form. */
const things: Readonly<Record<string, string>> = {
  'keys/{id}': '3',
  'sub-accounts/{id}': '3',
  'endpoints/{id}': '1',
  'replays/{id}': '1',
  'events/{event}': '900',
  'emails/{id}': '77',
  'mails/{mail}': '512',
  'domains/{domain}': 'shop.example',
  'senders/{address}': 'Shop <ada@shop.example>',
  'people/{user}': '1',
  'invitations/{email}': 'eve@acme.example',
  'messages/{message}': '5',
  'recipients/{place}': '0',
  'numbers/{number}': '33755000001',
  'replies/{number}': '33755000001',
  '{number}/{sender}': '33612345678',
  'stops/{stop}': '1',
  'voicemails/{voicemail}': '1',
  'phones/{phone}': '33639980001',
};

/** The path of that account, with names of things that may or may not be there. */
function fill(path: string, account: number): string {
  const segments = path.split('/');
  return segments
    .map((segment, at) => {
      if (segment === '{account}') return String(account);
      if (!segment.startsWith('{')) return segment;
      const key = `${segments[at - 1] ?? ''}/${segment}`;
      return encodeURIComponent(things[key] ?? '1');
    })
    .join('/');
}

/** What no schema tells. */
const known: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'POST /api/accounts/{account}/phones/{phone}/texts': { to: '33755000001' },
};

function ask(
  world: PageWorld,
  route: Definition,
  account: number,
  person?: Person,
  changes?: Parameters<PageWorld['ask']>[4],
): Promise<Asked> {
  const body = route.body === undefined ? undefined : sampleOf(route.body, known[nameOf(route)]);
  return world.ask(route.method, fill(route.path, account) + queryOf(route), body, person, changes);
}

function queryOf({ query }: Definition): string {
  if (query === undefined) return '';
  return `?${new URLSearchParams(sampleOf(query) as Record<string, string>).toString()}`;
}

const openWorld = () =>
  openPageWorld((ports) =>
    dashboardHandlers({
      ...ports,
      send: async () => ({ ok: false, refusal: { why: 'text is empty' } }),
      preview: async () => ({ ok: false, refusal: { why: 'text is empty' } }),
    }),
  );

suite('every route of the dashboard', () => {
  test('can be asked by a sample that its schemas take', () => {
    assert.ok(definitions.length > 100, 'the definitions are found');
    for (const route of definitions) {
      const { body, query } = route;
      for (const schema of [body, query]) {
        const sample = schema && sampleOf(schema, schema === body ? known[nameOf(route)] : {});
        if (schema) assert.ok(schema.safeParse(sample).success, nameOf(route));
      }
    }
  });

  test('is answered, and nothing is answered that is not listed', async () => {
    let answered: readonly string[] = [];
    await using _ = await openPageWorld((ports) => {
      const handlers = dashboardHandlers(ports);
      answered = handlers.map(({ definition }) => nameOf(definition));
      return handlers;
    });
    assert.deepEqual(answered.toSorted(), definitions.map(nameOf).toSorted());
  });

  test('takes no write that does not come from a page of ours', async () => {
    await using world = await openWorld();
    for (const route of definitions.filter(({ method }) => method !== 'GET')) {
      for (const changes of [
        { 'x-parley': '' },
        { origin: 'http://elsewhere.example' },
        { 'content-type': 'text/plain' },
      ]) {
        const { status, json } = await ask(world, route, 1, undefined, changes);
        const expected = [403, 'request is not from our page'];
        assert.deepEqual([status, json['word']], expected, nameOf(route));
      }
    }
  });

  test('that needs somebody refuses who has no session', async () => {
    await using world = await openWorld();
    for (const route of definitions.filter(({ needs }) => needs !== 'nobody')) {
      const { status, json } = await ask(world, route, 1, undefined, { cookie: '' });
      assert.deepEqual([status, json['word']], [401, 'nobody is signed in'], nameOf(route));
    }
  });

  test('that needs a fresh sign-in asks for one', async () => {
    await using world = await openWorld();
    const tired = { roles: { 1: 'owner' as const }, isAdministrator: true, isFresh: false };
    for (const route of definitions.filter(({ fresh }) => fresh === true)) {
      const { status, json } = await ask(world, route, 1, tired);
      assert.deepEqual([status, json['word']], [403, 'sign-in is not fresh'], nameOf(route));
    }
  });

  test('of the console is not there for who runs nothing', async () => {
    await using world = await openWorld();
    const customer = { roles: { 1: 'owner' as const } };
    const console = definitions.filter(({ needs }) => needs === 'administrator');
    assert.ok(console.every(({ path }) => path.startsWith('/api/console/')));
    const nothing = await world.ask('GET', '/api/console/no-such-page', undefined, customer);
    for (const route of console) {
      const { status, text } = await ask(world, route, 1, customer);
      assert.deepEqual([status, text], [404, nothing.text], nameOf(route));
    }
  });

  test('of an account lets in the roles that may, and no other', async () => {
    await using world = await openWorld();
    for (const role of roles) {
      for (const route of ofAccounts) {
        const { status, json, text } = await ask(world, route, 2, { roles: { 2: role } });
        const permission = must(permissionOf(route), 'permission');
        const why = `${role}: ${nameOf(route)}: ${status} ${text.slice(0, 300)}`;
        const isLetIn = json['word'] !== 'role does not allow it';
        assert.equal(isLetIn, mayDo(role, permission), why);
        assert.ok(isLetIn ? status < 500 && status !== 401 : status === 403, why);
      }
    }
  });
});
