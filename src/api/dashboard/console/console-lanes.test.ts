/** What the console asks of queues and of what a limit holds, over a real folder. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { instantText } from '#core/instant-text.ts';
import { recipientOfPart } from '#model/ids.ts';
import { addOperator } from '#test/harness/added-operator.ts';
import { openPageWorld } from '#test/harness/page-world.ts';
import { anAcceptance, atMs, money } from '#test/harness/records.ts';

const operations = '/api/operations';

suite('queues on the console', () => {
  test('lanes show what waits, and mails to some servers are held', async () => {
    await using world = await openPageWorld();
    await addOperator(world);
    world.line.owePart(1);
    const { lanes, engines } = await world.get(`${operations}/lane-list`);
    assert.partialDeepStrictEqual(lanes, [{ engine: 'sms', owed: 1, owner: 'acme' }]);
    assert.partialDeepStrictEqual(engines, [{ engine: 'sms', owed: 1 }]);
    const pause = (lane: string) => world.ask('POST', `${operations}/lane-pause`, { lane });
    assert.partialDeepStrictEqual((await pause('mail/relay:normal/1')).json, { isChanged: true });
    const orders = await world.installation.storage.emails.findLaneOrders();
    assert.partialDeepStrictEqual(orders, [{ owner: 'mail/relay', held: true }]);
    for (const odd of ['mail/resolve/3', 'sms/1/0', 'webhook/x']) {
      assert.equal((await pause(odd)).status, 400, odd);
    }
  });

  test('a lane is stopped and let go, which the list shows although nothing waits', async () => {
    await using world = await openPageWorld();
    const lane = 'sms/7/0:bulk/1';
    const order = (verb: string) => world.post(`${operations}/lane-${verb}`, { lane });
    assert.deepEqual(await order('pause'), { lane, isPaused: true, isChanged: true });
    assert.deepEqual(await order('pause'), { lane, isPaused: true, isChanged: false });
    assert.partialDeepStrictEqual((await world.get(`${operations}/lane-list`))['lanes'], [
      { lane, owed: 0, lateMs: null, isPaused: true, pauses: 'lane' },
    ]);
    assert.deepEqual(await order('resume'), { lane, isPaused: false, isChanged: true });
    assert.deepEqual((await world.get(`${operations}/lane-list`))['lanes'], []);
    const { audit: records } = await world.get('/api/operations/audit-list');
    const noted = (records as { action: string; target: string }[]).slice(0, 2);
    assert.deepEqual(
      noted.map(({ action, target }) => [action, target]),
      [
        ['lane.resumed', lane],
        ['lane.paused', lane],
      ],
    );
  });

  test('texts that wait are cancelled: first in numbers, then as a task that somebody may stop', async () => {
    await using world = await openPageWorld();
    const { storage } = world.installation;
    const account = must(await storage.accounts.findAccount(1), 'account of the world');
    const funds = { accountId: 1, purse: 'live', kind: 'top-up', actor: 'test', atMs } as const;
    await storage.accounts.move({ ...funds, amount: money(10_000_000) });
    await storage.messages.acceptMessages([
      anAcceptance(account, 5, { message: { tag: 'spring', acceptedAtMs: 1_000 } }),
      anAcceptance(account, 6, { message: { acceptedAtMs: 1_000 } }),
    ]);
    const wish = { account: 1, tag: 'spring' };
    const plan = await world.post(`${operations}/lane-cancel`, wish);
    const effect = { texts: 1, parts: 1, staying: [], isCut: false, task: null };
    assert.partialDeepStrictEqual(plan, effect);
    assert.partialDeepStrictEqual(plan['refunds'], [{ currency: 'EUR', test: false }]);
    await addOperator(world);
    await world.post(`${operations}/operator-drain`, { name: 'acme' });
    for (const [verb, wrong, status] of [
      ['cancel', {}, 400],
      ['cancel', { prefix: 'abc' }, 400],
      ['cancel', { prefix: '' }, 400],
      ['cancel', { account: 1, operator: 'nobody' }, 404],
      ['move', { account: 1 }, 400],
      ['move', { account: 1, to: 'nobody' }, 404],
      ['move', { account: 1, to: 'acme' }, 409],
    ] as const) {
      for (const yes of [false, true]) {
        const refused = await world.ask('POST', `${operations}/lane-${verb}`, { ...wrong, yes });
        assert.equal(refused.status, status, refused.text);
      }
    }
    assert.deepEqual(await world.get(`${operations}/lane-tasks`), { tasks: [] });
    const { before } = plan;
    const begun = { ...wish, olderThan: before, yes: true };
    const { task } = await world.post(`${operations}/lane-cancel`, begun);
    const { tasks } = await world.get(`${operations}/lane-tasks`);
    const filter = { ...wish, before };
    assert.partialDeepStrictEqual(tasks, [
      { id: task, kind: 'cancel', filter, to: null, state: 'open' },
    ]);
    await world.post(`${operations}/lane-stop`, { task });
    const again = await world.ask('POST', `${operations}/lane-stop`, { task });
    assert.equal(again.status, 404);
  });

  test('what a limit holds says which one and since when, and is refused or sent', async () => {
    await using world = await openPageWorld();
    await world.line.read('account', 'topup', '1', '10');
    await addOperator(world);
    const { storage } = world.installation;
    const account = must(await storage.accounts.findAccount(1), 'account');
    const job = { lane: 'held/1/0:normal/1' };
    const messages = [5, 6].map((id) => anAcceptance(account, id, { job }));
    await storage.messages.acceptMessages(messages);
    const { subject, expiresAtMs } = must(messages[0]?.jobs[0], 'held part');
    const reason = { code: 'only route', heldBy: 'run' } as const;
    const choice = { operatorId: 1, leftOperatorId: null, reason, atMs };
    await storage.operators.noteChoices([{ recipientId: recipientOfPart(subject), ...choice }]);
    const held = {
      account: 1,
      name: 'Acme',
      parts: 2,
      rule: 'run',
      since: instantText(atMs),
      endsAt: instantText(expiresAtMs),
    };
    assert.deepEqual(await world.get(`${operations}/limit-held`), { held: [held] });
    const released = await world.post(`${operations}/limit-release`, { account: 1 });
    assert.deepEqual(released, { account: 1, parts: 2, refused: false });
    assert.deepEqual(await world.get(`${operations}/limit-held`), { held: [] });
    const { audit: records } = await world.get('/api/operations/audit-list');
    assert.partialDeepStrictEqual(records, [
      { action: 'held.released', actor: 'ada@parley.example', details: { how: 'send' } },
    ]);
  });
});
