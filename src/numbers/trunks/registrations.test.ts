import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLog } from '#core/log.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { aTrunk } from '#test/harness/records.ts';
import { type HeaderField, Headers } from '../sip/headers.ts';
import { noBody } from '../sip/message.ts';
import type { RequestOrder, RequestOutcome } from '../sip/user-agent.ts';
import { Registrations } from './registrations.ts';
import type { Trunk } from './trunk.ts';
import { TrunkDirectory } from './trunk-directory.ts';

const lease = { name: 'trunk/7', epoch: 1 };

function answer(status: number, ...fields: HeaderField[]): RequestOutcome {
  const headers = new Headers(fields);
  const version = 'SIP/2.0';
  const response = {
    kind: 'response',
    status,
    reason: '',
    version,
    headers,
    body: noBody,
  } as const;
  return { kind: 'answered', status, response };
}

const settle = () => new Promise(setImmediate);

function setup(...answers: RequestOutcome[]) {
  const clock = new HeldClock();
  const asked: RequestOrder[] = [];
  const trunk = aTrunk({ register: true, host: 'sip.example', authUser: 'me', sources: [] });
  let directory = new TrunkDirectory([{ ...trunk, id: 7, tracedUntilMs: 0 }]);
  const change = (over: Partial<Trunk>) => {
    directory = new TrunkDirectory([{ ...trunk, id: 7, tracedUntilMs: 0, ...over }]);
    registrations.changed();
  };
  const registrations = new Registrations({
    agent: () => ({
      request: async (order) => {
        asked.push(order);
        return answers.shift() ?? { kind: 'timed out' };
      },
      resolve: async () => [{ transport: 'udp', address: '192.0.2.7', port: 5060 }],
      contactFor: (_hop, user = '') => `<sip:${user}@198.51.100.1:5060>`,
    }),
    trunks: () => directory,
    passwordOf: () => 'secret',
    clock,
    random: () => 0.5,
    log: openLog('silent'),
  });
  const contact = (at: number) =>
    asked[at]?.headers?.find(([name]) => name === 'contact')?.[1] ?? '';
  return { clock, asked, registrations, contact, change };
}

test('a trunk is registered, and again at 80 % of what was granted', async () => {
  const { clock, asked, registrations, contact } = setup(answer(200, ['expires', '100']));
  assert.deepEqual(registrations.leaseNames(), ['trunk/7']);
  registrations.taken(lease);
  await settle();
  assert.equal(asked.length, 1);
  assert.match(contact(0), /expires=3600$/);
  const user = /sip:(?<user>[^@]+)@/.exec(contact(0))?.groups?.['user'] ?? '';
  assert.equal(registrations.trunkOf(user)?.id, 7);
  assert.equal(registrations.trunkOf('another'), undefined);
  assert.deepEqual(
    [registrations.admits('192.0.2.7'), registrations.admits('192.0.2.8')],
    [true, false],
  );
  clock.advance(79_999);
  await settle();
  assert.equal(asked.length, 1);
  clock.advance(1);
  await settle();
  assert.equal(asked.length, 2);
  assert.equal(asked[1]?.callId, asked[0]?.callId);
  assert.ok((asked[1]?.cseq ?? 0) > (asked[0]?.cseq ?? 0));
  await registrations[Symbol.asyncDispose]();
});

test('423 is obeyed, and what does not answer is asked later and later', async () => {
  const { clock, asked, registrations, contact } = setup(answer(423, ['min-expires', '7200']));
  registrations.taken(lease);
  await settle();
  assert.match(contact(1), /expires=7200$/);
  for (const [waitMs, count] of [
    [22_500, 3],
    [45_000, 4],
    [90_000, 5],
  ] as const) {
    clock.advance(waitMs);
    await settle();
    assert.equal(asked.length, count);
  }
  await registrations[Symbol.asyncDispose]();
});

test('a password that was corrected is tried at once, and other settings change nothing', async () => {
  const { asked, registrations, change } = setup(answer(403), answer(200));
  assert.equal(registrations.whyUnregistered(7), null);
  registrations.taken(lease);
  await settle();
  assert.equal(registrations.whyUnregistered(7), '403');
  assert.equal(asked.length, 1);
  change({ name: 'renamed' });
  await settle();
  assert.equal(asked.length, 1);
  change({ sealedPassword: 'another' });
  await settle();
  assert.equal(asked.length, 2);
  assert.equal(registrations.whyUnregistered(7), null);
  await registrations[Symbol.asyncDispose]();
});

test('who hands over takes the registration back', async () => {
  const { registrations, contact } = setup(answer(200), answer(200));
  registrations.taken(lease);
  await settle();
  await registrations.handOver(lease);
  assert.match(contact(1), /expires=0$/);
  assert.equal(registrations.admits('192.0.2.7'), false);
});
