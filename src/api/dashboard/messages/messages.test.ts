/** What pages ask of messages, over a real folder; what is sent is caught by the test. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { operationHandlers } from '#api/operations/operation-handlers.ts';
import type { SendRequest } from '#sms/send-request.ts';
import { openPageWorld, owner } from '#test/harness/page-world.ts';
import {
  aMatch,
  anAcceptance,
  anEvent,
  aReceipt,
  aRefusal,
  aSubmit,
  atMs,
  money,
  phone,
} from '#test/harness/records.ts';

const at = '/api/accounts/1/operations/message';
const viewer = { roles: { 1: 'viewer' as const } };
const noEvents = { submits: [], receipts: [], refusals: [] } as const;

async function openWorld() {
  const sent: SendRequest[] = [];
  const world = await openPageWorld((ports) =>
    operationHandlers({
      ...ports,
      sendSms: async (request) => {
        sent.push(request);
        return {
          ok: true,
          sent: {
            messageId: 99,
            parts: 1,
            cost: money(38_000),
            currency: 'EUR',
            scheduledAtMs: null,
            deferredUntilMs: null,
            held: false,
          },
        };
      },
    }),
  );
  const { storage } = world.installation;
  const link = { host: '127.0.0.1', port: 1, systemId: 'us', password: 'secret' };
  await world.post('/api/operations/operator-add', { name: 'North', ...link });
  const account = await storage.accounts.findAccount(1);
  assert.ok(account);
  const author = { actor: 'test', atMs };
  await storage.accounts.move({
    accountId: 1,
    purse: 'live',
    amount: money(10_000_000),
    kind: 'top-up',
    ...author,
  });
  return { world, sent, storage, account };
}

suite('messages on the dashboard', () => {
  test('a message is listed, and its story is told from what was stored', async () => {
    const { world, storage, account } = await openWorld();
    await using _ = world;
    const acceptance = anAcceptance(account, 5, {
      message: { tag: 'spring', clientRequestId: 'order 42' },
    });
    await storage.messages.acceptMessages([acceptance]);
    const submit = aSubmit(acceptance, { submittedAtMs: atMs + 10 });
    await storage.messages.recordFacts({ ...noEvents, submits: [submit] });
    const receipt = aReceipt(submit, { receivedAtMs: atMs + 500 });
    const told = anEvent(3, { orderKey: '5/33612345678', accountId: 1, createdAtMs: atMs + 501 });
    await storage.messages.recordFacts({
      ...noEvents,
      receipts: [aMatch(submit, told, { receipt })],
    });
    const { messages, after } = await world.get(`${at}-list?to=06%2012%2034%2056%2078`);
    assert.partialDeepStrictEqual(messages, [
      { messageId: 5, place: 0, phone: '+33612345678', state: 'delivered', cost: '0.038' },
    ]);
    assert.equal(after, null);
    const found = await world.get(`${at}-show?message=5`);
    const names = { requestId: 'r1', clientRequestId: 'order 42' };
    assert.partialDeepStrictEqual(found, { ...names, from: { kind: 'key', id: 1 } });
    const { steps } = await world.get(`${at}-story?message=5&place=0`);
    const kinds = (steps as { kind: string }[]).map(({ kind }) => kind);
    assert.deepEqual(kinds.slice(0, 6), [
      'requested',
      'accepted',
      'routed',
      'sent',
      'submitted',
      'reported',
    ]);
    assert.ok(kinds.includes('ended') && kinds.includes('event'));
    assert.partialDeepStrictEqual(steps, [
      { kind: 'requested', mode: 'live', requestId: 'r1', clientRequestId: 'order 42' },
      { kind: 'accepted', parts: 1, cost: '0.038', encoding: 'gsm7' },
      { kind: 'routed', operator: 'North' },
      {
        kind: 'sent',
        timed: false,
        at: new Date(atMs + 10).toISOString(),
        part: 1,
        parts: 1,
        text: null,
      },
      { kind: 'submitted', remoteId: submit.remoteId },
      { kind: 'reported', outcome: 'delivered', word: 'DELIVRD' },
    ]);
  });

  test('messages are a table of their phones, of those that fit the filters of the list', async () => {
    const { world, storage, account } = await openWorld();
    await using _ = world;
    const first = anAcceptance(account, 5, { message: { text: '=1+1', tag: 'spring' } });
    await storage.messages.acceptMessages([first, anAcceptance(account, 6)]);
    const table = async (query: string) => {
      const file = await world.ask('GET', `${at}-export?${query}`);
      assert.equal(file.status, 200, file.text);
      assert.match(file.headers['content-disposition'] ?? '', /filename="messages-1\.csv"/);
      return file.text.trimEnd().split('\r\n');
    };
    const [heading, newest, oldest, ...rest] = await table('');
    assert.match(heading ?? '', /^message,accepted,scheduled,from,to,text,state,why,/);
    assert.match(newest ?? '', /^6,[\d-]+T/);
    // What a spreadsheet would take for a formula is a text there.
    assert.match(oldest ?? '', /^5,[\d-]+T.*,'=1\+1,accepted,,.*,spring,live$/);
    assert.deepEqual(rest, []);
    assert.equal((await table('tag=spring')).length, 2);
    assert.equal((await table('state=delivered')).length, 1);
    assert.equal((await table('to=nobody')).length, 1);
    const refused = await world.ask('GET', `${at}-export`, undefined, viewer);
    assert.equal(refused.json['word'], 'role does not allow it');
    const tired = { roles: { 1: 'owner' as const }, isFresh: false };
    const stale = await world.ask('GET', `${at}-export`, undefined, tired);
    assert.equal(stale.json['word'], 'sign-in is not fresh');
  });

  test('a long text is told part by part, those that wait and one that was refused too', async () => {
    const { world, storage, account } = await openWorld();
    await using _ = world;
    const long = ['a', 'b', '']
      .map((one) => one.repeat(153))
      .join('')
      .concat('c');
    const job = { dueAtMs: world.installation.operations.clock.nowMs() + 3_600_000 };
    const over = { message: { text: long }, recipient: { parts: 3 }, job };
    const acceptance = anAcceptance(account, 5, over);
    await storage.messages.acceptMessages([acceptance]);
    const submit = aSubmit(acceptance);
    await storage.messages.recordFacts({ ...noEvents, submits: [submit] });
    const { steps } = await world.get(`${at}-story?message=5&place=0`);
    const told = (steps as { kind: string }[]).filter(({ kind }) =>
      /sent|submitted|owed/.test(kind),
    );
    assert.partialDeepStrictEqual(told, [
      { kind: 'sent', timed: false, part: 1, parts: 3, text: 'a'.repeat(153) },
      { kind: 'submitted', part: 1 },
      { kind: 'owed', part: 2, tries: 0, bind: 1, operator: 'North', why: 'quiet hours' },
      { kind: 'owed', part: 3, tries: 0, bind: 1 },
    ]);
    const masked = await world.get(`${at}-story?message=5&place=0`, viewer);
    assert.doesNotMatch(JSON.stringify(masked), /aaa/);
    const [, second] = acceptance.jobs;
    assert.ok(second);
    const refusal = aRefusal(acceptance, anEvent(4), { job: second });
    await storage.messages.recordFacts({ ...noEvents, refusals: [refusal] });
    const after = await world.get(`${at}-story?message=5&place=0`);
    const refused = (after['steps'] as { kind: string }[]).filter(({ kind }) => kind === 'refused');
    assert.partialDeepStrictEqual(refused, [{ part: 2, status: 'ESME_RINVDSTADR', pdu: null }]);
  });

  test('a message whose PDUs are kept shows when they left, what came back, and their octets', async () => {
    const { world, storage, account } = await openWorld();
    await using _ = world;
    const acceptance = anAcceptance(account, 5);
    await storage.messages.acceptMessages([acceptance]);
    const submit = aSubmit(acceptance, { submittedAtMs: atMs + 10 });
    await storage.messages.recordFacts({ ...noEvents, submits: [submit] });
    const told = anEvent(3, { orderKey: '5/33612345678', accountId: 1 });
    const receipt = aReceipt(submit, { receivedAtMs: atMs + 500 });
    const receipts = [aMatch(submit, told, { receipt })];
    await storage.messages.recordFacts({ ...noEvents, receipts });
    const where = { partId: submit.job.subject, operatorId: 1, status: 0, text: '' };
    const [octets, text] = [Buffer.from('00ff', 'hex'), 'id:1 stat:DELIVRD'];
    await storage.messages.keepPdus(
      [
        { ...where, atMs: atMs + 2, command: 'submit_sm', octets },
        { ...where, atMs: atMs + 3, command: 'submit_sm_resp', status: 8, octets },
        { ...where, atMs: atMs + 10, command: 'submit_sm_resp', octets },
        { ...where, atMs: atMs + 400, command: 'deliver_sm', octets, text: 'stat:ENROUTE' },
        { ...where, atMs: atMs + 500, command: 'deliver_sm', octets, text },
      ],
      100,
    );
    const { steps } = await world.get(`${at}-story?message=5&place=0`);
    const raws = (steps as { kind: string; pdu?: string; text?: string }[]).filter(
      ({ pdu }) => pdu !== undefined,
    );
    assert.deepEqual(
      raws.map(({ kind, pdu, text: raw }) => [kind, pdu, raw]),
      [
        ['sent', '00ff', null],
        ['refused', '00ff', undefined],
        ['submitted', '00ff', undefined],
        ['receipt', '00ff', 'stat:ENROUTE'],
        ['reported', '00ff', text],
      ],
    );
    const masked = await world.get(`${at}-story?message=5&place=0`, viewer);
    assert.doesNotMatch(JSON.stringify(masked), /00ff|stat:DELIVRD/);
  });

  test('a viewer reads facts, and neither texts nor whole phones', async () => {
    const { world, storage, account } = await openWorld();
    await using _ = world;
    await storage.messages.acceptMessages([anAcceptance(account, 5)]);
    const { messages } = await world.get(`${at}-list`, viewer);
    assert.partialDeepStrictEqual(messages, [{ phone: '+336*****78', text: null }]);
    const { text, recipients } = await world.get(`${at}-show?message=5`, viewer);
    assert.equal(text, null);
    assert.partialDeepStrictEqual(recipients, [{ phone: '+336*****78' }]);
    const refused = await world.ask('POST', `${at}-cancel`, { message: 5 }, viewer);
    assert.deepEqual([refused.status, refused.json['word']], [403, 'role does not allow it']);
  });

  test('a message that is scheduled is taken back once, with its cost', async () => {
    const { world, storage, account } = await openWorld();
    await using _ = world;
    const later = world.installation.operations.clock.nowMs() + 3_600_000;
    const message = { scheduledAtMs: later };
    const job = { dueAtMs: later, lane: 'sms/1/0:normal/1' };
    await storage.messages.acceptMessages([anAcceptance(account, 5, { message, job })]);
    await world.post(`${at}-cancel`, { message: 5 });
    const again = await world.ask('POST', `${at}-cancel`, { message: 5 });
    assert.equal(again.json['word'], 'message is cancelled');
    const { steps } = await world.get(`${at}-story?message=5&place=0`);
    const kinds = (steps as { kind: string }[]).map(({ kind }) => kind);
    assert.ok(kinds.includes('refunded'));
    assert.ok(!kinds.includes('scheduled'), 'it never reaches its time');
    const [audited] = await storage.audit.listAudit(Number.MAX_SAFE_INTEGER, 1);
    assert.equal(audited?.action, 'message.cancel');
    assert.equal(audited.actor, 'ada@parley.example');
  });

  test('a test message is taken back as a live one is', async () => {
    const { world, storage, account } = await openWorld();
    await using _ = world;
    const later = world.installation.operations.clock.nowMs() + 3_600_000;
    const message = { scheduledAtMs: later, test: true };
    const job = { dueAtMs: later, lane: 'sms/1/0:normal/1' };
    const recipient = { cost: money(0) };
    await storage.messages.acceptMessages([anAcceptance(account, 5, { message, job, recipient })]);
    const { messages } = await world.get(`${at}-list?state=scheduled`);
    assert.equal((messages as unknown[]).length, 1);
    await world.post(`${at}-cancel`, { message: 5 });
    assert.deepEqual((await world.get(`${at}-list?state=scheduled`))['messages'], []);
  });

  test('a list is filtered by how things begin, and its total says how many fit', async () => {
    const { world, storage, account } = await openWorld();
    await using _ = world;
    const [one, other] = [phone('33612345678'), phone('33698765432')];
    await storage.messages.acceptMessages([
      anAcceptance(account, 5, { recipient: { phone: one }, message: { tag: 'spring' } }),
      anAcceptance(account, 6, { recipient: { phone: other }, message: { tag: 'spring-2' } }),
    ]);
    const idsOf = async (query: string, person = owner) => {
      const { messages } = await world.get(`${at}-list?${query}`, person);
      const total = await world.get(`${at}-total?${query.replace(/order=\w+/, '')}`, person);
      const ids = (messages as { messageId: number }[]).map(({ messageId }) => messageId);
      assert.deepEqual([total['messages'], total['of']], [ids.length, null], query);
      return ids;
    };
    for (const to of ['06%2012', '%2B336%2012', '0033612', '33612345678']) {
      assert.deepEqual(await idsOf(`to=${to}`), [5], to);
    }
    assert.deepEqual(await idsOf('to=06'), [6, 5]);
    assert.deepEqual(await idsOf('order=oldest'), [5, 6]);
    assert.deepEqual(await idsOf('to='), [6, 5]);
    assert.deepEqual(await idsOf('tag=SPRI'), [6, 5]);
    // A tag that is in use is meant whole.
    assert.deepEqual(await idsOf('tag=spring'), [5]);
    // Digit by digit a phone could be found out.
    assert.deepEqual(await idsOf('to=0612', viewer), []);
    assert.deepEqual(await idsOf('to=0612345678', viewer), [5]);
  });

  test('a message goes once more to the phone that is asked for', async () => {
    const { world, storage, account, sent } = await openWorld();
    await using _ = world;
    const message = { sender: 'ACME', test: true };
    const recipient = { phone: phone('33612345679'), cost: money(0) };
    await storage.messages.acceptMessages([anAcceptance(account, 5, { message, recipient })]);
    const key = 'resend-5-0';
    const none = await world.ask('POST', `${at}-resend`, { message: 5, key });
    assert.equal(none.json['word'], 'nobody is left to send to');
    const reply = await world.post(`${at}-resend`, { message: 5, key, place: 0 });
    assert.equal(reply['messageId'], 99);
    const [request] = sent;
    assert.deepEqual(request?.phones, ['33612345679']);
    assert.deepEqual([request.text, request.sender], ['Hello', 'ACME']);
    assert.equal(request.caller.key.mode, 'test');
    assert.equal(request.idempotency?.key, key);
    assert.equal(request.requestId, 'req-1');
  });

  test('a message is sent as it was asked for, by the person who asked', async () => {
    const { world, storage, sent } = await openWorld();
    await using _ = world;
    const asked = {
      phones: ['06 12 34 56 78', '+33612345678'],
      text: 'One:br:two',
      sender: 'ACME',
    };
    const wish = { ...asked, tag: 'spring', priority: 'urgent', validity: 600, marketing: true };
    const time = '2031-01-31 9:05';
    const answer = await world.post(`${at}-send`, { ...wish, at: time, key: 'a-key-of-ours' });
    assert.partialDeepStrictEqual(answer, { messageId: 99, cost: '0.038', stopped: [] });
    const [request] = sent;
    assert.partialDeepStrictEqual(request, {
      phones: ['33612345678'],
      text: 'One\ntwo',
      sender: 'ACME',
      tag: 'spring',
      class: 'urgent',
      marketing: true,
      saysStop: false,
      validityMs: 600_000,
      // Nine in winter in Paris.
      scheduledAtMs: Date.parse('2031-01-31T08:05:00Z'),
      requestId: 'req-1',
      caller: { key: { id: 0, mode: 'live', bases: ['sms'], label: 'ada@parley.example' } },
      idempotency: { key: 'a-key-of-ours' },
    });
    const [audited] = await storage.audit.listAudit(Number.MAX_SAFE_INTEGER, 1);
    assert.partialDeepStrictEqual(audited, { action: 'message.send', target: '99' });
  });

  test('all that is wrong with a send is told at once, each phone by itself', async () => {
    const { world, sent } = await openWorld();
    await using _ = world;
    const wrong = {
      phones: ['12', '+33639980001'],
      text: ' ',
      sender: 'A!',
      at: '2001-01-01 9:00',
    };
    for (const name of ['send', 'preview']) {
      const refused = await world.ask('POST', `${at}-${name}`, wrong, owner, {
        'accept-language': 'fr',
      });
      assert.equal(refused.json['word'], 'phone number is not possible');
      const errors = refused.json['errors'] as readonly { elementId: string; message: string }[];
      assert.deepEqual(
        errors.map(({ elementId, message }) => [elementId, message]),
        [
          ['children[phones].data', '12 n’est pas un numéro de téléphone possible.'],
          [
            'children[phones].data',
            '+33639980001 est réservé aux films et aux exemples. Seuls des messages de test peuvent lui être envoyés.',
          ],
          ['children[text].data', 'Le message ne contient que des espaces.'],
          [
            'children[sender].data',
            'L’expéditeur doit avoir de 3 à 11 lettres ou chiffres, dont au moins une lettre.',
          ],
          ['children[at].data', 'L’heure programmée est passée.'],
        ],
      );
    }
    assert.deepEqual(sent, []);
  });

  test('of another account there is nothing', async () => {
    const { world, storage, account } = await openWorld();
    await using _ = world;
    await storage.messages.acceptMessages([anAcceptance(account, 5)]);
    const stranger = { roles: { 2: 'owner' as const } };
    const theirs = '/api/accounts/2/operations/message';
    assert.deepEqual((await world.get(`${theirs}-list`, stranger))['messages'], []);
    for (const [method, path, body, word] of [
      ['GET', `${theirs}-show?message=5`, undefined, 'message is not there'],
      ['GET', `${theirs}-story?message=5`, undefined, 'message is not there'],
      ['POST', `${theirs}-cancel`, { message: 5 }, 'message is not there'],
      ['POST', `${theirs}-resend`, { message: 5 }, 'message is not there'],
      ['GET', `${at}-show?message=5`, undefined, 'nothing is there'],
    ] as const) {
      const asked = await world.ask(method, path, body, stranger);
      assert.deepEqual([asked.status, asked.json['word']], [404, word], path);
    }
  });
});
