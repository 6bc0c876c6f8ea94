/** `vn/callforward` and the numbers it is about, over the whole program: every code, in the interface's order. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CommandLine } from '#test/harness/command-line.ts';
import { type OpenedApp, openApp } from '#test/harness/open-app.ts';

const number = '+33755000001';
const target = '+33612345678';
const email = 'desk@acme.example';
const path = '/v1/vn/callforward';

class World implements AsyncDisposable {
  readonly #app: OpenedApp;
  readonly #cli: CommandLine;
  key = '';
  readonly url: string;

  constructor(app: OpenedApp) {
    this.#app = app;
    this.url = app.url;
    this.#cli = new CommandLine(app.folder);
  }

  static async open(): Promise<World> {
    const world = new World(await openApp());
    await world.account('Acme', '100');
    await world.type('number', 'add', number, '--calls', 'on', '--forward', 'on', '--account', '2');
    await world.type('number', 'add', '+33755000002', '--calls', 'on', '--account', '2');
    await world.type('number', 'add', '+33755000003', '--forward', 'on', '--account', '1');
    await world.type('number', 'add', '+33755000004', '--forward', 'on', '--account', '2');
    await world.type('number', 'set', '+33755000004', '--state', 'deactivated');
    await world.type('number', 'add', '+33755000005', '--forward', 'on', '--account', '2');
    await world.type('number', 'add', '+33755000006', '--forward', 'on', '--monthly', '1.50');
    return world;
  }

  /** A new account, whose live key the next requests carry. */
  async account(name: string, balance: string, ...more: readonly string[]): Promise<void> {
    const who = ['--name', name, '--email', 'a@acme.example', '--balance', balance];
    const { keys } = (await this.type('account', 'create', ...who, ...more)) as {
      keys: readonly { mode: string; bases: readonly string[]; key: string }[];
    };
    this.key = keys.find((each) => each.mode === 'live' && each.bases.includes('sms'))?.key ?? '';
  }

  type(...words: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
    return this.#cli.read(...words);
  }

  async ask(parameters: object, command = path) {
    const { status, json } = await this.#app.post(command, { apiKey: this.key, ...parameters });
    return { status, json };
  }

  async refused(parameters: object, status: number, code: number, field: string) {
    const { status: answered, json } = await this.ask(parameters);
    const [first] = json['error'] as readonly { elementId: string }[];
    assert.deepEqual(
      [answered, json['success'], json['code'], first?.elementId],
      [status, false, code, `children[${field}].data`],
      JSON.stringify(parameters),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#app[Symbol.asyncDispose]();
  }
}

