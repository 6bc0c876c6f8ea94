/** Every route of the dashboard, as the definitions list them, lets in whom it says and nobody else. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { operationHandlers } from '#api/operations/operation-handlers.ts';
import { must } from '#core/assert.ts';
import { mayDo, roles } from '#core/permissions.ts';
import { openPageWorld } from '#test/harness/page-world.ts';
import {
  ask,
  definitions,
  known,
  nameOf,
  ofAccounts,
  openWorld,
  permissionOf,
} from '#test/harness/route-walk.ts';
import { sampleOf } from '#test/harness/schema-sample.ts';

/** What a closed account's people may still do: take away, leave, and answer for whom they wrote to. */
const staysOpen: readonly string[] = [
  'POST /api/accounts/{account}/operations/campaign-pause',
  'POST /api/accounts/{account}/operations/campaign-cancel',
  'POST /api/accounts/{account}/operations/group-remove',
  'POST /api/accounts/{account}/operations/contact-remove',
  'POST /api/accounts/{account}/operations/key-revoke',
  'POST /api/accounts/{account}/operations/message-cancel',
  'POST /api/accounts/{account}/operations/endpoint-replay-cancel',
  'POST /api/accounts/{account}/operations/endpoint-pause',
  'POST /api/accounts/{account}/operations/endpoint-remove',
  'POST /api/accounts/{account}/operations/endpoint-revoke',
  'POST /api/accounts/{account}/operations/domain-remove',
  'POST /api/accounts/{account}/operations/sender-remove',
  'POST /api/accounts/{account}/operations/mail-cancel',
  'POST /api/accounts/{account}/operations/member-set',
  'POST /api/accounts/{account}/operations/member-remove',
  'POST /api/accounts/{account}/operations/member-withdraw',
  'POST /api/accounts/{account}/operations/erasure-preview',
  'POST /api/accounts/{account}/operations/erasure-make',
  'POST /api/accounts/{account}/operations/voicemail-delete',
  'POST /api/accounts/{account}/operations/number-greeting-remove',
  'POST /api/accounts/{account}/operations/stop-add',
  'POST /api/accounts/{account}/operations/suppression-add',
  'POST /api/accounts/{account}/operations/suppression-import',
  'POST /api/accounts/{account}/operations/endpoint-check-request',
  // They read, and note no more than that somebody has.
  'POST /api/accounts/{account}/operations/voicemail-mark',
  'POST /api/accounts/{account}/operations/domain-check',
];

