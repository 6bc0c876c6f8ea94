/** Every command of the SMS base over the whole program: what it answers, and each way in which it is refused. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { commandNotes } from '#api/openapi/command-paths.ts';
import { must } from '#core/assert.ts';
import { unnoted } from '#test/harness/noted.ts';
import { type OpenedApp, openApp } from '#test/harness/open-app.ts';

type Method = 'GET' | 'POST' | 'DELETE';

type Parameters = Readonly<Record<string, unknown>>;

/** `members`: those that a success has behind `success` and `code`, in this order. */
type Success = readonly [
  method: Method,
  command: string,
  parameters: Parameters,
  ...members: string[],
];

/** `fields`: those that the elements of `error` name, in this order; '' is none of them. */
type Refused = readonly [
  method: Method,
  command: string,
  parameters: Parameters,
  status: number,
  code: number,
  ...fields: string[],
];

const phone = '+33639980000';
const other = '+33639980090';
const message = 'Hello';
const many = Array.from({ length: 501 }, (_, index) => `+336${10_000_000 + index}`);
const schedule = { scheduledDeliveryDate: '31/12/2026', time: 12 };

/** In this order, for each finds what those before it left. */
const successes: readonly Success[] = [
  ['GET', 'me', {}, 'user', 'credits'],
  [
    'POST',
    'send',
    { phoneNumbers: phone, message, ...schedule },
    ...sent(),
    'scheduledDeliveryDate',
  ],
  ['POST', 'send', { phoneNumbers: [phone, '06 39 98 00 90'], message, tag: 't' }, ...sent()],
  ['POST', 'send', { phoneNumbers: 33639980000, message: 7, sandbox: '1' }, ...sent()],
  ['POST', 'send', { phoneNumbers: phone, message, dryRun: 1 }, ...previewed()],
  ['POST', 'preview', { phoneNumbers: phone, message }, ...previewed()],
  [
    'POST',
    'bulk-send',
    { SMSList: [{ phoneNumber: phone, message }, { phoneNumber: '12' }] },
    'message_id',
    'currency',
    'cost',
    'nbSMS',
    'SMSResponse_List',
  ],
  [
    'GET',
    'message-status',
    { messageId: 1, phoneNumber: phone },
    'number',
    'messageId',
    'stopSms',
    'date',
    'dateLocal',
    'statut',
    'cost',
    'countryCode',
    'currency',
  ],
  [
    'POST',
    'multi-status',
    { SMSStatut_List: [{ phoneNumber: phone, messageId: 1 }, { phoneNumber: '12' }] },
    'StatutResponse_List',
  ],
  ['POST', 'multi-status', { SMSStatus_List: [] }, 'StatutResponse_List'],
  ['GET', 'bulk-status', { messageId: '2' }, 'message_id', 'StatutResponse_List'],
  [
    'GET',
    'bulk-status-by-tag',
    { tag: 't' },
    'message_id',
    'StatutResponse_List',
    'currentPage',
    'total',
  ],
  ['GET', 'message-cancel', { messageId: 1 }, 'message'],
  ['GET', 'statistics/cost-resume', { interval: 'last_twelve_months' }, 'datas'],
  ['POST', 'lookup', { phoneNumbers: `${phone},12` }, 'lookup'],
  ['POST', 'hlr/notify', { phoneNumbers: phone }, 'campaignId', 'number', 'cost', 'currency'],
  ['POST', 'stop-sms/add', { phoneNumber: other }, 'stopId'],
  ['POST', 'stop-sms/add', { phoneNumber: other }, 'stopId'],
  ['GET', 'stop-sms/list', {}, 'nbData', 'data'],
  ['POST', 'send', { phoneNumbers: [phone, other], message }, ...sent(), 'stopSms'],
  ['POST', 'group/add', { name: 'Friends' }, 'name', 'groupId'],
  ['POST', 'group/create', { name: 'Kin' }, 'name', 'groupId'],
  ['GET', 'group/list', {}, 'groups'],
  ['POST', 'group/update', { groupId: 2, name: 'Family' }, 'name', 'groupId'],
  ['DELETE', 'group/delete', { groupId: 2 }],
  ['POST', 'contact/add', { groupId: 1, contact: { phoneNumber: phone } }, 'contact'],
  [
    'POST',
    'contact/create',
    { groupId: '1', contactsList: [{ phoneNumber: other }, {}] },
    'groupe',
    'results',
    'rapport',
  ],
  ['GET', 'contact/detail', { contactId: 1 }, 'contact'],
  ['GET', 'contact/list', { groupId: 1 }, 'currentPage', 'total', 'datas', 'contacts'],
  ['POST', 'contact/update', { contactId: 1, firstname: 'Ada' }, 'contact'],
  ['POST', 'send', { groupId: 1, message }, ...sent(), 'stopSms'],
  ['DELETE', 'contact/delete', { contactId: 1 }],
  ['POST', 'subaccount/create', { email: 'shop@example.com' }, 'subaccount'],
  [
    'GET',
    'subaccount/create',
    { email: 'shop@example.com', creditToAttribute: '0.5' },
    'subaccount',
  ],
  ['GET', 'subaccount/list', {}, 'currentPage', 'total', 'data'],
  ['POST', 'subaccount/credit/add', { credit: 1, tokenSubaccount: 2 }, ...moved()],
  ['POST', 'subaccount/credit/remove', { credit: '0.25', tokenSubaccount: '2' }, ...moved()],
  ['DELETE', 'subaccount/remove', { token: 3 }],
];

