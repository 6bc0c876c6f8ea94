/** A client that lost an answer asks again under its key: it hears the first answer, whatever has come in between. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type OpenedApp, openApp } from '#test/harness/open-app.ts';
import { openParleyFolder, type ParleyFolder } from '#test/harness/parley-process.ts';

const phone = '+33639980001';
const number = '+33755000001';
const target = '+33612345678';

async function ask(url: string, command: string, parameters: object) {
  const body = JSON.stringify(parameters);
  const response = await fetch(`${url}/v1/${command}`, { method: 'POST', body });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

function client({ url, testKey: apiKey }: OpenedApp) {
  return (command: string, parameters: object) => ask(url, command, { apiKey, ...parameters });
}

suite('a send that is repeated', () => {
  const message = 'Your order has left';

  test('is answered as it was though its phone wants nothing any more', async () => {
    await using app = await openApp();
    const post = client(app);
    const order = { phoneNumbers: phone, message, idempotencyKey: 'order-42' };
    const first = await post('send', order);
    assert.equal(first.status, 200);
    assert.equal((await post('stop-sms/add', { phoneNumber: phone })).status, 200);
    assert.deepEqual(await post('send', order), first);
    const others = [{ idempotencyKey: 'order-43' }, { idempotencyKey: '' }, { message: 'Else' }];
    const codes = others.map(
      async (over) => (await post('send', { ...order, ...over })).json['code'],
    );
    assert.deepEqual(await Promise.all(codes), [14, 14, 409]);
  });

  test('is answered as it was though its group is empty by now, or gone', async () => {
    await using app = await openApp();
    const post = client(app);
    const { groupId } = (await post('group/add', { name: 'Friends' })).json;
    const { json } = await post('contact/add', { groupId, contact: { phoneNumber: phone } });
    const { contactId } = json['contact'] as { readonly contactId: number };
    const order = { groupId, message, idempotencyKey: 'order-42' };
    const first = await post('send', order);
    assert.equal(first.status, 200);
    for (const [gone, command, code] of [
      [{ contactId }, 'contact/delete', 55],
      [{ groupId }, 'group/delete', 4],
    ] as const) {
      assert.equal((await post(command, gone)).status, 200);
      assert.equal((await post('send', { ...order, idempotencyKey: '' })).json['code'], code);
      assert.equal((await post('send', { ...order, idempotencyKey: 'b' })).json['code'], code);
      assert.deepEqual(await post('send', order), first);
      assert.equal((await post('send', { ...order, message: 'Else' })).json['code'], 409);
      // What is malformed never was the first request.
      const malformed = { ...order, tag: 'x'.repeat(21) };
      assert.notEqual((await post('send', malformed)).status, 200);
      assert.notEqual((await post('send', { ...order, dryRun: 1 })).status, 200);
    }
  });
});

/** Commands of which a second run would cost twice, or be told that it was not the one who did it. */
const commands = [
  ['subaccount/create', { creditToAttribute: '1.5', firstname: 'Ada', email: 'ada@acme.example' }],
  ['vn/rent', { number, name: 'Desk' }],
  ['vn/callforward', { number, type: 1, param: target, name: 'Ada' }],
] as const;

async function liveKeyOf(parley: ParleyFolder): Promise<string> {
  const who = ['--name', 'Acme', '--email', 'a@acme.example', '--balance', '10'];
  const { keys } = (await parley.read('account', 'create', ...who)) as {
    keys: readonly { mode: string; bases: readonly string[]; key: string }[];
  };
  const kinds = ['--calls', 'on', '--forward', 'on', '--monthly', '2'];
  await parley.read('number', 'add', number, ...kinds);
  return keys.find(({ mode, bases }) => mode === 'live' && bases.includes('sms'))?.key ?? '';
}

test('a command that makes something and is paid for is done once under its key, also across a kill', async () => {
  await using parley = await openParleyFolder();
  let server = await parley.serve();
  const apiKey = await liveKeyOf(parley);
  const run = async (command: string, over: object = {}) => {
    const given = commands.find(([name]) => name === command)?.[1];
    const asked = { apiKey, idempotencyKey: `key of ${command}`, ...given, ...over };
    return ask(`http://127.0.0.1:${server.port}`, command, asked);
  };
  const first = new Map<string, Awaited<ReturnType<typeof run>>>();
  for (const [command] of commands) {
    const answer = await run(command);
    assert.equal(answer.status, 200, JSON.stringify(answer.json));
    first.set(command, answer);
    assert.deepEqual(await run(command), answer, command);
  }
  server.signal('SIGKILL');
  await server.end;
  server = await parley.serve();
  for (const [command] of commands) {
    assert.deepEqual(await run(command), first.get(command), command);
    const other = await run(command, { name: 'Else', firstname: 'Else' });
    assert.deepEqual([other.status, other.json['code']], [409, 409], command);
  }
  const { json } = await run('subaccount/list');
  assert.equal(json['total'], 1);
  const made = first.get('subaccount/create')?.json['subaccount'] as { readonly apiKey: string };
  const me = await fetch(`http://127.0.0.1:${server.port}/v1/me?apiKey=${made.apiKey}`);
  assert.equal(me.status, 200);
  const shown = (await parley.read('account', 'show', '2'))['ledger'] as { live: object };
  assert.deepEqual(shown.live, { adds: true, balance: '6.5', movements: '6.5', costs: '0' });
  const { json: listed } = await run('vn/list');
  const [own] = listed['numbers'] as readonly { readonly name: string }[];
  assert.equal(own?.name, 'Ada');
});