/** Why a write may come from a session that nobody has confirmed for a while. All others must be fresh. */
const withoutFreshness: Readonly<Record<string, readonly string[]>> = {
  'it is how one signs in, or out, and shows what it knows': [
    'POST /api/operations/setup-look',
    'POST /api/operations/setup-make',
    'POST /api/operations/setup-propose-passkey',
    'POST /api/operations/sign-in-begin',
    'POST /api/operations/sign-in-end',
    'POST /api/operations/sign-in-confirm',
    'POST /api/operations/sign-in-confirm-passkey',
    'POST /api/operations/sign-in-by-passkey',
    'POST /api/operations/sign-in-ask-passkey',
    'POST /api/operations/sign-in-forgot',
    'POST /api/operations/link-use',
    'POST /api/operations/link-look',
    'POST /api/operations/link-password',
    'POST /api/operations/link-propose-passkey',
    'POST /api/operations/link-take',
    'POST /api/operations/address-look',
    'POST /api/operations/address-confirm',
  ],
  'it is the person’s own, and no way in': [
    'POST /api/operations/me-set',
    'POST /api/operations/passkey-rename',
  ],
  'it ends sessions, views, invitations or what they asked for: waiting would help a thief': [
    'POST /api/operations/session-end-others',
    'POST /api/operations/session-end',
    'POST /api/operations/address-cancel',
    'POST /api/operations/view-end',
    'POST /api/accounts/{account}/operations/member-withdraw',
  ],
  'it is the daily work of who sends, bounded by limits': [
    'POST /api/accounts/{account}/operations/message-send',
    'POST /api/accounts/{account}/operations/message-resend',
    'POST /api/accounts/{account}/operations/message-cancel',
    'POST /api/accounts/{account}/operations/mail-send',
    'POST /api/accounts/{account}/operations/mail-resend',
    'POST /api/accounts/{account}/operations/stop-add',
    'POST /api/accounts/{account}/operations/stop-remove',
    'POST /api/accounts/{account}/operations/suppression-add',
    'POST /api/accounts/{account}/operations/suppression-import',
    'POST /api/accounts/{account}/operations/suppression-release',
    'POST /api/accounts/{account}/operations/domain-add',
    'POST /api/accounts/{account}/operations/sender-add',
    'POST /api/accounts/{account}/operations/sender-default',
    'POST /api/accounts/{account}/operations/sender-remove',
    'POST /api/accounts/{account}/operations/balance-alert',
    'POST /api/accounts/{account}/operations/group-add',
    'POST /api/accounts/{account}/operations/group-rename',
    'POST /api/accounts/{account}/operations/group-remove',
    'POST /api/accounts/{account}/operations/contact-add',
    'POST /api/accounts/{account}/operations/contact-set',
    'POST /api/accounts/{account}/operations/contact-remove',
    'POST /api/accounts/{account}/operations/contact-import',
    'POST /api/accounts/{account}/operations/campaign-add',
    'POST /api/accounts/{account}/operations/campaign-pause',
    'POST /api/accounts/{account}/operations/campaign-resume',
    'POST /api/accounts/{account}/operations/campaign-cancel',
  ],
  'it is the daily work of who takes calls': [
    'POST /api/accounts/{account}/operations/number-forward',
    'POST /api/accounts/{account}/operations/number-ring',
    'POST /api/accounts/{account}/operations/number-greeting',
    'POST /api/accounts/{account}/operations/number-greeting-remove',
    'POST /api/accounts/{account}/operations/voicemail-mark',
    'POST /api/accounts/{account}/operations/voicemail-delete',
  ],
  'it sends to where a fresh sign-in has led it, or stops that': [
    'POST /api/accounts/{account}/operations/endpoint-remove',
    'POST /api/accounts/{account}/operations/endpoint-pause',
    'POST /api/accounts/{account}/operations/endpoint-resume',
    'POST /api/accounts/{account}/operations/endpoint-skip',
    'POST /api/accounts/{account}/operations/endpoint-test',
    'POST /api/accounts/{account}/operations/event-replay',
    'POST /api/accounts/{account}/operations/mail-cancel',
    'POST /api/accounts/{account}/operations/endpoint-replay',
    'POST /api/accounts/{account}/operations/endpoint-replay-cancel',
  ],
  'it looks, and changes nothing': [
    'POST /api/accounts/{account}/operations/message-preview',
    'POST /api/accounts/{account}/operations/mail-preview',
    'POST /api/accounts/{account}/operations/mail-html',
    'POST /api/accounts/{account}/operations/erasure-preview',
    'POST /api/accounts/{account}/operations/endpoint-check-request',
    'POST /api/accounts/{account}/operations/domain-check',
    'POST /api/accounts/{account}/operations/contact-plan',
    'POST /api/accounts/{account}/operations/campaign-preview',
    'POST /api/operations/doctor',
    'POST /api/operations/price-plan',
    'POST /api/operations/route-plan',
  ],
  'it is of the built-in operator and its phones, where nothing is real': [
    'POST /api/accounts/{account}/operations/balance-refill',
    'POST /api/accounts/{account}/operations/simulator-switch',
    'POST /api/accounts/{account}/operations/simulator-write',
    'POST /api/accounts/{account}/operations/simulator-time',
    'POST /api/operations/simulator-fault',
    'POST /api/operations/simulator-clock',
    'POST /api/operations/simulator-inspector',
    'POST /api/operations/simulator-webhooks-clear',
    'POST /api/operations/simulator-mails-clear',
  ],
};