function sent(): readonly string[] {
  return ['message_id', 'nb_sms', 'cost', 'currency'];
}

function previewed(): readonly string[] {
  return ['sender', 'message', 'nb_sms', 'cost', 'currency', 'recipients'];
}

function moved(): readonly string[] {
  return ['credit', 'subaccountCredit', 'currency'];
}

/** After the successes; none of them changes anything. */
const refusals: readonly Refused[] = [
  ['POST', 'me', {}, 405, 405, ''],
  ['GET', 'nothing', {}, 404, 4, ''],
  ['GET', 'send', { phoneNumbers: phone, message }, 405, 405, ''],
  ['POST', 'send', {}, 400, 2, 'phoneNumbers', 'message'],
  ['POST', 'send', { phoneNumbers: phone }, 400, 43, 'message'],
  ['POST', 'send', { phoneNumbers: phone, message: '' }, 400, 43, 'message'],
  ['POST', 'send', { phoneNumbers: '', message }, 400, 2, 'phoneNumbers'],
  ['POST', 'send', { phoneNumbers: [], message }, 400, 55, 'phoneNumbers'],
  ['POST', 'send', { phoneNumbers: '12,34', message }, 400, 9, 'phoneNumbers', 'phoneNumbers'],
  ['POST', 'send', { phoneNumbers: { a: 1 }, message }, 400, 9, 'phoneNumbers'],
  ['POST', 'send', { phoneNumbers: many, message }, 400, 50, 'phoneNumbers'],
  ['POST', 'send', { phoneNumbers: phone, message: ['a'] }, 400, 9, 'message'],
  ['POST', 'send', { phoneNumbers: phone, message: 'a'.repeat(1_531) }, 400, 52, 'message'],
  ['POST', 'send', { phoneNumbers: '+4915112345678', message }, 400, 13, 'phoneNumbers'],
  ['POST', 'send', { phoneNumbers: other, message }, 400, 14, 'phoneNumbers'],
  ...wrongOptions(),
  ['POST', 'send', { phoneNumbers: phone, message, sender: '36189' }, 403, 992, 'sender'],
  [
    'POST',
    'send',
    { phoneNumbers: phone, message, sender: '+33 7 55 00 00 01' },
    403,
    992,
    'sender',
  ],
  ['POST', 'send', { groupId: 9, message }, 404, 4, 'groupId'],
  ['POST', 'send', { groupId: [1, 'x'], message }, 404, 4, 'groupId'],
  ['POST', 'preview', {}, 400, 2, 'phoneNumbers', 'message'],
  ['POST', 'vn/send', {}, 400, 44, 'from', 'to', 'message'],
  ['POST', 'vn/send', { from: '+33755000001', to: phone, message }, 400, 44, 'from'],
  ['POST', 'vn/send', { from: '36180', to: '12', message }, 400, 9, 'to'],
  ['POST', 'bulk-send', {}, 400, 2, 'SMSList'],
  ['POST', 'bulk-send', { SMSList: [] }, 400, 55, 'SMSList'],
  ['POST', 'bulk-send', { SMSList: many }, 400, 50, 'SMSList'],
  ['POST', 'bulk-send', { SMSList: [{ phoneNumber: '12' }] }, 400, 9, 'SMSList'],
  ['GET', 'message-status', {}, 400, 2, 'phoneNumber', 'messageId'],
  ['GET', 'message-status', { phoneNumber: phone }, 400, 3, 'messageId'],
  ['GET', 'message-status', { phoneNumber: '12', messageId: 1 }, 400, 9, 'phoneNumber'],
  ['GET', 'message-status', { phoneNumber: phone, messageId: 'x' }, 404, 4, 'messageId'],
  ['GET', 'message-status', { phoneNumber: phone, messageId: 9_999 }, 404, 4, 'messageId'],
  ['POST', 'multi-status', {}, 400, 3, 'SMSStatut_List'],
  ['POST', 'multi-status', { SMSStatut_List: many }, 400, 50, 'SMSStatut_List'],
  ['GET', 'bulk-status', {}, 400, 3, 'messageId'],
  ['GET', 'bulk-status', { messageId: 9_999 }, 404, 4, 'messageId'],
  ['GET', 'bulk-status-by-tag', {}, 400, 2, 'tag'],
  ['GET', 'bulk-status-by-tag', { tag: 't', page: 0 }, 400, 9, 'page'],
  ['GET', 'message-cancel', {}, 400, 3, 'messageId'],
  ['GET', 'message-cancel', { messageId: 1 }, 409, 5, 'messageId'],
  ['POST', 'message-cancel', { messageId: 2 }, 409, 7, 'messageId'],
  ['DELETE', 'message-cancel/9999', {}, 404, 4, 'messageId'],
  ['GET', 'statistics/cost-resume', {}, 400, 9, 'interval'],
  ['GET', 'statistics/cost-resume', { interval: 'custom' }, 400, 9, 'from', 'to'],
  ['POST', 'lookup', {}, 400, 2, 'phoneNumbers'],
  ['POST', 'lookup', { phoneNumbers: many }, 400, 50, 'phoneNumbers'],
  ['POST', 'stop-sms/add', {}, 400, 2, 'phoneNumber'],
  ['POST', 'stop-sms/add', { phoneNumber: '12' }, 400, 9, 'phoneNumber'],
  ['GET', 'stop-sms/delete', {}, 400, 3, 'id'],
  ['GET', 'stop-sms/delete', { id: 9_999 }, 404, 4, 'id'],
  ['POST', 'group/add', {}, 400, 2, 'name'],
  ['POST', 'group/add', { name: 'x'.repeat(101) }, 400, 9, 'name'],
  ['POST', 'group/update', { groupId: 2, name: 'Gone' }, 404, 4, 'groupId'],
  ['POST', 'group/remove', {}, 400, 1, 'groupId'],
  ['GET', 'group/delete', { groupId: 2 }, 404, 4, 'groupId'],
  ['POST', 'contact/add', {}, 400, 1, 'groupId', 'contact'],
  ['POST', 'contact/add', { groupId: 1, contact: { phoneNumber: other } }, 409, 15, 'phoneNumber'],
  ['POST', 'contact/add', { groupId: 1, contact: { phoneNumber: 'x' } }, 400, 9, 'phoneNumber'],
  ['POST', 'contact/add', { groupId: 1, contactsList: many }, 400, 50, 'contactsList'],
  ['GET', 'contact/detail', {}, 400, 1, 'contactId'],
  ['GET', 'contact/detail', { contactId: 1 }, 404, 4, 'contactId'],
  ['GET', 'contact/list', { groupId: 1, page: 'x' }, 400, 9, 'page'],
  ['POST', 'contact/update', { contactId: 1, date: 'soon' }, 400, 9, 'date'],
  ['POST', 'contact/remove', { contactId: 1 }, 404, 4, 'contactId'],
  ['POST', 'subaccount/create', { type: 'other', email: 'shop@example.com' }, 400, 9, 'type'],
  [
    'POST',
    'subaccount/create',
    { email: 'shop@example.com', parameters: 'x' },
    400,
    9,
    'parameters',
  ],
  [
    'POST',
    'subaccount/create',
    { email: 'shop@example.com', creditToAttribute: 1_000 },
    402,
    8,
    'creditToAttribute',
  ],
  ['GET', 'subaccount/list', { page: 0 }, 400, 9, 'page'],
  ['POST', 'subaccount/credit/add', {}, 400, 2, 'credit', 'tokenSubaccount'],
  ['POST', 'subaccount/credit/add', { credit: 1 }, 400, 3, 'tokenSubaccount'],
  ['POST', 'subaccount/credit/add', { credit: 0, tokenSubaccount: 2 }, 400, 5, 'credit'],
  ['POST', 'subaccount/credit/add', { credit: 1_000, tokenSubaccount: 2 }, 402, 8, 'credit'],
  [
    'POST',
    'subaccount/credit/remove',
    { credit: 1, tokenSubaccount: 1 },
    404,
    7,
    'tokenSubaccount',
  ],
  ['DELETE', 'subaccount/delete', {}, 400, 3, 'tokenSubaccount'],
  ['POST', 'subaccount/delete', { token: 3 }, 404, 7, 'token'],
];

