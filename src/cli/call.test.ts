import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CommandLine, openCommandLine } from '#test/harness/command-line.ts';
import { atMs, money } from '#test/harness/records.ts';

async function withCalls(cli: CommandLine): Promise<void> {
  await cli.type(
    'account',
    'create',
    '--name',
    'Acme',
    '--email',
    'a@acme.example',
    '--balance',
    '1',
  );
  await using installation = await cli.open();
  const { calls } = installation.storage;
  const call = {
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
  } as const;
  await calls.beginCall(call, money(120_000));
  await calls.endCall(7, {
    endedAtMs: atMs + 90_000,
    ringingAtMs: atMs + 1_500,
    answeredAtMs: atMs + 6_000,
    trunkOut: 'outward',
    billedS: 84,
    cost: money(84_000),
    cause: 'callee_hung_up',
    sipStatus: 200,
    rule: '',
  });
  const refused = {
    accountId: null,
    payerId: null,
    caller: '',
    kind: 'refused',
    target: '',
  } as const;
  await calls.recordRefused(
    { ...call, ...refused, id: 8, perMinute: money(0) },
    {
      endedAtMs: atMs + 10,
      ringingAtMs: null,
      answeredAtMs: null,
      trunkOut: '',
      billedS: 0,
      cost: money(0),
      cause: 'unknown_number',
      sipStatus: 404,
      rule: 'number is not ours',
    },
  );
}

test('parley call show tells who called whom, over which trunks, and what happened when', async () => {
  await using cli = await openCommandLine();
  await withCalls(cli);
  const { out } = await cli.type('call', 'show', '7');
  for (const line of [
    /^from +\+33612345678 by carrier$/m,
    /^to +\+33755000001$/m,
    /^led to +\+33112345678 by outward$/m,
    /^price +0\.06 a minute, first 30 s, then every 6 s$/m,
    /^cost +0\.084 EUR for 84 s$/m,
    /1\.5 s +rang$/m,
    /6\.0 s +was answered$/m,
    /90\.0 s +ended: callee hung up$/m,
  ]) {
    assert.match(out, line);
  }
  const { call } = await cli.read('call', 'show', '7');
  assert.equal((call as { readonly cause: string }).cause, 'callee_hung_up');
  const whole = await cli.type('call', 'trace', '7');
  assert.match(whole.out, /^to +\+33755000001 of account 1$/m);
  assert.match(whole.out, /^cost +0\.084 for 84 s, paid by account 1$/m);
});

test('parley call trace tells why a call was refused, and which one there is not', async () => {
  await using cli = await openCommandLine();
  await withCalls(cli);
  const { out } = await cli.type('call', 'trace', '8');
  assert.match(out, /^from +hidden by carrier$/m);
  assert.match(out, /^to +\+33755000001 of nobody$/m);
  assert.match(out, /^rule +number is not ours$/m);
  assert.match(out, /ended: unknown number$/m);
  assert.match((await cli.type('call', 'show', '9')).err, /Call 9 does not exist/);
  // It is of no account.
  assert.match((await cli.type('call', 'show', '8')).err, /Call 8 does not exist/);
  const { calls } = await cli.read('call', 'all');
  assert.deepEqual(
    (calls as readonly { readonly id: number }[]).map(({ id }) => id),
    [8, 7],
  );
});
