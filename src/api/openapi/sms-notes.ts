/** The commands that send SMS and tell what became of them, as the document describes them. */
import { transliterations } from '#accounts/account.ts';
import { messageClasses } from '#sms/message.ts';
import type { CommandNotes } from './command-note.ts';
import { flag, list, number, record, text, texts, whole } from './json-schema.ts';

const phone = text('A phone: `+33…`, `0033…`, or national in the country of the account.');
const messageId = whole('The number of the message, as its send answered it.');
const phoneNumbers = texts('Up to 500 phones.');
const message = text('The text, up to ten parts; `:br:` is a line break.');

export const scheduleTakes = {
  scheduledDeliveryDate: text('The day on which it leaves: `21/12/2030`.'),
  time: whole('The hour at which it leaves.', { minimum: 0, maximum: 24 }),
  minute: whole('The minute, in steps of 5.', { minimum: 0, maximum: 55, multipleOf: 5 }),
};

export const validity = whole('Seconds after which it is no longer sent.', {
  minimum: 60,
  maximum: 604_800,
});

const senders = {
  sender: text('3 to 11 letters and digits, or a number of the account.'),
  virtualNumber: text('A number of the account, in place of `sender`.'),
};

const sendOptions = {
  tag: text('Comes back in reports.', { maxLength: 20 }),
  ...scheduleTakes,
  validity,
  priority: text('Left out: codes are urgent, more than 100 phones are bulk.', {
    enum: [...messageClasses],
  }),
  gamme: whole('The class of route; both cost the same.', { enum: [1, 2] }),
  isStopSms: flag(
    'Adds what to answer to get no more: STOP to the short number of the account, else of the installation. `parley account set 2 --short-number 38080` gives one.',
  ),
  marketing: flag('It is advertising, which waits over night where a law says so.'),
  isUnicode: flag('Always in UCS-2.'),
  transliterate: text('Which characters may be written with other letters.', {
    enum: [...transliterations],
  }),
  sandbox: flag('Checks and prices, sends and charges nothing.'),
  webhookUrl: text('Where reports and replies go.', { format: 'uri' }),
  urlDlr: text('Where reports go.', { format: 'uri' }),
  urlResponse: text('Where replies go.', { format: 'uri' }),
};

const groupId = {
  type: ['integer', 'string', 'array'],
  items: { type: 'integer' },
  description: 'Up to 50 groups of the address book.',
};

const sendTakes = { phoneNumbers, groupId, message, ...senders, ...sendOptions };
const dryRun = flag('Answers as `preview` does.');

const sent = {
  message_id: messageId,
  nb_sms: whole('Parts of all phones.'),
  cost: number('Of all parts.'),
  currency: text('ISO 4217.'),
};

/** Why a message does not leave at once. */
const delays = {
  scheduledDeliveryDate: text(
    'When it leaves, where a time was asked for, on the clock of the account.',
  ),
  deferredUntil: text(
    'Until when it waits for the day, where it does, on the clock of the account.',
  ),
  held: { type: 'boolean', description: 'There where it waits until somebody releases it.' },
};

const sentSome = {
  ...delays,
  stopSms: list(phone, 'Opted-out phones, which were skipped.'),
  message: text('What was sent, where characters were written with other letters.'),
};

const outcome = text('What became of it.', { enum: ['Delivered', 'Not delivered', 'Waiting'] });
const when = {
  date: text('When that was, in seconds since 1970: `"1534615206"`.', { pattern: '^\\d+$' }),
  dateLocal: text('The same on the clock of the account: `2018-08-18 20:00:06`.'),
};
const idText = text('The number of the message.');

const pairStatus = record(
  {
    success: { type: 'boolean' },
    code: whole('200, or what is wrong with this pair.'),
    phoneNumber: phone,
    messageId,
    status: outcome,
    ...when,
    stopSms: { type: 'boolean' },
    isSpam: { type: 'boolean' },
  },
  ['success', 'code', 'phoneNumber', 'messageId'],
);

const status = {
  phoneNumber: phone,
  status: outcome,
  stopSMS: { type: 'boolean' },
  cost: number('Of this phone; 0 where it was given back.'),
  ...when,
};

const pair = record({ messageId, phoneNumber: phone });
const heard = record({
  success: { type: 'boolean' },
  code: whole('200, or what is wrong with this phone.'),
  nbSms: whole('Parts.'),
  cost: number('Of its parts.'),
  phoneNumber: phone,
});

/** Only what was asked, where it is no number. */
const described = record(
  {
    request: text('As it was asked.'),
    success: { type: 'boolean' },
    countryCode: text('ISO 3166-1, two letters.'),
    prefixCode: whole('The calling code.'),
    phoneNumber: phone,
    type: text('Mobile, fixed line …'),
    network: text('Of its range; empty: unknown.'),
    format: record({
      e164: text('`+33639980001`'),
      international: text('`+33 6 39 98 00 01`'),
      national: text('`06 39 98 00 01`'),
      rfc3966: text('`tel:+33639980001`'),
    }),
  },
  ['request', 'success'],
);

const month = record({
  month: text('Its name, in English.'),
  year: text('Four digits.'),
  m: text('Two digits.'),
  date: whole('When it began, in seconds since 1970.'),
  type: text('Always `month`.'),
  cost: text('What was spent, exactly.'),
  nb_send: text('How many SMS and mails.'),
});

