import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { ReportFact } from '#model/report-fact.ts';
import { jobsOf } from '#queue/owed-event.ts';
import { anEndpoint } from '#test/harness/memory-webhooks.ts';
import { AccountEndpoints } from './account-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { deliveryReportBody, isWaitingReport } from './event-body.ts';
import { EventMaker } from './event-maker.ts';
import { owedSinceMs } from './owed-delivery.ts';
import type { WebhookStore } from './webhook-store.ts';

const fact: ReportFact = {
  accountId: 3,
  messageId: 307,
  phone: '33639980001' as PhoneNumber,
  status: 'delivered',
  atMs: 1_893_456_000_999,
  madeAtMs: 1_893_456_060_000,
  cost: 49_000 as Millionths,
  currency: 'EUR',
  tag: '',
  reportUrl: null,
  reportEndpointId: null,
  test: false,
};

type Made = Partial<Endpoint> & Pick<Endpoint, 'id' | 'source'>;

function setup(...endpoints: readonly Made[]) {
  const reads: number[] = [];
  const store: Pick<WebhookStore, 'listAccountEndpoints'> = {
    listAccountEndpoints: async (accountId) => {
      reads.push(accountId);
      const url = 'https://client.example/';
      return endpoints.map((endpoint) => ({ ...anEndpoint, url, secrets: [], ...endpoint }));
    },
  };
  const accountEndpoints = new AccountEndpoints(store);
  let jobs = 100;
  const maker = new EventMaker({ endpoints: accountEndpoints, nextJobId: () => (jobs += 1) });
  const lanes = async (changes: Partial<ReportFact> = {}): Promise<readonly string[]> =>
    jobsOf(await maker.deliveryReport({ ...fact, ...changes })).map(({ lane }) => lane);
  return { maker, reads, lanes, endpoints: accountEndpoints };
}

function text(changes: Partial<ReportFact>): string {
  return Buffer.from(deliveryReportBody({ ...fact, ...changes })).toString();
}

suite('the body of a delivery report', () => {
  test('has the fields of the interface in its order and not a space more', () => {
    assert.equal(
      text({ tag: 'spring' }),
      '{"status":"delivered","msgId":"307","date":1893456000,"phone":"+33639980001",' +
        '"cost":"0.049","currency":"EUR","tag":"spring"}',
    );
  });

  test('has an empty tag where there is none, and whole amounts without decimals', () => {
    assert.match(
      text({ cost: 1_000_000 as Millionths }),
      /"cost":"1","currency":"EUR","tag":""\}$/,
    );
  });

  test('leaves slashes and accents as they are', () => {
    assert.match(text({ tag: 'été/2030' }), /"tag":"été\/2030"\}$/);
  });

  test('is the JSON of its fields, whatever the tag', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (tag) => {
        assert.equal((JSON.parse(text({ tag })) as { tag: string }).tag, tag);
      }),
    );
  });

  test('can be told to be a waiting one', () => {
    assert.ok(isWaitingReport(deliveryReportBody({ ...fact, status: 'waiting' })));
    assert.ok(!isWaitingReport(deliveryReportBody({ ...fact, tag: '{"status":"waiting",' })));
    assert.ok(!isWaitingReport(new Uint8Array(0)));
  });
});

suite('an event', () => {
  test('owes a delivery to the account’s report endpoint for 72 hours', async () => {
    const { maker } = setup({ id: 9, source: 'report' }, { id: 8, source: 'reply' });
    const event = await maker.deliveryReport({ ...fact, test: true });
    assert.deepEqual(event.job, {
      id: 101,
      lane: 'webhook/9',
      dueAtMs: fact.madeAtMs,
      attempt: 0,
      orderKey: '307/33639980001',
      expiresAtMs: fact.madeAtMs + 259_200_000,
      subject: 0,
    });
    assert.deepEqual(
      [event.id, event.kind, event.orderKey, event.url, event.createdAtMs, event.test],
      [0, 'dlr', '307/33639980001', null, fact.madeAtMs, true],
    );
  });

  test('of a receipt that came late is as new as any other: its date stands in its body alone', async () => {
    const { maker } = setup({ id: 9, source: 'report' });
    const madeAtMs = fact.atMs + 70 * 3_600_000;
    const { job, createdAtMs, body } = await maker.deliveryReport({ ...fact, madeAtMs });
    assert.equal(job && job.expiresAtMs - madeAtMs, 72 * 3_600_000);
    // What a client drops when it resumes is what was owed before that.
    assert.deepEqual([job && owedSinceMs(job), createdAtMs], [madeAtMs, madeAtMs]);
    assert.match(Buffer.from(body).toString(), /"date":1893456000,/);
  });

  test('goes to the reply endpoint where there is no report endpoint', async () => {
    const { maker } = setup({ id: 8, source: 'reply' });
    assert.equal((await maker.deliveryReport(fact)).job?.lane, 'webhook/8');
  });

  test('is stored without a delivery where the account has no endpoint', async () => {
    const { maker } = setup();
    assert.equal((await maker.deliveryReport(fact)).job, null);
  });

  test('goes where its request said, and not to the account’s own', async () => {
    const { maker } = setup({ id: 9, source: 'report' });
    const reportUrl = 'https://other.example/hook?id=7';
    const event = await maker.deliveryReport({ ...fact, reportUrl, reportEndpointId: 12 });
    assert.deepEqual(
      [event.job?.lane, event.url, event.copies],
      ['webhook/12', reportUrl, undefined],
    );
  });

  test('goes to every extra endpoint that takes its kind, besides', async () => {
    const { lanes } = setup(
      { id: 8, source: 'reply', state: 'paused' },
      { id: 9, source: 'extra' },
      { id: 10, source: 'extra', events: ['reply', 'stop'] },
      { id: 11, source: 'extra', events: ['dlr'], state: 'disabled' },
    );
    assert.deepEqual(await lanes(), ['webhook/8', 'webhook/9', 'webhook/11']);
    assert.deepEqual(await lanes({ reportEndpointId: 12 }), [
      'webhook/12',
      'webhook/9',
      'webhook/11',
    ]);
  });

  test('does not go to an endpoint that takes other kinds, whose account may have none left', async () => {
    const { lanes } = setup({ id: 8, source: 'reply', events: ['reply'] });
    assert.deepEqual(await lanes(), []);
  });

  test('is there at once when the endpoint is known, and read again when told to forget', async () => {
    const { maker, reads, endpoints } = setup();
    await Promise.all([maker.deliveryReport(fact), maker.deliveryReport(fact)]);
    assert.ok(!(maker.deliveryReport(fact) instanceof Promise));
    assert.equal(reads.length, 1);
    endpoints.forget();
    await maker.deliveryReport(fact);
    assert.equal(reads.length, 2);
  });
});
