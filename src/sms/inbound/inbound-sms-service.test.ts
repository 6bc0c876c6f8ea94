import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { blankBody } from '#sms/smpp/layout.ts';
import { tag } from '#sms/smpp/tlv.ts';
import {
  aPart,
  fromPhone,
  longNumber,
  openInboundWorld,
  shortNumber,
  textsTold,
} from '#test/harness/inbound-world.ts';
import { aPhone } from '#test/harness/sms-world.ts';
import { handsetMark } from './handset-text.ts';

const toShort = { destination: { ton: 3, npi: 0, address: shortNumber } };

suite('a message to a long number', () => {
  test('is told with the fields of the interface', async () => {
    await using world = await openInboundWorld();
    await world.receive(fromPhone('Oui merci'));
    assert.deepEqual(world.told.all, [
      {
        msisdn: aPhone,
        to: longNumber,
        messageId: '00000000-0000-4000-8000-000000000001',
        text: 'Oui merci',
        type: 'text',
        keyword: 'OUI',
        'message-timestamp': '2030-01-01 00:00:00',
      },
    ]);
  });

  for (const address of [longNumber, `+${longNumber}`, `00${longNumber}`, '33 7 55 00 00 01']) {
    test(`is found as "${address}"`, async () => {
      await using world = await openInboundWorld();
      const destination = { ton: 1, npi: 1, address };
      assert.deepEqual(await textsTold(world, fromPhone('Oui', { destination })), ['Oui']);
    });
  }

  test('is told with numbers in full where the operator writes them as they are dialled at home', async () => {
    await using world = await openInboundWorld();
    const source = { ton: 2, npi: 1, address: '0612345678' };
    const destination = { ton: 2, npi: 1, address: '755000001' };
    await world.receive(fromPhone('Oui', { source, destination }));
    assert.deepEqual([world.fields('msisdn'), world.fields('to')], [['33612345678'], [longNumber]]);
  });

  test('is read with the country of its operator, and a STOP closes that phone', async () => {
    await using world = await openInboundWorld({ settings: { homeCountry: 'GB' } });
    const source = { ton: 0, npi: 1, address: '07400123456' };
    await world.receive(fromPhone('STOP', { source }));
    assert.deepEqual(world.fields('msisdn'), ['447400123456']);
    assert.deepEqual(world.stopped, [`${world.sms.account.id} 447400123456`]);
  });

  test('is read in the alphabets of its operator', async () => {
    const settings = { defaultAlphabet: 'latin1', ia5: 'gsm7' } as const;
    await using world = await openInboundWorld({ settings });
    const latin = fromPhone(Buffer.from('ça', 'latin1'));
    const gsm = fromPhone(Buffer.from([0x00, 0x1b, 0x65]), { dataCoding: 1 });
    assert.deepEqual(await textsTold(world, latin, gsm), ['ça', '@€']);
  });

  test('of octets is kept, and nobody is told', async () => {
    await using world = await openInboundWorld();
    await world.receive(fromPhone('Oui', { dataCoding: 4 }));
    assert.equal((await world.sms.logged('inbound.received'))['kind'], 'binary');
    assert.deepEqual(world.told.all, []);
  });

  test('without a text is told all the same', async () => {
    await using world = await openInboundWorld();
    await world.receive(fromPhone(''));
    assert.deepEqual([world.fields('text'), world.fields('keyword')], [[''], ['']]);
  });

  test('in message_payload, and in data_sm, is a message like any other', async () => {
    await using world = await openInboundWorld();
    const payload = { tag: tag.messagePayload, value: Buffer.from('a'.repeat(200)) };
    await world.receive(fromPhone('', { tlvs: [payload] }));
    assert.deepEqual(
      world.fields('text').map((text) => String(text).length),
      [160, 40],
    );
  });

  test('of another operator than the one that serves it is not believed', async () => {
    await using world = await openInboundWorld();
    const digits = '33755000002';
    await world.addNumber({ digits, accountId: world.sms.account.id, operatorId: 2 });
    await world.receive(fromPhone('Oui', { destination: { ton: 1, npi: 1, address: digits } }));
    assert.equal((await world.sms.logged('inbound.received'))['kind'], 'unclaimed');
  });

  test('that is deactivated, or nobody’s, or not ours, is kept and nobody is told', async () => {
    await using world = await openInboundWorld();
    const free = await world.addNumber({ digits: '33755000003' });
    const off = await world.addNumber({ digits: '33755000004', accountId: world.sms.account.id });
    await world.sms.storage.numbers.changeNumber(off.id, { state: 'deactivated' });
    await world.sms.readNumbers();
    for (const address of [free.digits, off.digits, '33755999999', '']) {
      await world.receive(fromPhone('Oui', { destination: { ton: 1, npi: 1, address } }));
    }
    const kinds = world.sms.lines.all.flatMap((line) =>
      line['event'] === 'inbound.received' ? [line['kind']] : [],
    );
    assert.deepEqual(
      kinds,
      Array.from({ length: 4 }, () => 'unclaimed'),
    );
    assert.deepEqual(world.told.all, []);
  });

  test('that is written like a receipt is a text', async () => {
    await using world = await openInboundWorld();
    const forged = 'id:1 sub:001 dlvrd:001 stat:DELIVRD err:000 text:';
    assert.deepEqual(await textsTold(world, fromPhone(forged)), [forged]);
  });

  test('that is the phone’s acknowledgement of another is told to nobody', async () => {
    await using world = await openInboundWorld();
    assert.deepEqual(await textsTold(world, fromPhone('read', { esmClass: 0x08 })), []);
    assert.deepEqual(await textsTold(world, fromPhone('read', { esmClass: 0x10 })), []);
  });
});

