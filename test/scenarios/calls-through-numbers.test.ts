/** A call by way of two numbers of two accounts: it is listed under both, and each account sees its own side. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ForwardRule } from '#numbers/forwarding/forward-rule.ts';
import { number, rentNumber, target } from '#test/harness/call-world.ts';
import { type CallingProgram, openCallingProgram } from '#test/harness/calling-program.ts';
import { phone } from '#test/harness/records.ts';
import { answerSdp, dial, openPhone, type Phone } from '#test/harness/sip-phones.ts';

const timeout = 60_000;
const second = phone('33755000002');
const caller = '+37060000001';

type Told = Readonly<Record<string, unknown>>;
type Key = { readonly mode: string; readonly bases: readonly string[]; readonly key: string };

class World implements AsyncDisposable {
  readonly program: CallingProgram;
  readonly from: Phone;
  readonly to: Phone;
  readonly #closing: AsyncDisposableStack;
  /** Of the account of the number that is called, and of the one that leads the call on from there. */
  keys: { readonly first: string; readonly last: string } = { first: '', last: '' };

  constructor(
    program: CallingProgram,
    phones: readonly [Phone, Phone],
    closing: AsyncDisposableStack,
  ) {
    this.program = program;
    [this.from, this.to] = phones;
    this.#closing = closing;
  }

  /** The first number leads to the second, which is another account's and does what its rule says. */
  static async open(rule: ForwardRule, balance = '10'): Promise<World> {
    await using stack = new AsyncDisposableStack();
    const from = stack.use(await openPhone());
    const to = stack.use(await openPhone());
    const wish = { rule: { kind: 'forward', target: second }, calleePort: to.hop.port } as const;
    const program = stack.use(await openCallingProgram(wish));
    const world = new World(program, [from, to], stack.move());
    const who = ['--name', 'Other', '--email', 'o@other.example', '--balance', balance];
    const made = await program.folder.read('account', 'create', ...who);
    const { id: accountId } = made['account'] as { readonly id: number };
    await rentNumber(program.storage, { accountId, digits: second, rule });
    const order = ['key', 'create', '--account', `${program.accountId}`];
    const { key: first } = (await program.folder.read(...order))['key'] as Key;
    world.keys = { first, last: liveKeyOf(made['keys'] as readonly Key[]) };
    return world;
  }

  dial(): void {
    dial(this.from, this.program.hop, { uri: `sip:+${number}@127.0.0.1` });
  }

  async calls(
    apiKey: string,
    parameters: Readonly<Record<string, string>> = {},
  ): Promise<readonly Told[]> {
    const reply = await fetch(`http://127.0.0.1:${this.program.server.port}/v1/vn/calls`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ apiKey, ...parameters }),
    });
    return ((await reply.json()) as { readonly calls: readonly Told[] }).calls;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closing.disposeAsync();
  }
}

function liveKeyOf(keys: readonly Key[]): string {
  return keys.find(({ mode, bases }) => mode === 'live' && bases.includes('sms'))?.key ?? '';
}

function sideOf(calls: readonly Told[]): readonly unknown[] {
  return calls.map((call) => [call['number'], call['caller'], call['kind'], call['target']]);
}

suite('a call to a number that leads to another account’s', { timeout }, () => {
  test('that takes messages is listed under both, each seeing its own side', async () => {
    await using world = await World.open({ kind: 'voicemail', target: 'secret@other.example' });
    const { program, keys } = world;
    world.dial();
    const { session } = await world.from.told.answered.next();
    session.bye();
    await program.ended(1);
    const asCalled = [[`+${number}`, caller, 'forward', `+${second}`]];
    const asTaken = [[`+${second}`, caller, 'voicemail', 'secret@other.example']];
    assert.deepEqual(sideOf(await world.calls(keys.first)), asCalled);
    assert.deepEqual(sideOf(await world.calls(keys.first, { number: `+${number}` })), asCalled);
    assert.deepEqual(await world.calls(keys.first, { number: `+${second}` }), []);
    assert.deepEqual(sideOf(await world.calls(keys.last)), asTaken);
    assert.deepEqual(sideOf(await world.calls(keys.last, { number: `+${second}` })), asTaken);
    assert.deepEqual(await world.calls(keys.last, { number: `+${number}` }), []);
    for (const digits of [number, second]) {
      const { out } = await program.folder.run(['call', 'all', '--number', `+${digits}`]);
      assert.match(out, new RegExp(`${number} > \\+${second} +s\\*+@other\\.example`));
    }
  });

  test('that forwards is paid and seen by its account, and its phone is told to no other', async () => {
    await using world = await World.open({ kind: 'forward', target });
    world.dial();
    const leg = await world.to.told.calls.next();
    leg.answer({ sdp: answerSdp }, world.to.told.sessionHandlers());
    const { session } = await world.from.told.answered.next();
    await world.to.told.acks.next();
    session.bye();
    await world.program.ended(1);
    const [led] = await world.calls(world.keys.first);
    assert.deepEqual([led?.['target'], led?.['cost'], led?.['seconds']], [`+${second}`, 0, 1]);
    const [paid] = await world.calls(world.keys.last);
    assert.deepEqual([paid?.['number'], paid?.['target']], [`+${second}`, `+${target}`]);
    assert.equal(paid?.['cost'], 0.001);
  });

  test('that is refused for its money does not say so to the other', async () => {
    await using world = await World.open({ kind: 'forward', target }, '0');
    world.dial();
    const failure = await world.from.told.failed.next();
    assert.ok(failure.kind === 'refused');
    assert.equal(failure.status, 403);
    await world.program.ended(1);
    const told = async (key: string) => {
      const [call] = await world.calls(key);
      return [call?.['status'], call?.['cause'], call?.['rule']];
    };
    assert.deepEqual(await told(world.keys.last), [403, 'balance', 'balance']);
    assert.deepEqual(await told(world.keys.first), [403, 'policy', '']);
  });
});