/** Options of a send, each beside a good request. */
function wrongOptions(): readonly Refused[] {
  const options: readonly (readonly [Parameters, code: number, ...fields: string[]])[] = [
    [{ sender: 'ab' }, 44, 'sender'],
    [{ sender: 'abcdefghijkl' }, 44, 'sender'],
    [{ sender: ['x'] }, 9, 'sender'],
    [{ virtualNumber: '+33755000001' }, 44, 'virtualNumber'],
    [{ tag: 'x'.repeat(21) }, 9, 'tag'],
    [{ gamme: 3, sandbox: 2, validity: 59 }, 9, 'gamme', 'sandbox', 'validity'],
    [{ isStopSms: 'maybe' }, 9, 'isStopSms'],
    [{ isUnicode: 'maybe' }, 9, 'isUnicode'],
    [{ urlDlr: 'ftp://a.example', webhookUrl: 'x' }, 9, 'urlDlr', 'webhookUrl'],
    [{ scheduledDeliveryDate: '2026-12-31', time: 1 }, 45, 'scheduledDeliveryDate'],
    [{ time: 1 }, 45, 'scheduledDeliveryDate'],
    [{ scheduledDeliveryDate: '31/12/2020', time: 1 }, 46, 'scheduledDeliveryDate'],
    [{ ...schedule, time: 25 }, 47, 'time'],
    [{ ...schedule, minute: 7 }, 48, 'minute'],
    [{ scheduledDeliveryDate: '31/12/2099', time: 1 }, 49, 'scheduledDeliveryDate'],
  ];
  return options.map(([option, code, ...fields]) => {
    const parameters = { phoneNumbers: phone, message, ...option };
    return ['POST', 'send', parameters, 400, code, ...fields];
  });
}

