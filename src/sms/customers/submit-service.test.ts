import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { openLog } from '#core/log.ts';
import { StorageUnavailable } from '#core/unavailable.ts';
import type { SendRefusal, SendReply, SendRequest } from '#sms/send-request.ts';
import { decodePdu } from '#sms/smpp/decode.ts';
import { encodePdu } from '#sms/smpp/encode.ts';
import { blankBody } from '#sms/smpp/layout.ts';
import type { Bodies, MultiDestination, Pdu, SubmitSm } from '#sms/smpp/pdu.ts';
import { noAnswer } from '#sms/smpp/session-types.ts';
import { makeIntegerTlv, tag } from '#sms/smpp/tlv.ts';
import { pduOf } from '#test/harness/arbitrary-pdus.ts';
import { aCustomer } from '#test/harness/customer-records.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { atMs, money, phone } from '#test/harness/records.ts';
import { aSubmitPdu } from '#test/harness/smpp-customer.ts';
import { CustomerRates } from './customer-rates.ts';
import { SubmitService } from './submit-service.ts';

const hourMs = 3_600_000;

function setup(settings: Parameters<typeof aCustomer>[0] = {}) {
  const requests: SendRequest[] = [];
  const world = { reply: (_request: SendRequest): SendReply => sentAs(307) };
  const clock = new HeldClock(atMs);
  const service = new SubmitService({
    async send(request) {
      requests.push(request);
      return world.reply(request);
    },
    rates: new CustomerRates({ clock, refuseRequest: () => undefined }),
    clock,
    log: openLog('silent'),
  });
  const customer = aCustomer(settings, { id: 9 });
  const submitter = { customer, bindId: 4, sequence: 77 };
  const submit = (over: Partial<SubmitSm> = {}) => service.submit(aPdu(over), submitter);
  return { clock, service, requests, submit, submitter, world };
}

function aPdu(over: Partial<SubmitSm> = {}): SubmitSm {
  return aSubmitPdu({ destination: to('33612345678'), ...over });
}

function to(address: string) {
  return { ton: 1, npi: 1, address };
}

function sentAs(messageId: number): SendReply {
  const sent = {
    messageId,
    parts: 1,
    cost: money(38_000),
    currency: 'EUR',
    scheduledAtMs: null,
    deferredUntilMs: null,
    held: false,
  };
  return { ok: true, sent };
}

async function statusOf(over: Partial<SubmitSm>): Promise<unknown> {
  const answer = await setup().submit(over);
  return typeof answer === 'symbol' ? answer : answer.status;
}

