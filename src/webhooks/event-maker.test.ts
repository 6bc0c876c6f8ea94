import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import { AccountEndpoints } from './account-endpoints.ts';
import { deliveryReportBody, isWaitingReport } from './event-body.ts';
import { EventMaker } from './event-maker.ts';
import type { ReportFact } from './report-fact.ts';
import type { EndpointSource, WebhookStore } from './webhook-store.ts';

const fact: ReportFact = {
  accountId: 3,
  messageId: 307,
  phone: '33639980001' as PhoneNumber,
  status: 'delivered',
  atMs: 1_893_456_000_999,
  cost: 49_000 as Millionths,
  currency: 'EUR',
  tag: '',
  reportUrl: null,
  reportEndpointId: null,
  test: false,
};

function setup(endpoints: Partial<Record<EndpointSource, number>>) {
  const reads: string[] = [];
  const store: Pick<WebhookStore, 'findAccountEndpoint'> = {
    findAccountEndpoint: async (accountId, source) => {
      reads.push(`${accountId} ${source}`);
      const id = endpoints[source];
      if (id === undefined) return undefined;
      const url = 'https://client.example/';
      const state = 'active';
      const inFlightMax = 8;
      return { id, accountId, source, url, state, reason: '', sealedSecrets: [], inFlightMax };
    },
  };
  const accountEndpoints = new AccountEndpoints(store, 'report', 'reply');
  let jobs = 100;
  const maker = new EventMaker({
    endpoints: accountEndpoints,
    nextJobId: () => (jobs += 1),
  });
  return { maker, reads, endpoints: accountEndpoints };
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
    const { maker } = setup({ report: 9, reply: 8 });
    const event = await maker.deliveryReport({ ...fact, test: true });
    assert.deepEqual(event.job, {
      id: 101,
      lane: 'webhook/9',
      dueAtMs: fact.atMs,
      attempt: 0,
      orderKey: '307/33639980001',
      expiresAtMs: fact.atMs + 259_200_000,
      subject: 0,
    });
    assert.deepEqual(
      [event.id, event.kind, event.orderKey, event.url, event.createdAtMs, event.test],
      [0, 'dlr', '307/33639980001', null, fact.atMs, true],
    );
  });

  test('goes to the reply endpoint where there is no report endpoint', async () => {
    const { maker } = setup({ reply: 8 });
    assert.equal((await maker.deliveryReport(fact)).job?.lane, 'webhook/8');
  });

  test('is stored without a delivery where the account has no endpoint', async () => {
    const { maker } = setup({});
    assert.equal((await maker.deliveryReport(fact)).job, null);
  });

  test('goes where its request said, and reads nothing for it', () => {
    const { maker, reads } = setup({ report: 9 });
    const reportUrl = 'https://other.example/hook?id=7';
    const event = maker.deliveryReport({ ...fact, reportUrl, reportEndpointId: 12 });
    assert.ok(!(event instanceof Promise));
    assert.deepEqual([event.job?.lane, event.url, reads], ['webhook/12', reportUrl, []]);
  });

  test('is there at once when the endpoint is known, and read again when told to forget', async () => {
    const { maker, reads, endpoints } = setup({});
    await Promise.all([maker.deliveryReport(fact), maker.deliveryReport(fact)]);
    assert.ok(!(maker.deliveryReport(fact) instanceof Promise));
    assert.equal(reads.length, 2);
    endpoints.forget();
    await maker.deliveryReport(fact);
    assert.equal(reads.length, 4);
  });
});
