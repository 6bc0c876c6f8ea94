/** Every command, asked with a key of one mode by all names of the records of the other mode: nothing is read, nothing changes. */

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ApiPorts } from '#api/api-server.ts';
import { commandNotes } from '#api/openapi/command-paths.ts';
import { must } from '#core/assert.ts';
import type { KeyMode } from '#model/key-mode.ts';
import { callerOf, openApiWorld } from '#test/harness/api-world.ts';
import { anEmailAcceptance } from '#test/harness/email-records.ts';
import { aJob, anAcceptance, anEvent, aTrunk, money } from '#test/harness/records.ts';
import { openTemporaryStorage } from '#test/harness/temporary-storage.ts';
import { EventReader } from '#webhooks/pull/event-reader.ts';

/** Under which names the records stand, in all parameters that name one. */
const names = {
  messageId: '5',
  emailId: '5',
  eventId: '900',
  id: '5',
  tag: 'secret-tag',
  phoneNumber: '33612345678',
  phoneNumbers: '33612345678',
  SMSStatut_List: [{ messageId: '5', phoneNumber: '33612345678' }],
};

/** What an answer shows that has read one of them; phones are said back to the caller who names them. */
const shown =
  /Waiting|queued|"total":[1-9]|person-0|msg_90[01]|"90[01]"|33187650009|is scheduled|cancelled/;

const readable = [
  '/mail/v1/bulk-status',
  '/mail/v1/events',
  '/mail/v1/message-cancel',
  '/mail/v1/webhook/events',
  '/v1/bulk-status',
  '/v1/bulk-status-by-tag',
  '/v1/events',
  '/v1/message-cancel',
  '/v1/message-status',
  '/v1/multi-status',
  '/v1/vn/calls',
  '/v1/vn/voicemail',
  '/v1/vn/voicemail/heard',
  '/v1/vn/voicemails',
  '/v1/webhook/events',
];

type World = Awaited<ReturnType<typeof openWorld>>;

/** One record of each kind, made in a mode, and a key of each mode. */
async function openWorld(made: KeyMode) {
  await using stack = new AsyncDisposableStack();
  const storage = stack.use(await openTemporaryStorage());
  const wanted = { name: 'Acme', email: '', currency: 'EUR', homeCountry: 'FR', createdAtMs: 0 };
  const balances = { balance: money(10_000_000), testBalance: money(10_000_000) };
  const account = await storage.accounts.createAccount({ ...wanted, ...balances }, 'test');
  const isTest = made === 'test';
  const reader = new EventReader(storage.webhooks);
  const world = stack.use(
    await openApiWorld({
      authenticate: (mode) => callerOf(mode === 'live' ? 'live' : 'test', account),
      messages: storage.messages,
      status: (...asked) => storage.messages.findStatus(...asked),
      emails: storage.emails,
      suppressedMail: async () => new Set(),
      mailToken: (id) => `token-${id}`,
      cancelMail: async () => 1,
      calls: storage.calls,
      voicemails: storage.voicemails,
      events: { reader, pull: (query) => reader.read(query), openFeed: () => undefined },
      endpoints: {
        store: storage.webhooks as ApiPorts['endpoints']['store'],
      } as ApiPorts['endpoints'],
    }),
  );
  const startedAtMs = world.clock.nowMs();
  const scheduledAtMs = startedAtMs + 86_400_000;
  const message = { test: isTest, tag: names.tag, scheduledAtMs };
  const job = { dueAtMs: scheduledAtMs };
  await storage.messages.acceptMessages([anAcceptance(account, 5, { message, job })]);
  // A stream of events has been used once its first number was reserved.
  await storage.ids.reserveIds('event', 1);
  const of = { test: isTest, accountId: account.id };
  const events = [anEvent(900, of), anEvent(901, { ...of, kind: 'email.sent' })];
  const email = { test: isTest, scheduledAtMs };
  const mail = anEmailAcceptance(account, 5, { email, events });
  assert.equal((await storage.emails.acceptEmail(mail)).kind, 'accepted');
  await storage.trunks.createTrunk({ ...aTrunk(), name: 'simulator', builtIn: true }, author);
  const ofPhone = { number: '33187650001', caller: '33187650009', startedAtMs, hops: [] };
  const free = { perMinute: money(0), firstS: 1, nextS: 1, payerId: null, processId: 1 };
  const trunkIn = isTest ? 'simulator' : 'carrier';
  const call = { id: 5, accountId: account.id, target: '', kind: 'refused', trunkIn } as const;
  assert.ok(await storage.calls.beginCall({ ...ofPhone, ...free, ...call }, money(0)));
  const said = { durationMs: 1_000, law: 'pcma', end: 'key', mailTo: '', language: 'en' } as const;
  const voicemail = { id: 5, accountId: account.id, numberId: 1, callerName: '', ...said };
  await storage.voicemails.saveVoicemail(
    { ...ofPhone, ...voicemail, isSimulated: isTest },
    Buffer.alloc(8, 0xd5),
    aJob({ id: 2_000_000, lane: 'notice/voicemail', subject: 5 }),
  );
  const opened = stack.move();
  return { storage, account, world, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

const author = { actor: 'test', atMs: 0 };

/** Reads first: what was cancelled is shown in other words. */
function byHarm(a: string, b: string): number {
  return Number(a.includes('cancel')) - Number(b.includes('cancel'));
}

/** Commands whose answers show a record of it. */
async function walk({ world }: World, mode: KeyMode): Promise<readonly string[]> {
  const showing: string[] = [];
  for (const path of Object.keys(commandNotes).toSorted(byHarm)) {
    const at = path.replace('{id}', names.id);
    const body = JSON.stringify({ ...names, apiKey: mode });
    const { SMSStatut_List: _, ...inQuery } = names;
    const query = new URLSearchParams({ ...inQuery, apiKey: mode });
    const read = await world.ask(`${at}?${query.toString()}`);
    const posted = await world.ask(at, { method: 'POST', body });
    if (shown.test(read.text) || shown.test(posted.text)) showing.push(path);
  }
  return showing;
}

async function stands({ storage, account }: World, mode: KeyMode): Promise<void> {
  const reach = { accountId: account.id, mode };
  const message = must(await storage.messages.findMessage(reach, 5), 'message');
  assert.equal(message.cancelled, false);
  assert.equal((await storage.voicemails.findVoicemail(5))?.heardAtMs, null);
}

suite('a key', () => {
  for (const [made, other] of [
    ['live', 'test'],
    ['test', 'live'],
  ] as const) {
    test(`of mode ${other} reads and changes nothing that is ${made}`, async () => {
      await using opened = await openWorld(made);
      assert.deepEqual(await walk(opened, other), []);
      await stands(opened, made);
    });
  }

  test('reads what is of its own mode by these same names', async () => {
    await using opened = await openWorld('live');
    assert.deepEqual((await walk(opened, 'live')).toSorted(), readable.toSorted());
  });
});