suite('a submit', () => {
  test('is the request that HTTP would make of it, and answered with its message’s id', async () => {
    const { requests, submit } = setup();
    const answer = await submit();
    assert.deepEqual(answer, { status: 0, body: { messageId: '307', tlvs: [] } });
    const [{ caller, submission, ...request }] = requests as [SendRequest];
    assert.deepEqual(request, {
      phones: ['33612345678'],
      text: 'Hello',
      sender: 'Acme',
      tag: '',
      class: undefined,
      forceUnicode: false,
      marketing: false,
      sandbox: false,
      grade: undefined,
      validityMs: undefined,
      scheduledAtMs: undefined,
      reportUrl: undefined,
      idempotency: undefined,
      requestId: 'smpp-4-77',
    });
    assert.deepEqual([caller.key.id, caller.key.mode], [-9, 'live']);
    assert.deepEqual(submission, {
      userId: 9,
      wish: { final: 'all', intermediate: false },
      source: { ton: 5, npi: 0, address: 'Acme' },
      reference: null,
      carried: null,
    });
  });

  test('tells which reports are wanted, and the customer’s own reference', async () => {
    const { requests, submit } = setup();
    const tlvs = [makeIntegerTlv(tag.userMessageReference, 4_711, 2)];
    for (const registeredDelivery of [0x00, 0x02, 0x03, 0x11]) {
      await submit({ registeredDelivery, tlvs });
    }
    assert.deepEqual(
      requests.map(({ submission }) => [submission?.wish, submission?.reference]),
      [
        [{ final: 'none', intermediate: false }, 4_711],
        [{ final: 'failures', intermediate: false }, 4_711],
        [{ final: 'successes', intermediate: false }, 4_711],
        [{ final: 'all', intermediate: true }, 4_711],
      ],
    );
  });

  test('is urgent where its priority says so, else as validity and phones tell', async () => {
    const { requests, submit } = setup();
    for (const priority of [0, 1, 2, 3]) await submit({ priority });
    const classes = requests.map((request) => request.class);
    assert.deepEqual(classes, [undefined, undefined, 'urgent', 'urgent']);
  });

  const times = [
    ['relative validity', { validityPeriod: '000000010000000R' }, [undefined, hourMs]],
    ['absolute validity', { validityPeriod: '300101020000000+' }, [undefined, 2 * hourMs]],
    ['a validity of a month', { validityPeriod: '000100000000000R' }, [undefined, 7 * 24 * hourMs]],
    ['a schedule', { scheduleDeliveryTime: '000000030000000R' }, [atMs + 3 * hourMs, undefined]],
    [
      'both, in another zone',
      { scheduleDeliveryTime: '300101040000004+', validityPeriod: '300101050000004+' },
      [atMs + 3 * hourMs, hourMs],
    ],
  ] as const;
  for (const [name, over, expected] of times) {
    test(`has its times: ${name}`, async () => {
      const { requests, submit } = setup();
      await submit(over);
      assert.deepEqual([requests[0]?.scheduledAtMs, requests[0]?.validityMs], expected);
    });
  }

  const refusals: readonly (readonly [string, Partial<SubmitSm>, number])[] = [
    ['to a name', { destination: { ton: 5, npi: 0, address: 'Acme' } }, 0x0b],
    ['to no phone', { destination: to('123') }, 0x0b],
    ['to nobody’s phone', { destination: to('33639980001') }, 0x0b],
    ['from a name too long', { source: { ton: 5, npi: 0, address: 'Far too long' } }, 0x0a],
    ['to be answered after its delivery', { esmClass: 0x02 }, 0x43],
    ['of another type', { esmClass: 0x08 }, 0x43],
    ['that replaces another', { replaceIfPresent: 1 }, 0x54],
    ['of a priority that is none', { priority: 4 }, 0x06],
    ['of a text kept here', { defaultMessageId: 3 }, 0x63],
    ['scheduled for no time', { scheduleDeliveryTime: 'tomorrow' }, 0x61],
    ['scheduled for the past', { scheduleDeliveryTime: '291231000000000+' }, 0x61],
    ['scheduled too far', { scheduleDeliveryTime: '310201000000000+' }, 0x61],
    ['valid until it was', { validityPeriod: '291231000000000+' }, 0x62],
    ['valid until no time', { validityPeriod: 'R' }, 0x62],
    ['of data for two parts', { dataCoding: 4, shortMessage: Buffer.alloc(141) }, 0x01],
  ];
  for (const [name, over, expected] of refusals) {
    test(`${name} is refused with ${expected}`, async () => {
      assert.equal(await statusOf(over), expected);
    });
  }

  test('that the engine refuses says why in the standard’s words', async () => {
    const words: readonly (readonly [SendRefusal, number])[] = [
      [{ why: 'text is empty' }, 0x01],
      [{ why: 'no price', phones: [phone('33612345678')] }, 0x0b],
      [{ why: 'balance is too low', balance: money(0), cost: money(1) }, 0x45],
      [{ why: 'overloaded', retryAfterS: 2 }, 0x14],
    ];
    for (const [refusal, expected] of words) {
      const { submit, world } = setup();
      world.reply = () => ({ ok: false, refusal });
      assert.deepEqual(await submit(), { status: expected });
    }
  });

  test('that nobody could store is a system error, which clients try again', async () => {
    const { submit, world } = setup();
    world.reply = () => {
      throw new StorageUnavailable('The disk is full');
    };
    assert.deepEqual(await submit(), { status: 0x08 });
  });

  test('beyond the user’s rate is throttled until the next second', async () => {
    const { clock, submit } = setup({ ratePerSecond: 3 });
    const statuses: unknown[] = [];
    for (let count = 0; count < 5; count += 1) statuses.push(await submit());
    const taken = { status: 0, body: { messageId: '307', tlvs: [] } };
    const throttled = { status: 0x58 };
    assert.deepEqual(statuses, [taken, taken, taken, throttled, throttled]);
    clock.advance(400);
    assert.deepEqual([await submit(), await submit()], [taken, throttled]);
  });

  test('as data_sm has its text in message_payload and its life in seconds', async () => {
    const { service, requests, submitter } = setup();
    const tlvs = [
      { tag: tag.messagePayload, value: Buffer.from('Hello') },
      makeIntegerTlv(tag.timeToLive, 600, 4),
    ];
    const { serviceType, source, destination, esmClass, registeredDelivery, dataCoding } = aPdu();
    const data = { serviceType, source, destination, esmClass, registeredDelivery, dataCoding };
    const answer = await service.submitData({ ...data, tlvs }, submitter);
    assert.deepEqual(answer, { status: 0, body: { messageId: '307', tlvs: [] } });
    assert.deepEqual([requests[0]?.text, requests[0]?.validityMs], ['Hello', 600_000]);
  });
});

function multi(destinations: readonly MultiDestination[]) {
  const { destination: _one, ...fields } = aPdu();
  return { ...fields, destinations };
}

