import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { StorageUnavailable } from '#core/unavailable.ts';
import type { Cancellation } from '#sms/message-store.ts';
import { blankBody } from '#sms/smpp/layout.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { atMs } from '#test/harness/records.ts';
import type { RecipientStanding } from './customer-store.ts';
import { MessageService, type MessageServicePorts } from './message-service.ts';

type State = RecipientStanding['state'];

function standing(state: State, reason = '', changedAtMs = atMs): RecipientStanding {
  return { state, reason, changedAtMs };
}

function serviceOf(...recipients: readonly RecipientStanding[]): MessageService {
  const findRecipients = async ({
    accountId,
    messageId,
  }: {
    accountId: number;
    messageId: number;
  }) => (accountId === 1 && messageId === 307 ? recipients : []);
  return openService({ store: { findRecipients } });
}

function openService(over: Partial<MessageServicePorts>): MessageService {
  return new MessageService({
    store: { findRecipients: async () => [] },
    messages: { cancel: async () => 0 },
    partsWithdrawn: () => undefined,
    clock: new HeldClock(atMs),
    ...over,
  });
}

function query(service: MessageService, messageId = '307', accountId = 1) {
  return service.query({ ...blankBody('query_sm'), messageId }, { accountId, mode: 'live' });
}

async function stateOf(...recipients: readonly RecipientStanding[]): Promise<unknown> {
  const answer = await query(serviceOf(...recipients));
  assert.ok(typeof answer !== 'symbol' && answer.status === 0 && answer.body !== undefined);
  const { messageState, finalDate } = answer.body as Record<string, unknown>;
  return [messageState, finalDate];
}

suite('query_sm', () => {
  const final = '300101000000000+';
  const rows = [
    [standing('accepted'), 1, ''],
    [standing('waiting'), 1, ''],
    [standing('delivered'), 2, final],
    [standing('not delivered', 'UNDELIV'), 5, final],
    [standing('not delivered', 'expired_in_queue'), 3, final],
    [standing('not delivered', 'refused_0x0b'), 8, final],
  ] as const;
  for (const [recipient, state, date] of rows) {
    test(`says ${state} of a message that is ${recipient.state} ${recipient.reason}`, async () => {
      assert.deepEqual(await stateOf(recipient), [state, date]);
    });
  }

  test('says of a message to many that it is under way until all are final', async () => {
    const later = standing('delivered', '', atMs + 60_000);
    assert.deepEqual(await stateOf(later, standing('accepted')), [1, '']);
    const one = standing('not delivered', 'UNDELIV');
    assert.deepEqual(await stateOf(later, one), [5, '300101000100000+']);
    assert.deepEqual(await stateOf(standing('delivered'), later), [2, '300101000100000+']);
  });

  test('knows no message of another account, and no id that is not ours', async () => {
    const service = serviceOf(standing('delivered'));
    for (const [id, account] of [
      ['307', 2],
      ['308', 1],
      ['', 1],
      ['0', 1],
      ['abc', 1],
    ] as const) {
      assert.deepEqual(await query(service, id, account), { status: 0x0c });
    }
  });

  test('fails while the storage is away', async () => {
    const service = openService({
      store: { findRecipients: () => Promise.reject(new StorageUnavailable('away')) },
    });
    assert.deepEqual(await query(service), { status: 0x67 });
  });
});

test('replace_sm is refused, for another text would have another price', () => {
  assert.deepEqual(serviceOf().replace(), { status: 0x13 });
});

function setup(parts: number) {
  const wishes: Cancellation[] = [];
  const withdrawn: number[] = [];
  const service = openService({
    messages: {
      async cancel(wish) {
        wishes.push(wish);
        return parts;
      },
    },
    partsWithdrawn: (count) => withdrawn.push(count),
  });
  const cancel = (messageId: string) =>
    service.cancel({ ...blankBody('cancel_sm'), messageId }, { accountId: 1, mode: 'live' });
  return { cancel, wishes, withdrawn };
}

suite('cancel_sm', () => {
  test('takes a message back that leaves later than in five minutes', async () => {
    const { cancel, wishes, withdrawn } = setup(3);
    assert.deepEqual(await cancel('307'), { status: 0 });
    const leavesAfterMs = atMs + 300_000;
    assert.deepEqual(wishes, [
      { accountId: 1, mode: 'live', messageId: 307, nowMs: atMs, leavesAfterMs },
    ]);
    assert.deepEqual(withdrawn, [3]);
  });

  test('fails for what has left, is of another account, or is not named', async () => {
    const { cancel, wishes, withdrawn } = setup(0);
    assert.deepEqual(await cancel('307'), { status: 0x11 });
    assert.deepEqual(await cancel(''), { status: 0x11 });
    assert.equal(wishes.length, 1);
    assert.deepEqual(withdrawn, []);
  });

  test('is a system error while the storage is away', async () => {
    const service = openService({
      messages: { cancel: () => Promise.reject(new StorageUnavailable('away')) },
    });
    const pdu = { ...blankBody('cancel_sm'), messageId: '307' };
    assert.deepEqual(await service.cancel(pdu, { accountId: 1, mode: 'live' }), { status: 0x08 });
  });
});