type Reply = { readonly status: number; readonly type: string; readonly text: string };

async function ask(
  { url }: OpenedApp,
  [method, command]: readonly [Method, string, ...unknown[]],
  parameters: Parameters,
  language = 'en',
): Promise<Reply> {
  const headers = { 'Accept-Language': language };
  const query = new URLSearchParams(
    Object.entries(parameters).map(([name, value]) => [name, String(value)]),
  );
  const response =
    method === 'POST'
      ? await fetch(`${url}/v1/${command}`, { method, headers, body: JSON.stringify(parameters) })
      : await fetch(`${url}/v1/${command}?${query.toString()}`, { method, headers });
  const type = response.headers.get('content-type') ?? '';
  return { status: response.status, type, text: await response.text() };
}

async function assertSuccess(app: OpenedApp, row: Success): Promise<void> {
  const [, , parameters, ...members] = row;
  const { status, type, text } = await ask(app, row, { apiKey: app.testKey, ...parameters });
  assert.equal(status, 200, `${row[1]}: ${text}`);
  assert.equal(type, 'application/json');
  const { success, code, ...rest } = JSON.parse(text) as Parameters;
  assert.deepEqual({ success, code }, { success: true, code: 200 });
  assert.deepEqual(Object.keys(rest), members, row[1]);
  assertNoted(row, rest);
}

