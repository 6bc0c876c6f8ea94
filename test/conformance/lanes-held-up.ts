/** Whose doing it is that work is late. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { must } from '#core/assert.ts';
import type { Storage } from '#storage/storage.ts';
import { aUser } from '#test/harness/customer-records.ts';
import { anAcceptance, atMs } from '#test/harness/records.ts';
import { anAuthor } from '#test/harness/routes.ts';
import { aLease, withAccount } from './setup.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** What holds the first lane up, and not the second. */
type HoldUp = {
  readonly name: string;
  readonly lanes: readonly [heldUp: string, well: string];
  readonly hold: (storage: Storage, nowMs: number) => Promise<unknown>;
};

const endpoint = {
  accountId: 1,
  source: 'reply',
  url: 'https://a.example/hook',
  secrets: [{ sealed: 's1', madeAtMs: atMs, untilMs: null }],
  createdAtMs: atMs,
} as const;

const operator = {
  name: 'acme',
  builtIn: false,
  state: 'active',
  settings: { host: 'smsc.example', port: 2775 } as never,
  sealedPassword: 'sealed',
  createdAtMs: atMs,
} as const;

const breaker = { failures: 9, failingSinceMs: atMs, failedAttempts: 9, warned: 0 };
const shaping = { limits: '{}', memory: '[]', coolUntilMs: 0, savedAtMs: atMs };

const webhookLanes = ['webhook/1', 'webhook/2'] as const;
const partLanes = ['sms/1/0:normal/1', 'sms/10/0:normal/1'] as const;
const mailLanes = ['mail/direct/a:normal/1', 'mail/direct/ab:normal/1'] as const;
const customerLanes = ['customer/1', 'customer/2'] as const;

const holdUps: readonly HoldUp[] = [
  {
    name: 'a paused endpoint',
    lanes: webhookLanes,
    async hold({ webhooks }) {
      const { id } = await webhooks.saveAccountEndpoint(endpoint);
      await webhooks.pauseEndpoint(id, anAuthor);
    },
  },
  {
    name: 'an endpoint that was given up',
    lanes: webhookLanes,
    async hold({ webhooks }) {
      const { id } = await webhooks.saveAccountEndpoint(endpoint);
      await webhooks.disableEndpoint(id, { reason: 'gone', atMs });
    },
  },
  {
    name: 'an open breaker',
    lanes: webhookLanes,
    hold: ({ webhooks }, nowMs) =>
      webhooks.saveLaneStates([
        { ...breaker, lane: 'webhook/1', openUntilMs: nowMs + minuteMs },
        // Its probe is long overdue: that is ours.
        { ...breaker, lane: 'webhook/2', openUntilMs: nowMs - 10 * minuteMs },
      ]),
  },
  {
    name: 'a paused operator',
    lanes: partLanes,
    async hold({ operators }) {
      const { id } = must(await operators.createOperator(operator, 'test'), 'operator');
      await operators.setOperatorState(id, 'paused', anAuthor);
    },
  },
  {
    name: 'a stopped lane',
    lanes: partLanes,
    hold: ({ jobs }) => jobs.pauseLane(partLanes[0], anAuthor),
  },
  {
    name: 'mails that are held by order',
    lanes: mailLanes,
    hold: ({ emails }) => {
      const order = { owner: 'mail/direct/a', held: true, limits: '{}', setAtMs: atMs };
      return emails.saveLaneOrder(order.owner, order, anAuthor);
    },
  },
  {
    name: 'a mail server that has asked for less',
    lanes: mailLanes,
    hold: ({ emails }, nowMs) =>
      emails.saveShaping([
        { ...shaping, owner: 'mail/direct/a', coolUntilMs: nowMs + minuteMs },
        { ...shaping, owner: 'mail/direct/ab', coolUntilMs: nowMs - 10 * minuteMs },
      ]),
  },
  {
    name: 'a mail server that cannot be reached',
    lanes: mailLanes,
    hold: ({ emails }, nowMs) => {
      const memory = JSON.stringify([{ host: 'mx', why: 'gone', untilMs: nowMs + minuteMs }]);
      return emails.saveShaping([{ ...shaping, owner: 'mail/direct/a', memory }]);
    },
  },
  {
    name: 'an SMPP user who is not bound',
    lanes: customerLanes,
    hold: (storage, nowMs) => withUsers(storage, { bound: [2], nowMs }),
  },
  {
    name: 'an SMPP user who refuses',
    lanes: customerLanes,
    async hold(storage, nowMs) {
      await withUsers(storage, { bound: [1, 2], nowMs });
      const lease = await aLease(storage);
      // Its first job has been refused and waits; the second one waits behind it.
      const retry = { lease, jobId: 10, attemptRead: 0, attempt: 1 };
      await storage.jobs.retryJobs([{ ...retry, dueAtMs: nowMs + minuteMs }]);
    },
  },
];