suite('a message to a short number', () => {
  test('goes to its only account, and answers nothing', async () => {
    await using world = await openInboundWorld();
    await world.addShortNumber(world.sms.account.id);
    await world.receive(fromPhone('Oui', toShort));
    assert.deepEqual(world.told.all, [
      { type: 'response', phone_number: `+${aPhone}`, text: 'Oui', message_id: 0 },
    ]);
  });

  test('is one webhook however long it is', async () => {
    await using world = await openInboundWorld();
    await world.addShortNumber(world.sms.account.id);
    const halves = [1, 2].map((number) => aPart([7, 2, number], 'a'.repeat(140), toShort));
    assert.deepEqual(await textsTold(world, ...halves), ['a'.repeat(280)]);
  });

  test('that many share is told to nobody, unless it begins with a word of one', async () => {
    await using world = await openInboundWorld();
    const another = await world.sms.anotherAccount();
    const { id: numberId } = await world.addShortNumber(world.sms.account.id, another.id);
    await world.receive(fromPhone('Pizza svp', toShort));
    assert.deepEqual(world.told.all, []);
    const use = { accountId: another.id, numberId, keyword: 'PIZZA' };
    assert.equal(await world.sms.storage.numbers.setShortNumber(use), true);
    const taken = { ...use, accountId: world.sms.account.id };
    assert.equal(await world.sms.storage.numbers.setShortNumber(taken), false);
    await world.sms.readNumbers();
    await world.receive(fromPhone('Pizza svp', toShort));
    assert.deepEqual(world.fields('text'), ['Pizza svp']);
  });

  test('from a test phone that accounts share goes to who wrote it there, once for each', async () => {
    await using world = await openInboundWorld();
    const { account, operator, storage } = world.sms;
    const another = await world.sms.anotherAccount();
    const foreign = await world.sms.anotherAccount();
    await world.addShortNumber(account.id, another.id);
    const service = world.restartedService({ operator: () => ({ ...operator, builtIn: true }) });
    const long = 'Oui '.repeat(50);
    const write = (accountId: number, text: string, messageId = 0) => {
      const mark = handsetMark({ phone: aPhone, number: shortNumber, text });
      const writtenAtMs = world.sms.clock.nowMs();
      return storage.inbound.noteText({ mark, accountId, messageId, writtenAtMs }, 10);
    };
    await write(another.id, long, 77);
    await write(account.id, 'Oui');
    await write(another.id, 'Oui');
    await write(foreign.id, 'Non');
    const halves = [long.slice(0, 150), long.slice(150)];
    const parts = halves.map((half, at) => aPart([7, 2, at + 1], half, toShort));
    const single = ['Oui', 'Oui', 'Oui', 'Non'].map((text) => fromPhone(text, toShort));
    for (const pdu of [...parts, ...single]) await service.take(operator, pdu, world);
    await world.sms.quiet();
    const stored = await storage.database.read(
      storage.database.build
        .selectFrom('inbound_message')
        .select(['account_id as accountId', 'answers_message_id as answers', 'text'])
        .orderBy('text')
        .orderBy('id'),
    );
    assert.deepEqual(
      stored.map(({ accountId, answers, text }) => [accountId, answers, text]),
      [
        [null, 0, 'Non'],
        [account.id, 0, 'Oui'],
        [another.id, 0, 'Oui'],
        [null, 0, 'Oui'],
        [another.id, 77, long],
      ],
    );
  });

  test('that is a STOP word says so', async () => {
    await using world = await openInboundWorld();
    await world.addShortNumber(world.sms.account.id);
    await world.receive(fromPhone('Stop', toShort));
    assert.deepEqual(world.fields('type'), ['stop']);
  });
});

test('a phone without digits for a name is told as it is', async () => {
  await using world = await openInboundWorld();
  const source = { ton: 5, npi: 0, address: 'INFO' };
  await world.receive({ ...blankBody('deliver_sm'), ...fromPhone('Oui'), source });
  assert.deepEqual(world.fields('msisdn'), ['INFO']);
});
