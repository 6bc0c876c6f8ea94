/** One call as pages show it, over a real folder. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { CallEnd, NewCall } from '#numbers/calls/call-record.ts';
import { openPageWorld, type PageWorld, type Person } from '#test/harness/page-world.ts';
import { aJob, aTrunk, atMs, money } from '#test/harness/records.ts';

const at = '/api/accounts/1/operations/call-show?call=7';
const list = '/api/accounts/1/operations/call-list';
const viewer = { roles: { 1: 'viewer' as const } };
const support = { roles: { 1: 'support' as const } };

const aCall: NewCall = {
  id: 7,
  accountId: 1,
  payerId: 1,
  number: '33755000001',
  hops: [],
  caller: '33612345678',
  target: '33112345678',
  kind: 'forward',
  trunkIn: 'carrier',
  processId: 1,
  startedAtMs: atMs,
  perMinute: money(60_000),
  firstS: 30,
  nextS: 6,
};

const anEnd: CallEnd = {
  endedAtMs: atMs + 45_000,
  ringingAtMs: atMs + 1_000,
  answeredAtMs: atMs + 5_000,
  trunkOut: 'exit',
  billedS: 42,
  cost: money(42_000),
  cause: 'callee_hung_up',
  sipStatus: 200,
  rule: '',
};

const traceAt = '/api/operations/call-trace?call=7';

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}

async function openWorld(call: Partial<NewCall> = {}): Promise<PageWorld> {
  const world = await openPageWorld();
  const { storage } = world.installation;
  await world.line.read('account', 'topup', '1', '10');
  assert.ok(await storage.calls.beginCall({ ...aCall, ...call }, money(120_000)));
  await storage.calls.endCall(7, anEnd);
  return world;
}

suite('calls on the dashboard', () => {
  test('are filtered, counted and saved by caller, outcome and time, which a viewer finds by no digits', async () => {
    await using world = await openWorld();
    const count = async (query: string, person: Person = support) => {
      const { calls } = await world.get(`${list}?${query}`, person);
      const total = await world.get(`/api/accounts/1/operations/call-total?${query}`, person);
      const found = (calls as unknown[]).length;
      assert.deepEqual(total, { calls: found, of: null }, query);
      return found;
    };
    assert.equal(await count(''), 1);
    assert.equal(await count('caller=06%2012&outcome=answered'), 1);
    assert.equal(await count('caller=07'), 0);
    assert.equal(await count('outcome=refused'), 0);
    assert.equal(await count(`from=${isoOf(atMs + 1)}`), 0);
    assert.equal(await count('caller=06', viewer), 0);
    const table = await world.ask(
      'GET',
      '/api/accounts/1/operations/call-export?outcome=answered&order=oldest',
    );
    assert.match(table.text, /^call,started,.*\r\n7,.*,33612345678,33755000001,forward,/);
  });
});

suite('one call on the dashboard', () => {
  test('has its legs, its times, why it ended, and what it was billed by', async () => {
    await using world = await openWorld();
    assert.deepEqual(await world.get(at, support), {
      currency: 'EUR',
      call: {
        id: 7,
        hasMessage: false,
        number: '+33755000001',
        caller: '+33612345678',
        kind: 'forward',
        target: '+33112345678',
        startedAt: isoOf(atMs),
        ringingAt: isoOf(atMs + 1_000),
        answeredAt: isoOf(atMs + 5_000),
        endedAt: isoOf(atMs + 45_000),
        billedSeconds: 42,
        cost: '0.042',
        cause: 'callee_hung_up',
        sipStatus: 200,
        rule: '',
        trunkIn: 'carrier',
        trunkOut: 'exit',
        price: { perMinute: '0.06', firstSeconds: 30, nextSeconds: 6, reserved: '0.12' },
      },
      voicemail: null,
      textBack: null,
    });
  });

  test('that another number led on has no more than the account’s side of it', async () => {
    const last = { number: '33755000002', accountId: null };
    await using world = await openWorld({
      hops: [last],
      payerId: null,
      kind: 'voicemail',
      target: 'secret@other.example',
    });
    const { call } = await world.get(at, support);
    const { kind, target, trunkOut, price } = call as Record<string, unknown>;
    assert.deepEqual([kind, target, trunkOut, price], ['forward', '+33755000002', '', null]);
  });

  test('shows no whole phone to whom may not read contents', async () => {
    await using world = await openWorld();
    const { call } = await world.get(at, viewer);
    assert.partialDeepStrictEqual(call, { caller: '+336*****78', target: '+331*****78' });
  });

  test('tells no price where another account pays', async () => {
    await using world = await openWorld({ payerId: null });
    assert.partialDeepStrictEqual(await world.get(at), { call: { cost: '0', price: null } });
  });

  test('has the message that it left', async () => {
    await using world = await openWorld({ kind: 'voicemail', target: 'me@acme.example' });
    const { voicemails } = world.installation.storage;
    const kept = {
      id: 7,
      accountId: 1,
      numberId: 1,
      number: '33755000001',
      caller: '33612345678',
      callerName: '',
      startedAtMs: atMs,
      durationMs: 3_000,
      law: 'pcma',
      end: 'key',
      mailTo: 'me@acme.example',
      language: 'en',
      isSimulated: false,
    } as const;
    const job = aJob({ id: 2_000_000, lane: 'notice/voicemail', subject: 7 });
    assert.partialDeepStrictEqual(await world.get(list), { calls: [{ hasMessage: false }] });
    await voicemails.saveVoicemail(kept, Buffer.alloc(8, 0xd5), job);
    assert.partialDeepStrictEqual(await world.get(list), { calls: [{ hasMessage: true }] });
    const { voicemail } = await world.get(at);
    assert.partialDeepStrictEqual(voicemail, { id: 7, durationMs: 3_000, heardAt: null });
  });

  test('shows the SIP messages of its traced trunk to administrators alone', async () => {
    await using world = await openWorld();
    const { trunks } = world.installation.storage;
    const made = await trunks.createTrunk(aTrunk(), { actor: 'test', atMs });
    assert.ok(made);
    const text = [
      'INVITE sip:+33755000001@192.0.2.1 SIP/2.0',
      'From: <sip:+33612345678@192.0.2.9>;tag=1',
      'Call-ID: a',
    ].join('\r\n');
    const message = { trunkId: made.id, direction: 'in', peer: 'udp 192.0.2.9:5060' } as const;
    const stranger = text.replace('33612345678', '33698765432').replace('Call-ID: a', 'Call-ID: b');
    const messages = [
      { ...message, atMs: atMs - 1, text },
      { ...message, atMs: atMs + 1, text: stranger },
      { ...message, atMs: atMs + 200_000, text },
    ];
    await trunks.keepMessages(messages, 2_000);
    const trace = await world.get(traceAt);
    assert.partialDeepStrictEqual(trace, {
      isCut: false,
      messages: [{ leg: 'caller', trunk: made.name, direction: 'in', at: isoOf(atMs - 1), text }],
    });
    assert.equal((trace['messages'] as unknown[]).length, 1);
    assert.equal((await world.ask('GET', traceAt, undefined, support)).status, 404);
  });

  test('of another account, or none, is not there', async () => {
    await using world = await openWorld();
    const stranger = { roles: { 2: 'owner' as const } };
    for (const [path, person] of [
      ['/api/accounts/2/operations/call-show?call=7', stranger],
      ['/api/accounts/1/operations/call-show?call=8', undefined],
    ] as const) {
      assert.equal((await world.ask('GET', path, undefined, person)).status, 404);
    }
  });
});
