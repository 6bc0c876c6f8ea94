/** Time is moved on for test messages: what was scheduled leaves, and what was not taken in time is given up. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { moveTestTime } from '#sms/waiting/test-time.ts';
import { openApp } from '#test/harness/open-app.ts';
import { openStorageBeside } from '#test/harness/storage-beside.ts';
import { type TemporaryFolder, temporaryFolder } from '#test/harness/temporary-folder.ts';
import { openWebhookSink, type WebhookSink } from '#test/harness/webhook-sink.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** At noon of the day in so many days. */
function noonIn(days: number) {
  const at = Temporal.Now.zonedDateTimeISO('Europe/Paris').add({ days });
  const date = [twoDigits(at.day), twoDigits(at.month), at.year].join('/');
  return { scheduledDeliveryDate: date, time: 12 };
}

function twoDigits(count: number): string {
  return String(count).padStart(2, '0');
}

/** A server, and who moves time beside it, as commands do. */
async function setup(folder?: string) {
  await using stack = new AsyncDisposableStack();
  const sink = stack.use(await openWebhookSink());
  const app = stack.use(await openApp({}, folder));
  const storage = stack.use(await openStorageBeside(app.folder));
  const closing = stack.move();
  return {
    sink,
    storage,
    send: async (more: object = {}): Promise<number> => {
      const common = { apiKey: app.testKey, phoneNumbers: '+33639980001', message: 'Hello' };
      const { json } = await app.post('/v1/send', { ...common, urlDlr: sink.url, ...more });
      return Number(must(json['message_id'], 'message that was taken'));
    },
    move: async (byMs: number): Promise<number> =>
      (await moveTestTime({ accountId: 1, byMs }, storage, author())).parts,
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

function author() {
  return { actor: 'command line', atMs: Date.now() };
}

/** A folder whose next server hands no text of account 1 to the built-in operator. */
async function withStoppedLanes(): Promise<TemporaryFolder> {
  const folder = temporaryFolder();
  await using app = await openApp({}, folder.path);
  await using storage = await openStorageBeside(app.folder);
  const builtIn = (await storage.operators.listOperators()).find((each) => each.builtIn);
  const { id, settings } = must(builtIn, 'built-in operator');
  for (let bind = 0; bind < settings.binds; bind += 1) {
    await storage.jobs.pauseLane(`sms/${id}/${bind}:normal/1`, author());
  }
  return folder;
}

/** What a client is told of a message, once it is. */
async function toldOf(sink: WebhookSink, messageId: number): Promise<string> {
  const isOf = ({ body }: { readonly body: string }): boolean =>
    (JSON.parse(body) as { msgId: string }).msgId === String(messageId);
  const [told] = await sink.until(1, isOf);
  return (JSON.parse(told?.body ?? '') as { status: string }).status;
}

suite('time that is moved on', { timeout: 100_000 }, () => {
  test('has a scheduled test message leave, and one of a later day wait', async () => {
    await using world = await setup();
    const { sink, send, move } = world;
    const soon = await send(noonIn(2));
    const later = await send(noonIn(20));
    assert.equal(await move(3 * dayMs), 2);
    assert.equal(await toldOf(sink, soon), 'delivered');
    assert.equal(await move(dayMs), 1);
    assert.equal(sink.received.length, 1);
    assert.equal(await move(17 * dayMs), 1);
    assert.equal(await toldOf(sink, later), 'delivered');
    assert.equal(await move(dayMs), 0);
  });

  test('ends what the operator has not taken within its validity, and tells of it as ever', async () => {
    using folder = await withStoppedLanes();
    await using world = await setup(folder.path);
    const { sink, storage, send, move } = world;
    const messageId = await send();
    assert.equal(await move(dayMs), 1);
    assert.equal(await move(hourMs), 1);
    assert.equal(await storage.jobs.countOwed('sms/', 10), 1);
    assert.equal(await move(dayMs), 1);
    assert.equal(await toldOf(sink, messageId), 'not delivered');
    const query = storage.database.build.selectFrom('recipient').select('reason');
    assert.deepEqual(
      (await storage.database.read(query)).map(({ reason }) => reason),
      ['expired_in_queue'],
    );
  });
});
