/** Campaigns through the whole program: paused while messages wait, through a restart, resumed, cancelled; nobody gets one twice. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { z } from 'zod';
import { askServer } from '#cli/operations/ask-server.ts';
import { must } from '#core/assert.ts';
import type { Operations } from '#operations.ts';
import { type OpenedApp, openApp } from '#test/harness/open-app.ts';
import { until } from '#test/harness/pause.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

const account = 1;
const text = 'Hello #FIRSTNAME#, see #URL#';
const contacts = 620;

type Given<Name extends keyof Operations> = z.input<Operations[Name]['input']>;
type Told<Name extends keyof Operations> = z.output<Operations[Name]['output']>;

async function run<Name extends keyof Operations>(
  { folder }: Pick<OpenedApp, 'folder'>,
  operation: Name,
  input: Given<Name>,
): Promise<Told<Name>> {
  const isOfAccount = !operation.startsWith('lane');
  const asked = { operation, input, ...(isOfAccount && { account }) };
  const answer = must(await askServer(folder, asked), 'a running server');
  assert.ok(answer.ok, `${operation}: ${JSON.stringify(answer)}`);
  return answer.value as Told<Name>;
}

async function show(app: OpenedApp, campaign = 1) {
  return (await run(app, 'campaign show', { campaign })).campaign;
}

/** Those that end in 60 to 99 do nothing but deliver. */
function phoneOf(at: number): number {
  return 33_639_980_060 + (at % 40) + 100 * Math.floor(at / 40);
}

/** A group of phones that the built-in operator delivers to. */
async function withGroup(app: OpenedApp): Promise<void> {
  await run(app, 'group add', { name: 'Friends' });
  const lines = Array.from({ length: contacts }, (_, at) => `+${phoneOf(at)},Ada ${at}`);
  const table = ['phoneNumber,firstname', ...lines].join('\n');
  const { added } = await run(app, 'contact import', { group: 1, table });
  assert.equal(added, contacts);
}

function start(app: OpenedApp, over: Partial<Given<'campaign add'>> = {}) {
  const campaign = { name: 'Spring', group: 1, text, marketing: false, test: true, ...over };
  return run(app, 'campaign add', campaign);
}

async function balanceOf(app: OpenedApp): Promise<number> {
  const { json } = await app.get(`/v1/me?apiKey=${app.testKey}`);
  return Number((json['credits'] as { readonly balance: string }).balance);
}

/** The lanes of bulk parts of the account, on the one bind that the built-in operator has or on several. */
async function setLanes(app: OpenedApp, operation: 'lane pause' | 'lane resume'): Promise<void> {
  for (let bind = 0; bind < 4; bind += 1) {
    await run(app, operation, { lane: `sms/1/${bind}:bulk/1` });
  }
}

suite('a campaign', () => {
  test('goes to every contact once, through a pause and a restart', async () => {
    using home = temporaryFolder();
    {
      await using app = await openApp({}, home.path);
      await withGroup(app);
      const preview = { group: 1, text, marketing: false, test: true };
      const planned = await run(app, 'campaign preview', preview);
      assert.partialDeepStrictEqual(planned, {
        contacts,
        lookedAt: contacts,
        recipients: contacts,
        unfilled: contacts,
        blocked: null,
        samples: [{ text: 'Hello Ada 0, see ' }],
      });
      await setLanes(app, 'lane pause');
      const before = await balanceOf(app);
      await start(app);
      const all = await until(async () => {
        const campaign = await show(app);
        return campaign.handled === contacts ? campaign : undefined;
      });
      assert.equal(all.waiting, contacts);
      assert.equal(all.cost, planned.cost);
      assert.equal((before - (await balanceOf(app))).toFixed(3), Number(planned.cost).toFixed(3));
      await run(app, 'campaign pause', { campaign: 1 });
      await until(async () => {
        const { lanes } = await run(app, 'lane list', {});
        return lanes.every(({ owed }) => owed === 0) || undefined;
      });
    }
    await using app = await openApp({}, home.path);
    await setLanes(app, 'lane resume');
    assert.partialDeepStrictEqual(await show(app), { state: 'paused', waiting: contacts });
    const spent = await balanceOf(app);
    await run(app, 'campaign resume', { campaign: 1 });
    const done = await until(async () => {
      const campaign = await show(app);
      return campaign.delivered === contacts ? campaign : undefined;
    });
    assert.equal(done.state, 'done');
    assert.equal(done.contacts, done.handled);
    assert.equal(await balanceOf(app), spent, 'nothing is paid twice');
    const { json } = await app.get(`/v1/bulk-status?apiKey=${app.testKey}&messageId=1`);
    assert.equal((json['StatutResponse_List'] as readonly unknown[]).length, 500);
  });

  test('that is cancelled gives back what has not left', async () => {
    await using app = await openApp();
    await withGroup(app);
    await setLanes(app, 'lane pause');
    const before = await balanceOf(app);
    await start(app);
    await until(async () => (await show(app)).handled === contacts || undefined);
    await run(app, 'campaign cancel', { campaign: 1 });
    const over = await until(async () => {
      const campaign = await show(app);
      return campaign.waiting === 0 ? campaign : undefined;
    });
    assert.partialDeepStrictEqual(over, { state: 'cancelled', notDelivered: contacts, cost: '0' });
    assert.equal(await balanceOf(app), before);
  });

  test('pauses before it costs more than it may, or than there is', async () => {
    await using app = await openApp();
    await withGroup(app);
    await start(app, { costMax: '0.5' });
    const paused = async (campaign: number) =>
      until(async () => {
        const one = await show(app, campaign);
        return one.state === 'paused' ? one : undefined;
      });
    assert.partialDeepStrictEqual(await paused(1), { reason: 'cost limit', handled: 0, cost: '0' });
    await run(app, 'campaign resume', { campaign: 1, costMax: null });
    await until(async () => (await show(app)).state === 'done' || undefined);
    await start(app, { text: 'a'.repeat(1_200) });
    const { reason } = await paused(2);
    assert.equal(reason, 'balance is too low');
  });

  test('leaves out phones that said STOP', async () => {
    await using app = await openApp();
    await withGroup(app);
    await run(app, 'stop add', { phones: ['+33639980060', '+33639980061'] });
    await start(app);
    const done = await until(async () => {
      const campaign = await show(app);
      return campaign.state === 'done' ? campaign : undefined;
    });
    assert.deepEqual(done.skipped, [{ why: 'stopped', contacts: 2 }]);
  });
});
