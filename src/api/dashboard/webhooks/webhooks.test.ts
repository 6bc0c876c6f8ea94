/** What the pages about webhooks ask, over a real folder and a real receiver. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { systemClock } from '#core/clock.ts';
import { anEmailAcceptance } from '#test/harness/email-records.ts';
import { fillAccount } from '#test/harness/full-account.ts';
import { openPageWorld } from '#test/harness/page-world.ts';
import { anEvent, atMs, money } from '#test/harness/records.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';
import { mailSampleKinds } from '#webhooks/management/sample-kinds.ts';
import { laneOfEndpoint } from '#webhooks/owed-delivery.ts';
import { RequestEndpoints } from '#webhooks/request-endpoints.ts';

async function openWorld() {
  await using stack = new AsyncDisposableStack();
  const sink = stack.use(await openWebhookSink());
  const world = stack.use(await openPageWorld());
  const opened = stack.move();
  return { world, sink, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

const op = '/api/accounts/1/operations/endpoint';
const first = { endpoint: 1 };
const eventOp = '/api/accounts/1/operations/event';

const time = (ms: number): string => new Date(ms).toISOString();

suite('webhooks on the dashboard', () => {
  test('an endpoint is added, tested, changed, held and removed', async () => {
    await using opened = await openWorld();
    const { world, sink } = opened;
    const added = await world.post(`${op}-add`, {
      url: sink.url,
      events: ['dlr'],
      headers: { 'X-A': 'b' },
    });
    assert.match(String(added['secret']), /^whsec_/);
    assert.partialDeepStrictEqual(added['endpoint'], { state: 'active', owed: 0, headers: true });
    const tested = await world.post(`${op}-test`, { ...first, kind: 'stop' });
    assert.equal(tested['received'], true);
    assert.equal(sink.received[0]?.headers['x-a'], 'b');
    const changed = await world.ask('POST', `${op}-set`, { ...first, ordering: 'strict' });
    assert.partialDeepStrictEqual(changed.json['endpoint'], { ordering: 'strict' });
    await world.post(`${op}-pause`, first);
    assert.equal((await world.ask('POST', `${op}-pause`, first)).json['word'], 'endpoint is held');
    await world.post(`${op}-resume`, { ...first, newerThan: '1970-01-01T00:00:00.001Z' });
    const rotated = await world.post(`${op}-rotate`, { ...first, overlap: '2h' });
    assert.equal((rotated['secrets'] as unknown[]).length, 2);
    assert.equal((await world.ask('POST', `${op}-revoke`, first)).status, 200);
    assert.equal((await world.ask('POST', `${op}-remove`, first)).status, 200);
    assert.deepEqual(await world.get(`${op}-list`), { endpoints: [] });
    const audit = await world.installation.storage.audit.listAudit(Number.MAX_SAFE_INTEGER, 20);
    assert.ok(
      audit.some(
        ({ actor, action }) => `${actor} ${action}` === 'ada@parley.example endpoint.remove',
      ),
    );
  });

  test('the secret that a request’s URL has brought along is shown once', async () => {
    await using opened = await openWorld();
    const { world, sink } = opened;
    const { storage, sealer } = world.installation;
    const requests = new RequestEndpoints({ store: storage.webhooks, sealer, clock: systemClock });
    await requests.find(1, new URL(sink.url));
    const { endpoint } = await world.get(`${op}-show?endpoint=1`);
    assert.partialDeepStrictEqual(endpoint, { source: 'request', unseenSecret: true });
    assert.match(String((await world.post(`${op}-secret`, first))['secret']), /^whsec_/);
    assert.equal((await world.ask('POST', `${op}-secret`, first)).json['word'], 'secret was shown');
    assert.partialDeepStrictEqual(await world.get(`${op}-list`), {
      endpoints: [{ unseenSecret: false }],
    });
  });

  test('the rules of the interface hold here, and name the field', async () => {
    await using opened = await openWorld();
    const { world, sink } = opened;
    const refused = await world.ask('POST', `${op}-add`, {
      url: sink.url,
      events: ['calls'],
      timeoutMs: 1,
    });
    assert.equal(refused.status, 400);
    assert.deepEqual(
      (refused.json['errors'] as { elementId: string }[]).map(({ elementId }) => elementId),
      ['children[events].data', 'children[timeoutMs].data'],
    );
    const mistyped = await world.ask('POST', `${op}-add`, { url: sink.url, timeout: 1 });
    assert.equal(mistyped.json['word'], 'field has a wrong value');
  });

  test('what is owed is shown with its age and its breaker, and the head can be dropped', async () => {
    await using opened = await openWorld();
    const { world, sink } = opened;
    const { storage } = world.installation;
    await world.post(`${op}-add`, { url: sink.url });
    const lane = laneOfEndpoint(1);
    const life = 72 * 3_600_000;
    await storage.webhooks.putJobs([
      { id: 9, lane, dueAtMs: 5, attempt: 2, orderKey: 'k', expiresAtMs: life + 5, subject: 77 },
    ]);
    await storage.webhooks.saveLaneStates([
      { lane, openUntilMs: 9, failures: 6, failingSinceMs: 4, failedAttempts: 8, warned: 0 },
    ]);
    const { endpoint } = await world.get(`${op}-show?endpoint=1`);
    assert.partialDeepStrictEqual(endpoint, {
      owed: 1,
      oldestOwedAt: time(5),
      breaker: { openUntil: time(9), failingSince: time(4), failuresInRow: 6, failedAttempts: 8 },
    });
    assert.deepEqual(await world.post(`${op}-skip`, first), { eventId: '77' });
    assert.equal((await world.ask('POST', `${op}-skip`, first)).json['word'], 'nothing to skip');
    const failures = await world.get(`${op}-attempts?endpoint=1`);
    assert.partialDeepStrictEqual(failures['attempts'], [{ outcome: 'dropped', request: null }]);
  });

  test('more tests than an account may make in a minute are refused, with when the next one may come', async () => {
    await using opened = await openWorld();
    const { world, sink } = opened;
    await world.post(`${op}-add`, { url: sink.url, events: ['dlr'] });
    const tryIt = () => world.ask('POST', `${op}-test`, { ...first, kind: 'dlr' });
    const tested = await Promise.all(Array.from({ length: 31 }, tryIt));
    const refused = tested.filter(({ status }) => status === 429);
    assert.equal(refused.length, 1);
    assert.match(String(refused[0]?.headers['retry-after']), /^[1-9]\d?$/);
  });

  test('each kind of event of emails has a sample, as such an event is told', async () => {
    await using opened = await openWorld();
    const { world, sink } = opened;
    await world.post(`${op}-add`, { url: sink.url });
    const kinds = mailSampleKinds;
    for (const kind of kinds) {
      const tested = await world.post(`${op}-test`, { ...first, kind });
      assert.equal(tested['received'], true);
    }
    const bodies = sink.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    assert.deepEqual(
      bodies.map(({ event }) => event),
      kinds,
    );
    const bounced = bodies.find(({ event }) => event === 'email.bounced');
    const reason = { class: 'mailbox-unknown', code: 550 };
    assert.partialDeepStrictEqual(bounced, { status: 'not delivered', reason });
    assert.ok(bodies.every(({ email }) => email === 'someone@example.com'));
    const unknown = await world.ask('POST', `${op}-test`, { ...first, kind: 'email.lost' });
    assert.equal(unknown.json['word'], 'field has a wrong value');
  });

  test('the last deliveries of an endpoint are told with the kind of each event', async () => {
    await using opened = await openWorld();
    const { world, sink } = opened;
    await fillAccount(world, sink.url);
    assert.deepEqual(await world.get(`${op}-deliveries?endpoint=1`), { deliveries: [] });
    const { storage } = world.installation;
    const lane = laneOfEndpoint(1);
    const job = { id: 9, lane, dueAtMs: 5, attempt: 0, orderKey: 'k', expiresAtMs: 9 };
    await storage.webhooks.putJobs([{ ...job, subject: 900 }]);
    await world.post(`${op}-skip`, first);
    const event = await storage.webhooks.findEvent(1, 900);
    const { deliveries } = await world.get(`${op}-deliveries?endpoint=1`);
    assert.equal((deliveries as unknown[]).length, 1);
    const told = { eventId: '900', outcome: 'dropped', kind: event?.kind };
    assert.partialDeepStrictEqual(deliveries, [told]);
    const viewer = { roles: { 1: 'viewer' as const } };
    const refused = await world.ask('GET', `${op}-deliveries?endpoint=1`, undefined, viewer);
    assert.equal(refused.json['word'], 'role does not allow it');
  });

  test('events are listed by kind and by what became of them, however far back they stand', async () => {
    await using opened = await openWorld();
    const { world, sink } = opened;
    await fillAccount(world, sink.url);
    const { storage } = world.installation;
    const account = must(await storage.accounts.findAccount(1), 'account');
    // More than one look behind the one event that fits.
    const events = Array.from({ length: 250 }, (_, place) =>
      anEvent(2_000 + place, { kind: 'email.sent', orderKey: 'email/2', job: null }),
    );
    const accepted = await storage.emails.acceptEmail(anEmailAcceptance(account, 2, { events }));
    assert.equal(accepted.kind, 'accepted');
    const lane = laneOfEndpoint(1);
    const job = { id: 9, lane, dueAtMs: 5, attempt: 0, orderKey: 'k', expiresAtMs: 9 };
    await storage.webhooks.putJobs([{ ...job, subject: 900 }]);
    await world.post(`${op}-skip`, first);
    const list = async (query: string) => {
      const told = await world.get(`${eventOp}-list?${query}`);
      return {
        ids: (told['events'] as { id: string }[]).map(({ id }) => id),
        after: told['after'],
      };
    };
    assert.deepEqual((await list('kind=dlr')).ids, ['900']);
    assert.equal((await list('kind=email')).ids.length, 100);
    assert.equal((await list('kind=email.sent&limit=7')).after, 2_243);
    assert.deepEqual((await list('kind=mail')).ids, []);
    assert.deepEqual((await list('outcome=undelivered')).ids, ['900']);
    assert.deepEqual((await list('outcome=delivered')).ids, []);
    assert.equal((await list('outcome=nobody&limit=7')).ids[0], '2249');
    assert.equal((await world.ask('GET', `${eventOp}-list?outcome=lost`)).status, 400);
  });

  test('what is pending is named with its endpoint and its next attempt, and counts as not received', async () => {
    await using opened = await openWorld();
    const { world, sink } = opened;
    await world.post(`${op}-add`, { url: `${sink.url}/one` });
    await world.post(`${op}-add`, { url: `${sink.url}/two` });
    const { storage } = world.installation;
    const account = must(await storage.accounts.findAccount(1), 'account');
    const funds = { accountId: 1, purse: 'live', kind: 'top-up', actor: 'test' } as const;
    await storage.accounts.move({ ...funds, amount: money(1_000_000), atMs: 1 });
    const owed = anEvent(900, { orderKey: 'email/1' });
    const toBoth = { ...owed, copies: [{ ...must(owed.job, 'job'), id: 7, lane: 'webhook/2' }] };
    const untold = anEvent(901, { orderKey: 'email/1', job: null });
    const email = anEmailAcceptance(account, 1, { events: [toBoth, untold] });
    assert.equal((await storage.emails.acceptEmail(email)).kind, 'accepted');
    const failing = { failures: 5, failingSinceMs: 1, failedAttempts: 5, warned: 0 };
    const openUntilMs = atMs + 3_600_000;
    await storage.webhooks.saveLaneStates([{ lane: 'webhook/1', openUntilMs, ...failing }]);
    await world.post(`${op}-pause`, { endpoint: 2 });

    const idsOf = async (outcome: string) => {
      const told = await world.get(`${eventOp}-list?outcome=${outcome}`);
      return (told['events'] as { id: string }[]).map(({ id }) => id);
    };
    assert.deepEqual(await idsOf('undelivered'), ['900']);
    assert.deepEqual(await idsOf('nobody'), ['901']);
    assert.deepEqual(await idsOf('delivered'), []);
    const { event } = await world.get(`${eventOp}-show?event=900`);
    const { host } = new URL(sink.url);
    const untried = { outcome: 'pending', attempts: 0, lastAt: null };
    assert.deepEqual((event as { deliveries: unknown }).deliveries, [
      {
        ...untried,
        endpointId: 1,
        endpoint: `${host}/hook/one (#1)`,
        nextAttemptAt: time(openUntilMs),
        held: false,
      },
      {
        ...untried,
        endpointId: 2,
        endpoint: `${host}/hook/two (#2)`,
        nextAttemptAt: null,
        held: true,
      },
    ]);
    const { endpoints } = await world.get(`${op}-list`);
    assert.partialDeepStrictEqual(endpoints, [
      { name: `${host}/hook/one (#1)`, owed: 1, nextAttemptAt: time(openUntilMs) },
      { name: `${host}/hook/two (#2)`, owed: 1, nextAttemptAt: null },
    ]);
  });

  test('a replay names who has begun it', async () => {
    await using opened = await openWorld();
    const { world, sink } = opened;
    await world.post(`${op}-add`, { url: sink.url });
    await world.post(`${op}-replay`, { ...first, since: time(0) });
    const [noted] = await world.installation.storage.audit.listAudit(Number.MAX_SAFE_INTEGER, 1);
    assert.partialDeepStrictEqual(noted, { action: 'endpoint.replay', target: '1', accountId: 1 });
  });

  test('of another account there is nothing', async () => {
    await using opened = await openWorld();
    const { world, sink } = opened;
    await world.post(`${op}-add`, { url: sink.url });
    const stranger = { roles: { 2: 'owner' as const } };
    const asked = async (method: 'GET' | 'POST', path: string, body?: object) => {
      const { status, json } = await world.ask(method, path, body, stranger);
      return [status, json['word']];
    };
    assert.deepEqual(await asked('GET', `${op}-list`), [404, 'nothing is there']);
    const other = '/api/accounts/2/operations/endpoint';
    const unknown = [404, 'endpoint is not there'];
    for (const verb of ['show', 'attempts', 'deliveries']) {
      assert.deepEqual(await asked('GET', `${other}-${verb}?endpoint=1`), unknown, verb);
    }
    for (const [verb, more] of Object.entries({
      set: { ordering: 'none' },
      remove: {},
      pause: {},
      resume: {},
      skip: {},
      secret: {},
      rotate: {},
      revoke: {},
      test: {},
      replay: { since: time(0) },
      sign: { signatures: [] },
    })) {
      assert.deepEqual(
        await asked('POST', `${other}-${verb}`, { ...first, ...more }),
        unknown,
        verb,
      );
    }
  });

  test('who may not read contents sees no path of a URL, and changes nothing', async () => {
    await using opened = await openWorld();
    const { world, sink } = opened;
    await world.post(`${op}-add`, { url: `${sink.url}?token=hidden` });
    const viewer = { roles: { 1: 'viewer' as const } };
    assert.ok(!JSON.stringify(await world.get(`${op}-list`, viewer)).includes('hidden'));
    const refused = await world.ask('POST', `${op}-pause`, first, viewer);
    assert.equal(refused.json['word'], 'role does not allow it');
    const tired = { roles: { 1: 'owner' as const }, isFresh: false };
    const stale = await world.ask('POST', `${op}-rotate`, first, tired);
    assert.equal(stale.json['word'], 'sign-in is not fresh');
  });
});