suite('a submit to many', () => {
  test('goes to those it can, once each, and names the others', async () => {
    const { service, requests, submitter } = setup();
    const pdu = multi([to('33612345678'), { list: 'friends' }, to('12'), to('+33612345678')]);
    const answer = await service.submitMulti(pdu, submitter);
    assert.deepEqual(answer, {
      status: 0,
      body: {
        messageId: '307',
        failed: [
          { ton: 0, npi: 0, address: 'friends', status: 0x34 },
          { ...to('12'), status: 0x0b },
        ],
        tlvs: [],
      },
    });
    assert.deepEqual(requests[0]?.phones, ['33612345678']);
  });

  test('names an address that is longer than its field by its beginning, which the answer can hold', async () => {
    const { service, submitter } = setup();
    const long = '1'.repeat(60);
    const destinations = [to('33612345678'), to(long), { list: 'x'.repeat(60) }];
    const answer = await service.submitMulti(multi(destinations), submitter);
    assert.ok(answer !== noAnswer && answer.body !== undefined);
    const octets = encodePdu({
      command: 'submit_multi_resp',
      status: answer.status,
      sequence: 1,
      body: answer.body as Bodies['submit_multi_resp'],
    });
    const decoded = decodePdu(octets);
    assert.ok(decoded.kind === 'pdu' && decoded.pdu.command === 'submit_multi_resp');
    assert.deepEqual(
      decoded.pdu.body.failed.map(({ address }) => address),
      ['1'.repeat(20), 'x'.repeat(20)],
    );
  });

  test('leaves out the phones that the engine cannot serve', async () => {
    const { service, requests, submitter, world } = setup();
    const far = phone('8821234567890');
    world.reply = ({ phones }) =>
      phones.includes(far)
        ? { ok: false, refusal: { why: 'no price', phones: [far] } }
        : sentAs(308);
    const answer = await service.submitMulti(multi([to('33612345678'), to(far)]), submitter);
    const body = { messageId: '308', failed: [{ ...to(far), status: 0x0b }], tlvs: [] };
    assert.deepEqual(answer, { status: 0, body });
    assert.deepEqual(
      requests.map(({ phones }) => phones.length),
      [2, 1],
    );
  });

  test('names the phones that want nothing from the account any more', async () => {
    const { service, submitter, world } = setup();
    const stopped = phone('33612345679');
    world.reply = () => {
      const reply = sentAs(309);
      return reply.ok ? { ok: true, sent: { ...reply.sent, stopped: [stopped] } } : reply;
    };
    const answer = await service.submitMulti(multi([to('33612345678'), to(stopped)]), submitter);
    const body = { messageId: '309', failed: [{ ...to(stopped), status: 0x0b }], tlvs: [] };
    assert.deepEqual(answer, { status: 0, body });
  });

  test('to nobody who can be reached is refused as a whole', async () => {
    const { service, requests, submitter, world } = setup();
    assert.deepEqual(await service.submitMulti(multi([to('12')]), submitter), { status: 0x0b });
    assert.equal(requests.length, 0);
    world.reply = ({ phones }) => ({ ok: false, refusal: { why: 'no price', phones } });
    const both = multi([to('33612345678'), to('33612345679')]);
    assert.deepEqual(await service.submitMulti(both, submitter), { status: 0x0b });
    assert.deepEqual(await service.submitMulti(multi([]), submitter), { status: 0x33 });
  });

  test('counts each recipient against the rate', async () => {
    const { service, submitter, submit } = setup({ ratePerSecond: 2 });
    const pdu = multi([to('33612345678'), to('33612345679'), to('33612345670')]);
    const answer = await service.submitMulti(pdu, submitter);
    assert.ok(typeof answer !== 'symbol' && answer.status === 0);
    assert.deepEqual(await submit(), { status: 0x58 });
  });
});

test('whatever a customer submits gets an answer that can be sent', async () => {
  const { service, submitter } = setup();
  const any = fc.oneof(pduOf('submit_sm'), pduOf('submit_multi'), pduOf('data_sm'));
  await fc.assert(
    fc.asyncProperty(any, async (pdu) => {
      const answer = await answerTo(pdu);
      assert.ok(typeof answer !== 'symbol');
      const command = `${pdu.command}_resp` as const;
      const body = answer.body ?? blankBody(command);
      encodePdu({ command, status: answer.status, sequence: 1, body } as Pdu);
    }),
    { numRuns: 2_000 },
  );

  function answerTo(pdu: Pdu) {
    if (pdu.command === 'submit_multi') return service.submitMulti(pdu.body, submitter);
    if (pdu.command === 'data_sm') return service.submitData(pdu.body, submitter);
    return service.submit(pdu.body as SubmitSm, submitter);
  }
});
