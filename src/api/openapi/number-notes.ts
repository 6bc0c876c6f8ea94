/** The commands about virtual numbers, their calls and messages, as the document describes them. */
import type { CommandNotes } from './command-note.ts';
import { flag, type JsonSchema, list, number, record, text, whole } from './json-schema.ts';

const yesOrNo = { type: 'boolean' };
const currency = text('ISO 4217.');
const ownNumber = text('A virtual number.');
const before = text('The id of the last one that was read.');
const next = { type: ['string', 'integer', 'null'], description: 'Where to go on; null: the end.' };
const numberPage = {
  after: text('The last number that was read.'),
  prefix: text('What the numbers begin with.'),
};
const id = whole('The id of the message.');

function timeOrNull(description: string): JsonSchema {
  return { type: ['string', 'null'], description };
}

/** What a number can do and costs. */
const capabilities = {
  number: ownNumber,
  sms: { ...yesOrNo, description: 'Takes SMS.' },
  calls: { ...yesOrNo, description: 'Takes calls.' },
  callForward: { ...yesOrNo, description: 'Calls to it can be forwarded.' },
  monthlyPrice: number('A month, in the currency of the account.'),
  minutePrice: number('A minute of a call that is recorded.'),
};

const rentedTexts = {
  name: text('What it is called.'),
  paidUntil: timeOrNull('Until when; null: without an end.'),
};

const rentedNumber = record({
  ...capabilities,
  name: rentedTexts.name,
  state: text('How it is.', { enum: ['active', 'deactivated'] }),
  why: text('Why it is deactivated.'),
  type: whole('0: neither, 1: forwarded, 2: recorded.', { enum: [0, 1, 2] }),
  param: text('Where to.'),
  rentedAt: timeOrNull('Since when.'),
  paidUntil: rentedTexts.paidUntil,
});

const toldCall = record({
  id: whole('The id of the call.'),
  number: ownNumber,
  caller: text('Who called; empty: hidden.'),
  kind: text('What the number did.', { enum: ['forward', 'voicemail', 'refused'] }),
  target: text('Where it was forwarded to, or mailed.'),
  startedAt: text('On the clock of the account.'),
  answeredAt: timeOrNull('Null: nobody answered.'),
  endedAt: timeOrNull('Null: it goes on.'),
  seconds: whole('As many as are paid.'),
  cost: number('In the currency of the account; 0 where another account pays.'),
  cause: text('How it ended.'),
  status: whole('The SIP status that the caller heard.'),
  rule: text('The rule that ended it, if one did.'),
});

const voicemail = record({
  id,
  number: ownNumber,
  caller: text('Who called; empty: hidden.'),
  callerName: text('As the caller’s side tells it.'),
  startedAt: text('On the clock of the account.'),
  seconds: number('How long it is.'),
  endedBy: text('How it ended.'),
  mailTo: text('Whom it was mailed to.'),
  mail: text('What became of the mail.'),
  heardAt: timeOrNull('Null: nobody has heard it.'),
  test: { ...yesOrNo, description: 'Of a call of the simulator.' },
});

export const numberNotes: CommandNotes = {
  '/v1/vn/callforward': {
    summary: 'Forwards calls to a virtual number, records them, or neither.',
    takes: {
      number: ownNumber,
      type: whole('0: neither, 1: forwarded, 2: recorded.', { enum: [0, 1, 2] }),
      param: text('Where to: a phone for 1, an address for 2.'),
      name: text('What the number is called.', { maxLength: 100 }),
      replace: flag('Also where the number has that mode already.'),
    },
    needs: ['number', 'type'],
    keyed: true,
    gives: {
      message: text('A sentence.'),
      number: ownNumber,
      type: whole('As it was sent.'),
      param: text('As it stands.'),
    },
  },
  '/v1/vn/list': {
    summary: 'Lists the virtual numbers of the account.',
    takes: { after: numberPage.after },
    gives: { numbers: list(rentedNumber, 'Up to 100.'), next },
    givesAll: true,
  },
  '/v1/vn/available': {
    summary: 'Lists the virtual numbers that the account can rent.',
    takes: numberPage,
    gives: {
      currency,
      numbers: list(record(capabilities), 'Up to 100.'),
      next,
    },
    givesAll: true,
  },
  '/v1/vn/calls': {
    summary: 'Lists the calls to the numbers of the account, newest first.',
    takes: { number: ownNumber, before },
    gives: {
      currency,
      calls: list(toldCall, 'Up to 100.'),
      next,
    },
    givesAll: true,
  },
  '/v1/vn/rent': {
    summary: 'Rents a virtual number, month by month.',
    takes: { number: ownNumber, name: text('What it is called.', { maxLength: 100 }) },
    needs: ['number'],
    gives: {
      number: ownNumber,
      name: rentedTexts.name,
      monthlyPrice: capabilities.monthlyPrice,
      currency,
      paidUntil: rentedTexts.paidUntil,
    },
    givesAll: true,
    keyed: true,
  },
  '/v1/vn/release': {
    summary: 'Gives a virtual number back.',
    takes: { number: ownNumber },
    needs: ['number'],
    gives: { number: ownNumber },
  },
  '/v1/vn/voicemails': {
    summary: 'Lists the messages of callers, newest first.',
    takes: { number: ownNumber, before },
    gives: { voicemails: list(voicemail, 'Up to 100.'), next },
    givesAll: true,
  },
  '/v1/vn/voicemail': {
    summary: 'Tells of a message of a caller.',
    takes: { id },
    needs: ['id'],
    gives: { voicemail },
    givesAll: true,
  },
  '/v1/vn/voicemail/audio': {
    summary: 'Plays a message of a caller.',
    takes: { id },
    needs: ['id'],
    givesType: 'audio/wav',
  },
  '/v1/vn/voicemail/heard': {
    summary: 'Marks a message as heard, or as not.',
    takes: { id, heard: flag('Left out: yes.') },
    needs: ['id'],
    gives: { voicemail },
    givesAll: true,
  },
  '/v1/vn/voicemail/delete': {
    summary: 'Deletes a message of a caller.',
    takes: { id },
    needs: ['id'],
    gives: { id },
  },
};