/** Exports, which take along more than a page shows. */
const freshReads: readonly string[] = [
  'GET /api/accounts/{account}/operations/ledger-export',
  'GET /api/accounts/{account}/operations/account-audit-export',
  'GET /api/accounts/{account}/operations/call-export',
  'GET /api/accounts/{account}/operations/number-export',
  'GET /api/accounts/{account}/operations/voicemail-export',
  'GET /api/accounts/{account}/operations/mail-export',
  'GET /api/operations/audit-export',
  'GET /api/accounts/{account}/operations/message-export',
  'GET /api/accounts/{account}/operations/stop-export',
  'GET /api/accounts/{account}/operations/suppression-export',
  'GET /api/operations/diagnostics',
];

suite('every route of the dashboard', () => {
  test('can be asked by a sample that its schemas take', () => {
    assert.ok(definitions.length > 100, 'the definitions are found');
    for (const route of definitions) {
      const { body, query } = route;
      for (const schema of [body, query]) {
        const sample = schema && sampleOf(schema, known[nameOf(route)]);
        if (schema) assert.ok(schema.safeParse(sample).success, nameOf(route));
      }
    }
  });

  test('is answered, and nothing is answered that is not listed', async () => {
    let answered: readonly string[] = [];
    await using _ = await openPageWorld((ports) => {
      const handlers = operationHandlers(ports);
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

  test('that changes something needs a fresh sign-in, but for what is listed with its reason', () => {
    const writes = definitions.filter(({ method }) => method !== 'GET');
    const tired = writes.filter(({ fresh }) => fresh !== true).map(nameOf);
    assert.deepEqual(tired.toSorted(), Object.values(withoutFreshness).flat().toSorted());
    const reads = definitions.filter(({ method, fresh }) => method === 'GET' && fresh === true);
    assert.deepEqual(reads.map(nameOf).toSorted(), freshReads.toSorted());
  });

  test('that needs a fresh sign-in asks for one', async () => {
    await using world = await openWorld();
    const tired = { roles: { 1: 'owner' as const }, isAdministrator: true, isFresh: false };
    for (const route of definitions.filter(({ fresh }) => fresh === true)) {
      const { status, json } = await ask(world, route, 1, tired);
      assert.deepEqual([status, json['word']], [403, 'sign-in is not fresh'], nameOf(route));
    }
  });

  test('of an account that is closed spends, opens and moves nothing, and takes away what may go', async () => {
    await using world = await openWorld();
    const { accounts } = world.installation.storage;
    for (const [state, word] of [
      ['disabled', 'account is disabled'],
      ['blocked', 'account is blocked'],
    ] as const) {
      await accounts.changeAccount(2, { state }, { actor: 'test', atMs: 1 });
      for (const route of ofAccounts.filter(({ method }) => method !== 'GET')) {
        const { status, json } = await ask(world, route, 2, { roles: { 2: 'owner' } });
        const isRefused = json['word'] === word;
        assert.equal(isRefused, !staysOpen.includes(nameOf(route)), nameOf(route));
        if (isRefused) assert.equal(status, 403, nameOf(route));
      }
      const read = await world.ask('GET', '/api/accounts/2/operations/message-list', undefined, {
        roles: { 2: 'owner' },
      });
      assert.equal(read.status, 200, 'its people see what it has sent');
    }
  });

  test('of the console is not there for who runs nothing', async () => {
    await using world = await openWorld();
    const customer = { roles: { 1: 'owner' as const } };
    const console = definitions.filter(({ needs }) => needs === 'administrator');
    assert.ok(console.every(({ path }) => /^\/api\/(?:console|operations)\//.test(path)));
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
