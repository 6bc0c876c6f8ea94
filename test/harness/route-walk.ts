/** Every route of the dashboard's API, asked by what its own definition says: a new route is walked by itself. */
import type { Definition } from '#api/dashboard/handler.ts';
import { namedDefinitions } from '#api/openapi/dashboard-paths.ts';
import { permissionOf as permissionIn } from '#core/operation.ts';
import type { Permission } from '#core/permissions.ts';
import { type Asked, openPageWorld, type PageWorld, type Person } from './page-world.ts';
import { sampleOf } from './schema-sample.ts';

export const definitions: readonly Definition[] = namedDefinitions().map(
  ({ definition }) => definition,
);

export const nameOf = ({ method, path }: Definition): string => `${method} ${path}`;

export const permissionOf = ({ needs }: Definition): Permission | undefined => permissionIn(needs);

/** Routes of an account. */
export const ofAccounts = definitions.filter((one) => permissionOf(one) !== undefined);

const fill = (path: string, account: number): string => path.replace('{account}', String(account));

/** What no schema tells. */
export const known: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'POST /api/accounts/{account}/operations/simulator-write': {
    phone: '33639980001',
    to: '33755000001',
  },
  'POST /api/accounts/{account}/operations/simulator-time': { by: '1h' },
  'POST /api/operations/simulator-clock': { by: '1h' },
  'POST /api/operations/sign-in-begin': { email: 'ada@parley.example' },
  'POST /api/operations/sign-in-forgot': { email: 'ada@parley.example' },
  'POST /api/operations/setup-make': { email: 'ada@parley.example' },
  'POST /api/operations/setup-propose-passkey': { email: 'ada@parley.example' },
  'POST /api/operations/address-ask': { email: 'ada@parley.example' },
  'POST /api/operations/account-create': { email: 'ada@parley.example' },
  'POST /api/operations/operator-add': { host: '127.0.0.1' },
  'POST /api/operations/operator-try': { host: '127.0.0.1' },
  'GET /api/operations/route-explain': { to: '+33612345678', grade: '1', sender: 'Acme' },
  'POST /api/operations/route-plan': { table: 'prefix,operator\n33,acme\n' },
  'POST /api/operations/route-import': { table: 'prefix,operator\n33,acme\n' },
  'POST /api/operations/route-set': {
    prefix: '33',
    network: '',
    grade: 'any',
    senders: 'any',
    price: '1',
    buyPrice: '1',
  },
  'POST /api/operations/route-remove': { prefix: '33', network: '', grade: 'any', senders: 'any' },
  'POST /api/operations/network-import': { table: 'prefix,network\n336,20801\n' },
  'POST /api/operations/price-plan': { table: 'prefix,price\n33,1\n' },
  'POST /api/operations/price-import': { table: 'prefix,price\n33,1\n' },
  'POST /api/operations/mail-hold': { lane: 'relay' },
  'POST /api/operations/mail-resume': { lane: 'relay' },
  'POST /api/operations/mail-limit': { lane: 'relay' },
  'POST /api/operations/lane-pause': { lane: 'sms/1/0:bulk/17' },
  'POST /api/operations/lane-resume': { lane: 'sms/1/0:bulk/17' },
  'POST /api/accounts/{account}/operations/suppression-import': {
    table: 'address\na@b.example\n',
  },
  'POST /api/accounts/{account}/operations/member-invite': {
    email: 'bob@acme.example',
    role: 'viewer',
  },
  'POST /api/accounts/{account}/operations/member-set': {
    email: 'bob@acme.example',
    role: 'viewer',
  },
  'POST /api/accounts/{account}/operations/member-remove': { email: 'bob@acme.example' },
  'POST /api/accounts/{account}/operations/member-withdraw': { email: 'eve@acme.example' },
  'GET /api/accounts/{account}/operations/reply-thread': {
    number: '33755000001',
    sender: '33612345678',
  },
  'GET /api/accounts/{account}/operations/message-show': { message: 5 },
  'GET /api/accounts/{account}/operations/message-story': { message: 5, place: 0 },
  ...Object.fromEntries(
    ['message', 'mail', 'ledger'].flatMap((noun) =>
      [`${noun}-statistics`, `${noun}-statistics-export`].map((name) => [
        `GET /api/accounts/{account}/operations/${name}`,
        { from: '2030-01-01', until: '2030-01-02' },
      ]),
    ),
  ),
  'GET /api/accounts/{account}/operations/mail-story': { mail: 512 },
  'GET /api/accounts/{account}/operations/mail-caught-attachment': { place: 0 },
  'GET /api/accounts/{account}/operations/event-show': { event: 900 },
  'POST /api/accounts/{account}/operations/event-replay': { event: 900 },
  'POST /api/accounts/{account}/operations/endpoint-replay': { since: '1h' },
  'POST /api/accounts/{account}/operations/domain-add': { domain: 'shop.example' },
  'POST /api/accounts/{account}/operations/domain-check': { domain: 'shop.example' },
  'POST /api/accounts/{account}/operations/domain-rotate': { domain: 'shop.example' },
  'POST /api/accounts/{account}/operations/domain-remove': { domain: 'shop.example' },
  'POST /api/accounts/{account}/operations/sender-add': { address: 'ada@shop.example' },
  'POST /api/accounts/{account}/operations/sender-default': { address: 'ada@shop.example' },
  'POST /api/accounts/{account}/operations/sender-remove': { address: 'ada@shop.example' },
  'GET /api/accounts/{account}/operations/domain-show': { domain: 'shop.example' },
  'POST /api/operations/domain-keep': { domain: 'shop.example' },
  'POST /api/operations/number-add': { number: '33755000001' },
  'POST /api/operations/number-set': { number: '33755000001' },
  'POST /api/operations/number-release': { number: '33755000001' },
  'GET /api/accounts/{account}/operations/number-show': { number: '33755000001' },
  'GET /api/accounts/{account}/operations/number-greeting-play': { number: '33755000001' },
  'POST /api/accounts/{account}/operations/number-rent': { number: '33755000001' },
  'POST /api/accounts/{account}/operations/number-return': { number: '33755000001' },
  'POST /api/accounts/{account}/operations/number-forward': { number: '33755000001' },
  'POST /api/accounts/{account}/operations/number-ring': { number: '33755000001' },
  'POST /api/accounts/{account}/operations/number-greeting': { number: '33755000001' },
  'POST /api/accounts/{account}/operations/number-greeting-remove': { number: '33755000001' },
  'POST /api/operations/price-set': { price: '1', prefix: '33' },
};

export function ask(
  world: PageWorld,
  route: Definition,
  account: number,
  person?: Person,
  changes?: Parameters<PageWorld['ask']>[4],
): Promise<Asked> {
  const body = route.body === undefined ? undefined : sampleOf(route.body, known[nameOf(route)]);
  return world.ask(route.method, fill(route.path, account) + queryOf(route), body, person, changes);
}

function queryOf(route: Definition): string {
  if (route.query === undefined) return '';
  const sample = sampleOf(route.query, known[nameOf(route)]) as Record<string, string>;
  return `?${new URLSearchParams(sample).toString()}`;
}

/** Where nothing is sent. */
export const openWorld = () => openPageWorld();
