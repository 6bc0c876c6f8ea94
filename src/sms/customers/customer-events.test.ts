import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import type { ReplyFact } from '#model/reply-fact.ts';
import { decodePdu } from '#sms/smpp/decode.ts';
import {
  aCustomer,
  aReplyFact,
  aReportFact,
  aSubmittedMessage,
} from '#test/harness/customer-records.ts';
import { anEvent, aSubmission, atMs } from '#test/harness/records.ts';
import { CustomerDirectory } from './customer-directory.ts';
import { CustomerEvents } from './customer-events.ts';
import type { Customer } from './smpp-user.ts';

const hourMs = 3_600_000;
const webhook = anEvent(0);

function setup(settings: Parameters<typeof aCustomer>[0] = {}) {
  return setupWith([aCustomer(settings)]);
}

function setupWith(customers: readonly Customer[]) {
  let jobId = 100;
  const directory = new CustomerDirectory(customers);
  return new CustomerEvents({
    directory: () => directory,
    webhooks: { deliveryReports: () => [webhook], replies: () => [webhook] },
    random: () => 0.5,
    nextJobId: () => (jobId += 1),
  });
}

async function lanes(events: CustomerEvents, over = {}): Promise<unknown> {
  const made = await events.deliveryReports(aReportFact(over));
  return made.map(({ job }) => job?.lane);
}

suite('the report of a message that was submitted by SMPP', () => {
  test('is a deliver_sm that is owed to its user for 72 hours, in order for each message', async () => {
    const dueAtMs = atMs + 70 * hourMs;
    // From when we have heard of it, whenever it happened.
    const fact = aReportFact({ test: true, madeAtMs: dueAtMs });
    const [event] = await setup().deliveryReports(fact);
    const { body, ...rest } = must(event, 'event');
    assert.deepEqual(rest, {
      id: 0,
      accountId: 1,
      kind: 'smpp dlr',
      orderKey: '307/33612345678',
      url: null,
      createdAtMs: dueAtMs,
      test: true,
      job: {
        id: 101,
        lane: 'customer/1',
        dueAtMs,
        attempt: 0,
        orderKey: '307/33612345678',
        expiresAtMs: dueAtMs + 72 * hourMs,
        subject: 0,
      },
    });
    const decoded = decodePdu(Buffer.from(body));
    assert.ok(decoded.kind === 'pdu' && decoded.pdu.command === 'deliver_sm');
    assert.match(decoded.pdu.body.shortMessage.toString('latin1'), /^id:307 /);
  });

  test('goes where the user wants it', async () => {
    assert.deepEqual(await lanes(setup({ reports: 'smpp' })), ['customer/1']);
    assert.deepEqual(await lanes(setup({ reports: 'both' })), ['customer/1', 'webhook/1']);
    assert.deepEqual(await lanes(setup({ reports: 'webhook' })), ['webhook/1']);
  });

  test('goes to the account’s webhooks once there is no such user', async () => {
    const submitted = aSubmittedMessage({ submission: aSubmission({ userId: 2 }) });
    assert.deepEqual(await lanes(setup(), { submitted }), ['webhook/1']);
  });

  test('is made only if registered_delivery asked for it', async () => {
    const submission = aSubmission({ wish: { final: 'failures', intermediate: false } });
    const submitted = aSubmittedMessage({ submission });
    assert.deepEqual(await lanes(setup(), { submitted }), []);
    const failed = { submitted, status: 'not delivered', word: 'UNDELIV' };
    assert.deepEqual(await lanes(setup(), failed), ['customer/1']);
    assert.deepEqual(await lanes(setup({ reports: 'both' }), { submitted }), ['webhook/1']);
  });
});

test('the report of a message that came by HTTP is a webhook, at once', () => {
  const events = setup();
  assert.deepEqual(events.deliveryReports(aReportFact({ submitted: null })), [webhook]);
});

async function lanesOf(customers: readonly Customer[], over: Partial<ReplyFact> = {}) {
  const made = await setupWith(customers).replies(aReplyFact(over));
  return made.map(({ job }) => job?.lane);
}

suite('what a phone writes to a number of the account', () => {
  test('is owed to each of its users that takes replies, and to its webhooks', async () => {
    const customers = [
      aCustomer({}, { id: 1 }),
      aCustomer({ replies: false }, { id: 2, systemId: 'B' }),
      aCustomer({}, { id: 3, systemId: 'C' }),
      aCustomer({}, { id: 4, systemId: 'D', accountId: 2 }),
      aCustomer({}, { id: 5, systemId: 'E', mode: 'test' }),
    ];
    assert.deepEqual(await lanesOf(customers), ['customer/1', 'customer/3', 'webhook/1']);
    assert.deepEqual(await lanesOf(customers, { test: true }), ['customer/5', 'webhook/1']);
    assert.deepEqual(await lanesOf([]), ['webhook/1']);
  });

  test('keeps its order on the way to each', async () => {
    const fact = aReplyFact({ text: 'a'.repeat(400) });
    const made = await setupWith([aCustomer()]).replies(fact);
    assert.deepEqual(
      made.slice(0, -1).map(({ orderKey, job }) => [orderKey, job?.orderKey]),
      Array.from({ length: 3 }, () => ['33700000001/33612345678', '33700000001/33612345678']),
    );
  });
});