suite('call forwarding', () => {
  test('is turned on, changed over to voicemail and back, and off', async () => {
    await using world = await World.open();
    for (const [wish, message, told] of [
      [{ type: 1, param: target }, 'Callforward enabled', { type: 1, param: target }],
      [{ type: '2', param: email }, 'Voicemail enabled', { type: 2, param: email }],
      [{ type: 1, param: '06 12 34 56 78' }, 'Callforward enabled', { type: 1, param: target }],
      [{ type: 0, param: 'whatever' }, 'Callforward disabled', { type: 0, param: '' }],
    ] as const) {
      const { status, json } = await world.ask({ number, name: 'Desk', ...wish });
      assert.equal(status, 200);
      assert.deepEqual(json, { success: true, code: 200, message, number, ...told });
    }
    const { json } = await world.ask({}, '/v1/vn/list');
    const [first] = json['numbers'] as readonly Record<string, unknown>[];
    assert.deepEqual([first?.['number'], first?.['name'], first?.['type']], [number, 'Desk', 0]);
  });

  test('reads the number however it is written', async () => {
    await using world = await World.open();
    for (const written of ['33755000001', '0033755000001', '0755000001', '07 55 00 00 01']) {
      const { json } = await world.ask({ number: written, type: 2, param: email });
      assert.equal(json['number'], number);
      await world.ask({ number, type: 0 });
    }
  });

  test('reads the plus of a form, which is a space when it arrives, also where it is dialled otherwise at home', async () => {
    await using world = await World.open();
    await world.account('Acme Inc', '100', '--country', 'US');
    await world.type('number', 'add', '+12025550123', '--forward', 'on', '--account', '3');
    await world.type('call', 'countries', '3', '--open', 'SG');
    const form = `apiKey=${world.key}&number=+12025550123&type=1&param=+6562345678`;
    const response = await fetch(`${world.url}${path}`, { method: 'POST', body: form });
    const told = (await response.json()) as Readonly<Record<string, unknown>>;
    assert.deepEqual([told['number'], told['param']], ['+12025550123', '+6562345678']);
    for (const list of ['calls', 'voicemails']) {
      // A number of Singapore, and nobody’s at home: digits alone would be one.
      const found = await fetch(
        `${world.url}/v1/vn/${list}?apiKey=${world.key}&number=+6562345678`,
      );
      assert.equal(found.status, 200, list);
    }
    const { json } = await world.ask({ number: '+12025550123', type: 2, param: ` ${email} ` });
    assert.equal(json['param'], email);
  });

  test('under a key is answered as it was, whatever the rule has become', async () => {
    await using world = await World.open();
    const wish = { number, type: 1, param: target, name: 'Desk', idempotencyKey: 'a' };
    const first = await world.ask(wish);
    assert.equal(first.status, 200);
    assert.deepEqual(await world.ask({ ...wish, number: '07 55 00 00 01' }), first);
    const voicemail = { number, type: 2, param: email, replace: 1, idempotencyKey: 'b' };
    const second = await world.ask(voicemail);
    assert.equal((await world.ask({ number, type: 0 })).status, 200);
    assert.deepEqual(await world.ask(wish), first);
    assert.deepEqual(await world.ask(voicemail), second);
    await world.refused({ ...wish, type: 0 }, 409, 409, 'idempotencyKey');
    // Nothing was set by any of these.
    await world.refused({ number, type: 0 }, 409, 18, 'number');
    const eight = Array.from({ length: 8 }, () => world.ask({ ...wish, idempotencyKey: 'c' }));
    const answers = await Promise.all(eight);
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    // The same again where nothing changes is remembered as well.
    const same = { ...wish, replace: 1, idempotencyKey: 'd' };
    assert.equal((await world.ask(same)).status, 200);
    assert.equal((await world.ask({ number, type: 0 })).status, 200);
    assert.equal((await world.ask(same)).status, 200);
    await world.refused({ number, type: 0 }, 409, 18, 'number');
  });

  test('refuses in the order of the interface, each with its code', async () => {
    await using world = await World.open();
    await world.refused({ apiKey: '' }, 401, 10, 'apiKey');
    await world.refused({ apiKey: 'live_wrong' }, 401, 10, 'apiKey');
    await world.refused({ name: '' }, 400, 1, 'name');
    await world.refused({ name: ' ' }, 400, 1, 'name');
    for (const missing of [{}, { number: '' }, { number: null }]) {
      await world.refused(missing, 400, 5, 'number');
    }
    for (const type of [undefined, '', null, ' ']) {
      await world.refused({ number, type }, 400, 6, 'type');
    }
    for (const type of [3, -1, 1.5, 'on', true, '1x', [1]]) {
      await world.refused({ number, type, param: target }, 400, 7, 'type');
    }
    for (const type of [1, 2]) {
      await world.refused({ number, type }, 400, 8, 'param');
      await world.refused({ number, type, param: '  ' }, 400, 8, 'param');
    }
    for (const param of [
      'nobody',
      'a@b',
      'a b@acme.example',
      target,
      'a@acme.example\r\nBcc: x@y.z',
    ]) {
      await world.refused({ number, type: 2, param }, 400, 9, 'param');
    }
    const unknown = '+33755999999';
    // Free phone in Belgium, premium at home, another country, a satellite, not a number, itself.
    for (const param of [
      '+3280012345',
      '+33899123456',
      '+32470123456',
      '+881612345678',
      'abc',
      '123',
      number,
    ]) {
      await world.refused({ number, type: 1, param }, 400, 12, 'param');
    }
    await world.refused({ number: unknown, type: 1, param: '+32470123456' }, 400, 12, 'param');
    for (const wrong of [unknown, 'abc', '12', '+33755000003', '+33755000006']) {
      await world.refused({ number: wrong, type: 1, param: target }, 404, 13, 'number');
    }
    await world.refused({ number: '+33755000002', type: 0 }, 409, 14, 'number');
    await world.refused({ number: '+33755000004', type: 0 }, 409, 15, 'number');
    await world.refused({ number, type: 0 }, 409, 18, 'number');
    assert.equal((await world.ask({ number, type: 1, param: target })).status, 200);
    await world.refused({ number, type: 1, param: target }, 409, 16, 'number');
    await world.refused({ number, type: 1, param: '+33612345679' }, 409, 16, 'number');
    assert.equal((await world.ask({ number, type: 2, param: email })).status, 200);
    await world.refused({ number, type: 2, param: 'b@acme.example' }, 409, 17, 'number');
  });

  test('has for a value that is no text the code of its parameter', async () => {
    await using world = await World.open();
    for (const name of [[], {}, true, 'a\nb', 'n'.repeat(101)]) {
      await world.refused({ number, type: 0, name }, 400, 1, 'name');
    }
    await world.refused({ number: [], type: 0 }, 400, 5, 'number');
    for (const wrong of [[number], {}, true]) {
      await world.refused({ number: wrong, type: 0 }, 404, 13, 'number');
    }
    await world.refused({ number, type: 2, param: [] }, 400, 8, 'param');
    await world.refused({ number, type: 2, param: [email] }, 400, 9, 'param');
    await world.refused({ number, type: 1, param: { to: target } }, 400, 12, 'param');
  });

  test('changes the target of a mode that is on with `replace`, and takes the same one as done', async () => {
    await using world = await World.open();
    for (const param of [target, target, '+33612345679']) {
      const { status, json } = await world.ask({ number, type: 1, param, replace: 1 });
      assert.deepEqual([status, json['param']], [200, param]);
    }
    assert.equal((await world.ask({ number, type: 2, param: email, replace: '1' })).status, 200);
    await world.refused({ number, type: 0, replace: 2 }, 400, 9, 'replace');
  });

  test('never leads back to the number, through however many numbers of ours', async () => {
    await using world = await World.open();
    const other = '+33755000005';
    assert.equal((await world.ask({ number: other, type: 1, param: number })).status, 200);
    await world.refused({ number, type: 1, param: other }, 400, 12, 'param');
    assert.equal((await world.ask({ number: other, type: 0 })).status, 200);
    assert.equal((await world.ask({ number, type: 1, param: other })).status, 200);
  });

  test('of two commands at the same moment one is done and one is told that it was', async () => {
    await using world = await World.open();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => world.ask({ number, type: 1, param: target })),
    );
    const codes = answers.map(({ json }) => json['code']);
    assert.equal(codes.filter((code) => code === 200).length, 1);
    assert.equal(codes.filter((code) => code === 16).length, 7);
  });

  test('of a live number is not for test keys', async () => {
    await using world = await World.open();
    const account = ['--name', 'Trial', '--email', 'b@acme.example'];
    const { keys, account: made } = (await world.type('account', 'create', ...account)) as {
      keys: readonly { mode: string; bases: readonly string[]; key: string }[];
      account: { id: number };
    };
    world.key = keys.find((each) => each.mode === 'test' && each.bases.includes('sms'))?.key ?? '';
    const owner = ['--forward', 'on', '--account', String(made.id)];
    await world.type('number', 'add', '+33755000007', ...owner);
    await world.type('number', 'add', '+33639981007', ...owner);
    const wish = { type: 2, param: email };
    await world.refused({ ...wish, number: '+33755000007' }, 403, 40, 'number');
    // What the account does not have is told first, as a live key hears it.
    for (const foreign of ['+33755000001', '+33755999999', '+33639981099', 'abc', '36180']) {
      await world.refused({ ...wish, number: foreign }, 404, 13, 'number');
    }
    const abroad = { type: 1, param: '+32470123456' };
    await world.refused({ ...abroad, number: '+33755999999' }, 400, 12, 'param');
    assert.equal((await world.ask({ ...wish, number: '+33639981007' })).status, 200);
  });

  test('reaches the countries that were opened for calls', async () => {
    await using world = await World.open();
    const wish = { number, type: 1, param: '+32470123456' };
    await world.refused(wish, 400, 12, 'param');
    await world.type('call', 'countries', '2', '--open', 'BE');
    assert.equal((await world.ask(wish)).status, 200);
  });

  test('answers in XML what was asked in XML', async () => {
    await using world = await World.open();
    const fields = `<apiKey>${world.key}</apiKey><number>${number}</number><type>2</type>`;
    const response = await fetch(`${world.url}${path}`, {
      method: 'POST',
      body: `<request>${fields}<param>${email}</param></request>`,
    });
    assert.equal(response.headers.get('content-type'), 'application/xml; charset=utf-8');
    assert.match(
      await response.text(),
      /<message>Voicemail enabled<\/message><number>\+33755000001</,
    );
  });
});