async function withUsers(
  { customers }: Storage,
  { bound, nowMs }: { readonly bound: readonly number[]; readonly nowMs: number },
): Promise<void> {
  const { id: _id, state: _state, ...user } = aUser({ passwordHash: 'hash' });
  for (const systemId of ['ONE', 'TWO'])
    await customers.createSmppUser({ ...user, systemId }, anAuthor);
  for (const userId of bound) {
    const bind = { userId, process: 'a', mode: 'trx', address: '192.0.2.1' } as const;
    const limits = { max: 9, seenSinceMs: nowMs };
    await customers.openBind({ ...bind, boundAtMs: nowMs, seenAtMs: nowMs }, limits);
  }
}

export function lanesHeldUp(open: () => Promise<Storage>): void {
  test('one lane among forty that are held up is found, and how late it is', async () => {
    await using storage = await open();
    const account = await withAccount(storage, 100_000_000);
    const nowMs = Date.now();
    const lanes = Array.from({ length: 40 }, (_, place) => `webhook/${place + 1}`);
    await storage.messages.acceptMessages(
      lanes.map((lane, place) => {
        const dueAtMs = nowMs - (place === 32 ? minuteMs : hourMs);
        return anAcceptance(account, place + 1, { job: { lane, dueAtMs } });
      }),
    );
    const held = lanes.filter((_, place) => place !== 32);
    const openUntilMs = nowMs + minuteMs;
    await storage.webhooks.saveLaneStates(held.map((lane) => ({ ...breaker, lane, openUntilMs })));
    const { lateByUsMs = 0, lateByThemMs = 0 } = await storage.jobs.findLag('webhook', 100);
    assert.ok(lateByUsMs >= minuteMs && lateByUsMs < hourMs, `${lateByUsMs} ms`);
    assert.ok(lateByThemMs >= hourMs, `${lateByThemMs} ms`);
  });

  for (const { name, lanes, hold } of holdUps) {
    test(`${name} makes nothing late, and hides nothing that is`, async () => {
      await using storage = await open();
      const account = await withAccount(storage);
      const nowMs = Date.now();
      const [heldUp, well] = lanes;
      const jobs = [
        { lane: heldUp, dueAtMs: nowMs - hourMs },
        { lane: heldUp, dueAtMs: nowMs - hourMs },
      ];
      await storage.messages.acceptMessages(
        jobs.map((job, index) => anAcceptance(account, index + 1, { job })),
      );
      await hold(storage, nowMs);
      const engine = heldUp.split('/')[0] ?? '';
      const alone = await storage.jobs.findLag(engine, 10);
      assert.equal(alone.lateByUsMs, undefined);
      assert.ok((alone.lateByThemMs ?? 0) >= hourMs);

      const beside = { lane: well, dueAtMs: nowMs - minuteMs };
      await storage.messages.acceptMessages([anAcceptance(account, 3, { job: beside })]);
      const {
        owed,
        lateMs,
        lateByUsMs = 0,
        lateByThemMs = 0,
      } = await storage.jobs.findLag(engine, 10);
      assert.equal(owed, 3);
      assert.ok(lateByUsMs >= minuteMs && lateByUsMs < hourMs, `${lateByUsMs} ms`);
      assert.ok(lateByThemMs >= hourMs, `${lateByThemMs} ms`);
      assert.equal(lateMs, lateByThemMs);
    });
  }
}