/** All that an answer holds is in the notes of its command, which the document and the reference are made of. */
function assertNoted([, command, parameters]: Success, rest: Parameters): void {
  const path = 'dryRun' in parameters ? '/v1/preview' : `/v1/${command}`;
  const { gives, givesSome } = must(commandNotes[path], path);
  assert.deepEqual(unnoted(rest, { properties: { ...gives, ...givesSome } }), [], path);
}

type Envelope = {
  readonly success: boolean;
  readonly code: number;
  readonly message: string;
  readonly error: readonly { readonly elementId: string; readonly message: string }[];
  readonly errors: unknown;
};

async function assertRefused(app: OpenedApp, row: Refused): Promise<void> {
  const [, , parameters, status, code, ...fields] = row;
  const told = `${row[1]} ${JSON.stringify(parameters).slice(0, 100)}`;
  const keyed = { apiKey: app.testKey, ...parameters };
  const json = await ask(app, row, keyed);
  assert.equal(json.status, status, `${told}: ${json.text}`);
  const envelope = JSON.parse(json.text) as Envelope;
  assert.equal(envelope.code, code, `${told}: ${json.text}`);
  assert.equal(envelope.success, false);
  assert.deepEqual(envelope.errors, envelope.error);
  const elements = envelope.error.map(({ elementId }) => elementId);
  const named = fields.map((field) => (field === '' ? 'data' : `children[${field}].data`));
  assert.deepEqual(elements, named, told);
  assert.doesNotMatch(json.text, /\{\w+\}/, 'every name in a sentence has its value');
  const xml = await ask(app, row, { ...keyed, _format: 'xml' });
  assert.equal(xml.status, status, told);
  assert.equal(xml.type, 'application/xml; charset=utf-8');
  assert.match(xml.text, new RegExp(`<success>false</success><code>${code}</code><message>`));
  const french = await ask(app, row, keyed, 'fr');
  assert.notEqual((JSON.parse(french.text) as Envelope).message, envelope.message, told);
}

