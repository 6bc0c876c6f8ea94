/** `vn/calls` over the whole program: an account sees the calls to its own numbers, newest first, page by page. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { CallEnd, NewCall } from '#numbers/calls/call-record.ts';
import type { Storage } from '#storage/storage.ts';
import { number, target } from '#test/harness/call-world.ts';
import { CommandLine } from '#test/harness/command-line.ts';
import { type OpenedApp, openApp } from '#test/harness/open-app.ts';
import { money, phone } from '#test/harness/records.ts';
import { openStorageBeside } from '#test/harness/storage-beside.ts';

const timeout = 60_000;
const startedAtMs = Date.UTC(2026, 2, 29, 10, 0, 0);

type Key = { readonly mode: string; readonly bases: readonly string[]; readonly key: string };
type Owner = { readonly id: number; readonly key: string };

class World implements AsyncDisposable {
  readonly #app: OpenedApp;
  readonly storage: Storage;
  readonly #cli: CommandLine;

  private constructor(app: OpenedApp, storage: Storage) {
    this.#app = app;
    this.storage = storage;
    this.#cli = new CommandLine(app.folder);
  }

  static async open(): Promise<World> {
    const app = await openApp();
    return new World(app, await openStorageBeside(app.folder));
  }

  async account(name: string): Promise<Owner> {
    const who = ['--name', name, '--email', 'a@acme.example', '--balance', '100'];
    const made = await this.#cli.read('account', 'create', ...who);
    const keys = made['keys'] as readonly Key[];
    const live = keys.find(({ mode, bases }) => mode === 'live' && bases.includes('sms'));
    const { id } = made['account'] as { readonly id: number };
    return { id, key: live?.key ?? '' };
  }

  async calls(apiKey: string, parameters: object = {}) {
    const { status, json } = await this.#app.post('/v1/vn/calls', { apiKey, ...parameters });
    return { status, json, calls: json['calls'] as readonly Record<string, unknown>[] };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.storage[Symbol.asyncDispose]();
    await this.#app[Symbol.asyncDispose]();
  }
}

function aCall(accountId: number, over: Partial<NewCall> = {}): NewCall {
  return {
    id: 1,
    accountId,
    payerId: accountId,
    number,
    hops: [],
    caller: '33612345678',
    target,
    kind: 'forward',
    trunkIn: 'carrier',
    processId: 1,
    startedAtMs,
    perMinute: money(60_000),
    firstS: 1,
    nextS: 1,
    ...over,
  };
}

const anEnd: CallEnd = {
  endedAtMs: startedAtMs + 90_000,
  ringingAtMs: startedAtMs + 1_000,
  answeredAtMs: startedAtMs + 5_000,
  trunkOut: 'carrier',
  billedS: 85,
  cost: money(85_000),
  cause: 'caller_hung_up',
  sipStatus: 200,
  rule: '',
};

suite('vn/calls', { timeout }, () => {
  test('tells who called, what became of it and what it cost', async () => {
    await using world = await World.open();
    const { id, key } = await world.account('Acme');
    await world.storage.calls.beginCall(aCall(id), money(120_000));
    await world.storage.calls.endCall(1, anEnd);
    const { status, json } = await world.calls(key);
    assert.equal(status, 200);
    assert.deepEqual(json['calls'], [
      {
        id: 1,
        number: `+${number}`,
        caller: '+33612345678',
        kind: 'forward',
        target: `+${target}`,
        startedAt: '2026-03-29 12:00:00',
        answeredAt: '2026-03-29 12:00:05',
        endedAt: '2026-03-29 12:01:30',
        seconds: 85,
        cost: 0.085,
        cause: 'caller_hung_up',
        status: 200,
        rule: '',
      },
    ]);
    assert.deepEqual([json['currency'], json['next']], ['EUR', null]);
  });

  test('tells of one that goes on, and of a hidden caller', async () => {
    await using world = await World.open();
    const { id, key } = await world.account('Acme');
    await world.storage.calls.beginCall(aCall(id, { caller: '' }), money(120_000));
    const [call] = (await world.calls(key)).calls;
    const { caller, answeredAt, endedAt, cause, cost } = call ?? {};
    assert.deepEqual([caller, answeredAt, endedAt, cause, cost], ['', null, null, null, 0]);
  });

  test('shows nobody the calls of another, nor what another pays', async () => {
    await using world = await World.open();
    const [acme, other] = [await world.account('Acme'), await world.account('Other')];
    await world.storage.calls.beginCall(aCall(acme.id, { payerId: other.id }), money(120_000));
    await world.storage.calls.endCall(1, anEnd);
    assert.deepEqual((await world.calls(other.key)).calls, []);
    const [call] = (await world.calls(acme.key)).calls;
    assert.equal(call?.['cost'], 0);
    assert.equal((await world.calls('live_wrong')).status, 401);
  });

  test('goes back page by page, and to one number', async () => {
    await using world = await World.open();
    const { id, key } = await world.account('Acme');
    for (let call = 1; call <= 101; call += 1) {
      const to = call === 50 ? phone('33755000002') : number;
      await world.storage.calls.beginCall(aCall(id, { id: call, number: to }), money(0));
    }
    const first = await world.calls(key);
    assert.deepEqual(
      [first.calls.length, first.calls[0]?.['id'], first.json['next']],
      [100, 101, 2],
    );
    const last = await world.calls(key, { before: first.json['next'] });
    assert.deepEqual([last.calls.map((call) => call['id']), last.json['next']], [[1], null]);
    const one = await world.calls(key, { number: '0755000002' });
    assert.deepEqual(
      one.calls.map((call) => call['id']),
      [50],
    );
  });

  test('refuses what is no number and no place', async () => {
    await using world = await World.open();
    const { key } = await world.account('Acme');
    for (const [field, parameters] of [
      ['number', { number: 'sales' }],
      ['before', { before: 'yesterday' }],
      ['before', { before: -1 }],
    ] as const) {
      const { status, json } = await world.calls(key, parameters);
      const [first] = json['error'] as readonly { readonly elementId: string }[];
      assert.deepEqual([status, first?.elementId], [400, `children[${field}].data`]);
    }
  });
});
