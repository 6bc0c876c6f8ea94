/** Where events of emails go. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { jobsOf, type OwedEvent } from '#queue/owed-event.ts';
import { type Endpoint, type EndpointSource, usualSettings } from './endpoint.ts';
import { MailEvents } from './mail-events.ts';
import { destinations } from './management/replayer.ts';

function endpoint(id: number, source: EndpointSource, events: readonly string[] = []): Endpoint {
  const times = { stateSinceMs: 0, createdAtMs: 0, expiryFloorMs: 0, dropBeforeMs: 0 };
  const rest = { url: 'https://a.example/', state: 'active', reason: '', secrets: [] } as const;
  return {
    id,
    accountId: 1,
    source,
    events,
    settings: usualSettings,
    generation: 0,
    ...rest,
    ...times,
  };
}

const all = [
  endpoint(1, 'reply'),
  endpoint(2, 'report'),
  endpoint(3, 'email'),
  endpoint(4, 'extra'),
  endpoint(5, 'extra', ['dlr']),
];

function setup(endpoints: readonly Endpoint[] = all) {
  let jobs = 0;
  return new MailEvents({ endpoints: { find: () => endpoints }, nextJobId: () => ++jobs });
}

const email = {
  id: 7,
  accountId: 1,
  tag: '',
  metadata: null,
  reportUrl: null,
  reportEndpointId: null,
  test: false,
  sandbox: false,
};
const fact = { mailId: 1, address: 'ann@a.example', kind: 'sent', atMs: 5, reason: null };
const change = {
  accountId: 1,
  address: 'ann@a.example',
  stream: '',
  reason: 'hard',
  source: 'delivery',
  kind: 'added',
  atMs: 5,
} as const;

const lanesOf = (owed: OwedEvent) => jobsOf(owed).map(({ lane }) => lane);

suite('an event of an email', () => {
  test('goes to the account’s URL for email and to copies of its kind, never to those of SMS', async () => {
    const owed = await setup().mailEvent({ ...fact, email });
    assert.deepEqual(lanesOf(owed), ['webhook/3', 'webhook/4']);
    assert.deepEqual(lanesOf(await setup().suppressionEvent(change)), ['webhook/3', 'webhook/4']);
  });

  test('goes to the URL of its request in place of the account’s', async () => {
    const asked = { ...email, reportUrl: 'https://b.example/x', reportEndpointId: 9 };
    const owed = await setup().mailEvent({ ...fact, email: asked });
    assert.deepEqual(lanesOf(owed), ['webhook/9', 'webhook/4']);
  });

  test('goes the same way when it is sent once more', () => {
    assert.deepEqual(destinations({ kind: 'email.bounced', url: null }, all), [3, 4]);
    assert.deepEqual(destinations({ kind: 'suppression.added', url: null }, all), [3, 4]);
    assert.deepEqual(destinations({ kind: 'dlr', url: null }, all), [2, 4, 5]);
    assert.deepEqual(destinations({ kind: 'stop', url: null }, all), [1, 4]);
  });
});