suite('a virtual number', () => {
  test('is found, rented, used and given back by its account', async () => {
    await using world = await World.open();
    const free = (await world.ask({ prefix: '+337' }, '/v1/vn/available')).json;
    assert.deepEqual(free['numbers'], [
      {
        number: '+33755000006',
        sms: true,
        calls: false,
        callForward: true,
        monthlyPrice: 1.5,
        minutePrice: 0,
      },
    ]);
    const rent = { number: '+33755000006', name: 'Hotline' };
    const { json: rented } = await world.ask(rent, '/v1/vn/rent');
    assert.deepEqual(
      [rented['code'], rented['monthlyPrice'], rented['name']],
      [200, 1.5, 'Hotline'],
    );
    assert.equal((await world.ask(rent, '/v1/vn/rent')).json['code'], 13);
    const me = await world.ask({}, '/v1/vn/list');
    assert.equal((me.json['numbers'] as readonly object[]).length, 5);
    assert.equal((await world.ask({ number: rent.number, type: 2, param: email })).status, 200);
    assert.equal((await world.ask({ number: rent.number }, '/v1/vn/release')).status, 200);
    assert.equal((await world.ask({ number: rent.number }, '/v1/vn/release')).json['code'], 13);
    assert.deepEqual((await world.ask({ prefix: '337' }, '/v1/vn/available')).json['numbers'], []);
    const ledger = (await world.type('account', 'show', '2'))['ledger'] as { live: object };
    assert.deepEqual(ledger.live, { adds: true, balance: '98.5', movements: '98.5', costs: '0' });
  });

  test('under a key is rented and paid once, and a client that asks again hears until when', async () => {
    await using world = await World.open();
    const rent = { number: '+33755000006', name: 'Hotline', idempotencyKey: 'a' };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => world.ask(rent, '/v1/vn/rent')),
    );
    const [first] = answers;
    assert.equal(first?.status, 200);
    for (const answer of answers) assert.deepEqual(answer, first);
    const other = await world.ask({ ...rent, name: 'Else' }, '/v1/vn/rent');
    assert.deepEqual([other.status, other.json['code']], [409, 409]);
    assert.equal((await world.ask({ number: rent.number }, '/v1/vn/release')).status, 200);
    assert.deepEqual(await world.ask(rent, '/v1/vn/rent'), first);
    const ledger = (await world.type('account', 'show', '2'))['ledger'] as { live: object };
    assert.deepEqual(ledger.live, { adds: true, balance: '98.5', movements: '98.5', costs: '0' });
  });

  test('costs its first month at once: without the money it is not rented', async () => {
    await using world = await World.open();
    await world.account('Poor', '1.49');
    const { status, json } = await world.ask({ number: '+33755000006' }, '/v1/vn/rent');
    assert.deepEqual([status, json['code']], [402, 11]);
  });

  test('is refused with words where the request is wrong', async () => {
    await using world = await World.open();
    for (const [command, parameters, status, code] of [
      ['/v1/vn/rent', {}, 400, 5],
      ['/v1/vn/rent', { number: 'abc' }, 404, 13],
      ['/v1/vn/rent', { number: '+33755000001' }, 404, 13],
      ['/v1/vn/release', {}, 400, 5],
      ['/v1/vn/release', { number: '+33755000003' }, 404, 13],
      ['/v1/vn/available', { prefix: 'x' }, 400, 9],
      ['/v1/vn/list', { after: "'" }, 400, 9],
    ] as const) {
      const answer = await world.ask(parameters, command);
      assert.deepEqual([answer.status, answer.json['code']], [status, code], command);
    }
  });
});