suite('every command', () => {
  test('answers as the interface says, and refuses by code, status and field', async () => {
    await using app = await openApp();
    for (const row of successes) await assertSuccess(app, row);
    const before = await ask(app, ['GET', 'me'], { apiKey: app.testKey });
    for (const row of refusals) await assertRefused(app, row);
    const after = await ask(app, ['GET', 'me'], { apiKey: app.testKey });
    assert.equal(after.text, before.text);
  });

  test('says its own sentences in French, too', async () => {
    await using app = await openApp();
    const { testKey: apiKey } = app;
    await ask(app, ['POST', 'stop-sms/add'], { apiKey, phoneNumber: other });
    await ask(app, ['POST', 'group/add'], { apiKey, name: 'Friends' });
    const wishes: readonly (readonly [Method, string, Parameters, en: RegExp, fr: RegExp])[] = [
      [
        'POST',
        'preview',
        { phoneNumbers: [phone, other], message },
        /opt-out list/,
        /liste de désinscription/,
      ],
      [
        'POST',
        'send',
        { phoneNumbers: [phone, other], message, dryRun: 1 },
        /opt-out list/,
        /liste de désinscription/,
      ],
      [
        'POST',
        'contact/add',
        { groupId: 1, contactsList: [{}] },
        /"The phone number is required\."/,
        /"Le numéro de téléphone est obligatoire\."/,
      ],
    ];
    for (const [method, command, parameters, en, fr] of wishes) {
      const row = [method, command] as const;
      const english = await ask(app, row, { apiKey, ...parameters });
      assert.match(english.text, en, command);
      const french = await ask(app, row, { apiKey, ...parameters }, 'fr');
      assert.match(french.text, fr, command);
      assert.doesNotMatch(french.text, en, command);
    }
  });

  for (const [language, sms, mail] of [
    ['en', 'The message is cancelled.', 'The email is cancelled.'],
    ['fr', 'Le message est annulé.', 'L’e-mail est annulé.'],
  ] as const) {
    test(`says in ${language} that something is cancelled`, async () => {
      await using app = await openApp();
      const { testKey: apiKey } = app;
      const later = { apiKey, ...schedule };
      await ask(app, ['POST', 'send'], { ...later, phoneNumbers: phone, message });
      const email = { subject: 'A', htmlContent: '<p>A</p>', from: 'hello@acme.example' };
      const mailed = await app.post('/mail/v1/send', { ...later, ...email, to: 'a@b.example' });
      const messageId = mailed.json['messageId'];
      const heard: unknown[] = [];
      for (const [path, id] of [
        ['/v1/message-cancel', 1],
        ['/mail/v1/message-cancel', messageId],
      ] as const) {
        const asked = { method: 'POST', body: JSON.stringify({ apiKey, messageId: id }) };
        const headers = { 'Accept-Language': language };
        const response = await fetch(`${app.url}${path}`, { ...asked, headers });
        heard.push(((await response.json()) as Parameters)['message']);
      }
      assert.deepEqual(heard, [sms, mail]);
    });
  }

  test('is not run by a HEAD where it changes something', async () => {
    await using app = await openApp();
    const { testKey: apiKey } = app;
    const { stopId } = JSON.parse(
      (await ask(app, ['POST', 'stop-sms/add'], { apiKey, phoneNumber: other })).text,
    ) as { readonly stopId: number };
    await ask(app, ['POST', 'send'], { apiKey, phoneNumbers: phone, message, ...schedule });
    for (const path of [
      `stop-sms/delete?id=${stopId}`,
      'message-cancel/1?',
      'message-cancel?messageId=1',
    ]) {
      const url = `${app.url}/v1/${path}&apiKey=${apiKey}`;
      const { status, headers } = await fetch(url, { method: 'HEAD' });
      assert.equal(status, 405, path);
      assert.doesNotMatch(headers.get('allow') ?? 'HEAD', /HEAD/, path);
    }
    const list = await ask(app, ['GET', 'stop-sms/list'], { apiKey });
    assert.match(list.text, new RegExp(`"id":${stopId},`));
    assert.equal((await ask(app, ['GET', 'message-cancel'], { apiKey, messageId: 1 })).status, 200);
    assert.equal((await ask(app, ['GET', 'stop-sms/delete'], { apiKey, id: stopId })).status, 200);
    const me = await fetch(`${app.url}/v1/me?apiKey=${apiKey}`, { method: 'HEAD' });
    assert.equal(me.status, 200);
  });

  test('asks for a key, and for one that is known', async () => {
    await using app = await openApp();
    for (const [method, command] of successes) {
      const without = await ask(app, [method, command], {});
      assert.equal(without.status, 401, command);
      assert.equal((JSON.parse(without.text) as Envelope).code, 1, command);
      const wrong = await ask(app, [method, command], { apiKey: 'test_wrong' });
      assert.equal(wrong.status, 401, command);
      assert.equal((JSON.parse(wrong.text) as Envelope).code, 10, command);
    }
  });
});