/** The members behind `phoneNumber` as far as it would go; `code` and `message` where it would not. */
const previewed = record(
  {
    success: { type: 'boolean' },
    phoneNumber: phone,
    encoding: text('How it is written.', { enum: ['GSM', 'UCS-2'] }),
    units: whole('Septets (GSM 7-bit) or 16-bit units (Unicode).'),
    nb_sms: whole('Parts.'),
    forcedBy: text('The first character that GSM does not have.'),
    operator: text('Whom it would go to.'),
    route: text('Why there.'),
    unitPrice: number('Of a part.'),
    cost: number('Of its parts.'),
    deferredUntil: text('When it would leave, where not at once.'),
    waits: text('Why it would wait.'),
    held: text('The rule that would hold it.'),
    code: whole('Why it would not go.'),
    message: text('The same in a sentence.'),
  },
  ['success', 'phoneNumber'],
);

export const smsNotes: CommandNotes = {
  '/v1/send': {
    summary: 'Sends a text to up to 500 phones, named one by one or by groups.',
    takes: { ...sendTakes, dryRun },
    needs: ['message'],
    keyed: true,
    gives: sent,
    givesSome: sentSome,
    givesAll: true,
    dryAs: '/v1/preview',
  },
  '/v1/vn/send': {
    summary: 'Sends a text from a number of the account.',
    takes: { from: text('The number.'), to: phoneNumbers, message, ...sendOptions, dryRun },
    needs: ['from', 'to', 'message'],
    keyed: true,
    gives: sent,
    givesSome: sentSome,
    givesAll: true,
    dryAs: '/v1/preview',
  },
  '/v1/bulk-send': {
    summary: 'Sends a text of its own to each phone.',
    takes: {
      SMSList: list(record({ phoneNumber: phone, message }), 'Up to 500.', { maxItems: 500 }),
      ...senders,
      ...sendOptions,
    },
    needs: ['SMSList'],
    keyed: true,
    gives: {
      message_id: messageId,
      currency: text('ISO 4217.'),
      cost: number('Of all parts.'),
      nbSMS: whole('Parts of all phones.'),
      SMSResponse_List: list(heard, 'In the order of the request.'),
    },
    givesSome: delays,
    givesAll: true,
  },
  '/v1/preview': {
    summary: 'Says what a send would do and cost; sends nothing.',
    takes: sendTakes,
    needs: ['message'],
    gives: {
      sender: text('Whom phones would show.'),
      message: text('As it would be sent.'),
      nb_sms: whole('Parts of all phones.'),
      cost: number('Of all parts.'),
      currency: text('ISO 4217.'),
      recipients: list(previewed, 'All phones.'),
    },
    givesAll: true,
  },
  '/v1/message-status': {
    summary: 'Tells what became of a message at one phone.',
    takes: { messageId, phoneNumber: phone },
    needs: ['messageId', 'phoneNumber'],
    gives: {
      number: phone,
      messageId: idText,
      stopSms: { type: 'boolean' },
      ...when,
      statut: outcome,
      cost: number('Of this phone; 0 where it was given back.'),
      countryCode: text('ISO 3166-1, two letters.'),
      currency: text('ISO 4217.'),
    },
    givesAll: true,
  },
  '/v1/multi-status': {
    summary: 'Tells what became of up to 500 pairs of message and phone.',
    alsoTakes: ['SMSStatus_List'],
    takes: { SMSStatut_List: list(pair, 'Also as `SMSStatus_List`.', { maxItems: 500 }) },
    needs: ['SMSStatut_List'],
    gives: { StatutResponse_List: list(pairStatus, 'In the order of the request.') },
    givesAll: true,
  },
  '/v1/bulk-status': {
    summary: 'Tells what became of a message at all its phones.',
    takes: { messageId },
    needs: ['messageId'],
    gives: {
      message_id: idText,
      StatutResponse_List: list(record(status), 'One for each phone.'),
    },
  },
  '/v1/bulk-status-by-tag': {
    summary: 'Tells what became of all messages of a tag, 100 a page.',
    takes: { tag: text('The tag.', { maxLength: 20 }), page: whole('From 1.', { minimum: 1 }) },
    needs: ['tag'],
    gives: {
      message_id: text('The message of the first phone of the page; empty: there is none.'),
      StatutResponse_List: list(record({ ...status, messageId: idText }), 'One for each phone.'),
      currentPage: whole('From 1.'),
      total: whole('On all pages.'),
    },
  },
  '/v1/message-cancel': {
    summary: 'Takes back a message that leaves later or is held.',
    takes: { messageId },
    needs: ['messageId'],
    gives: { message: text('A sentence.') },
    givesAll: true,
  },
  '/v1/statistics/cost-resume': {
    summary: 'Tells how many SMS and mails were sent, for how much, by month.',
    takes: {
      interval: text('Which months.', { enum: ['last_month', 'last_twelve_months', 'custom'] }),
      from: text('The first day of `custom`: `01-12-2030`.'),
      to: text('The last day of `custom`, 366 days at the most.'),
    },
    needs: ['interval'],
    gives: { datas: list(month, 'In the order of time.') },
    givesAll: true,
  },
  '/v1/lookup': {
    summary: 'Says what numbers are.',
    takes: { phoneNumbers },
    needs: ['phoneNumbers'],
    gives: { lookup: list(described, 'All of them.') },
    givesAll: true,
  },
  '/v1/hlr/notify': {
    summary: 'Looks numbers up, and posts what each is.',
    takes: {
      phoneNumbers,
      notifyUrl: text('Where the results go; else where reports go.', { format: 'uri' }),
    },
    needs: ['phoneNumbers'],
    gives: {
      campaignId: whole('Each result has it.'),
      number: whole('How many results are posted.'),
      cost: number('0: the numbering plan answers.'),
      currency: text('ISO 4217.'),
    },
    givesAll: true,
  },
};
