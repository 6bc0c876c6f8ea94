/** A send as a person asks for it, at a page or by a command: read by the rules of all sends. */
import { z } from 'zod';
import { type Account, transliterations } from '#accounts/account.ts';
import { keyOfPerson } from '#accounts/person-key.ts';
import { lineInput } from '#core/common-inputs.ts';
import { fingerprintOf } from '#core/idempotency.ts';
import { asciiOf, noted } from '#core/input-form.ts';
import { type InAccount, type Refusal, refuse, refuseAll } from '#core/operation.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import {
  findScheduleFault,
  scheduleInput,
  validitySecondsMax,
  validitySecondsMin,
} from '#core/schedule.ts';
import { messageClasses, recipientsMax } from '#sms/message.ts';
import type { SendRefusal, SendRequest } from '#sms/send-request.ts';
import {
  type AskedSender,
  findTextFault,
  type PhoneFault,
  readPhone,
  readSender,
  tagCharactersMax,
  writeOut,
} from './asked-send.ts';
import { refusalParams } from './refusal-params.ts';
import { sendForms } from './send-words.ts';

/** Where a phone stands there twice it counts once: the list may be longer than what is sent. */
const writtenMax = 2_000;

export const askedShape = {
  phones: noted(z.array(z.string().max(40)).min(1).max(writtenMax), { form: sendForms.phones }),
  text: noted(z.string().max(10_000), { form: sendForms.text }),
  /** A word, or one of the account's numbers; empty: what the account or the operator has. */
  sender: lineInput(0, 20).default(''),
  tag: lineInput(0, tagCharactersMax).default(''),
  /** It ends with how to stop messages. */
  saysStop: z.boolean().default(false),
  marketing: z.boolean().default(false),
  unicode: z.boolean().default(false),
  transliterate: z.enum(transliterations).optional(),
  priority: z.enum(messageClasses).optional(),
  /** Seconds. */
  validity: z.int().min(validitySecondsMin).max(validitySecondsMax).optional(),
  at: scheduleInput.optional(),
  /** It goes to the built-in operator and is paid with test money. */
  test: z.boolean().default(false),
};

/** The same key sends once. */
export const keyShape = { key: asciiOf(8, 64).optional() };

const asked = z.object({ ...askedShape, ...keyShape });
export type AskedSend = z.output<typeof asked>;

export const sendCodes = [
  'nobody to send to',
  'too many phone numbers',
  'phone number is not possible',
  'phone number is fiction',
  'text is blank',
  'text has an unsendable character',
  'sender is malformed',
  'schedule is in the past',
  'schedule is too far',
  'text is empty',
  'text is too long',
  'sender is not allowed',
  'no price',
  'no operator',
  'country is closed',
  'number is costly',
  'price is above the ceiling',
  'stopped',
  'limit is reached',
  'too much is spent',
  'balance is too low',
  'idempotency key was used for another request',
  'there is no short number',
  'too many report addresses',
  'overloaded',
  'simulator is off',
] as const;

type Wrong = Refusal<(typeof sendCodes)[number]>;

/** All that is wrong is told at once. */
export function readAsked(
  send: AskedSend,
  account: Account,
  caller: InAccount,
): SendRequest | Wrong {
  const { test, at, validity, priority, unicode, key } = send;
  const { phones, wrong } = readPhones(send, account);
  const sender = readAskedSender(send.sender, account);
  const [first, ...others] = [...wrong, ...findFaults(send, sender !== undefined, caller)];
  if (first !== undefined) return refuseAll(first, others);
  const options = {
    ...(sender ?? noSender),
    saysStop: send.saysStop,
    tag: send.tag,
    class: priority,
    grade: undefined,
    forceUnicode: unicode,
    transliterate: send.transliterate,
    marketing: send.marketing,
    sandbox: false,
    validityMs: validity === undefined ? undefined : validity * 1_000,
    scheduledAtMs: at,
    reportUrl: undefined,
  };
  const text = writeOut(send.text);
  const fingerprint = fingerprintOf({ phones, text, ...options, test });
  return {
    ...options,
    phones,
    text,
    caller: { account, key: keyOfPerson(account, { base: 'sms', test, label: caller.actor }) },
    requestId: caller.requestId ?? '',
    idempotency: key === undefined ? undefined : { key, fingerprint },
  };
}

const noSender: AskedSender = { sender: undefined };

function readAskedSender(written: string, { homeCountry }: Account): AskedSender | undefined {
  return written === '' ? noSender : readSender(written, homeCountry);
}

type Phones = { readonly phones: readonly PhoneNumber[]; readonly wrong: readonly Wrong[] };

function readPhones(send: AskedSend, account: Account): Phones {
  const texts = textsOf(send);
  if (texts.length === 0) return none(refuse('nobody to send to', { field: 'phones' }));
  if (texts.length > recipientsMax) {
    const params = { max: recipientsMax };
    return none(refuse('too many phone numbers', { field: 'phones', params }));
  }
  const { phones, unread } = readEach(send, account);
  const wrong = unread.map(({ text, why }) =>
    refuse(why, { field: 'phones', params: { number: text } }),
  );
  return { phones, wrong };
}

export type UnreadPhone = { readonly text: string; readonly why: PhoneFault };

/** Each once, and what is no phone as it was written. */
export function readEach(
  send: Pick<AskedSend, 'phones' | 'test'>,
  { homeCountry }: Pick<Account, 'homeCountry'>,
): { readonly phones: readonly PhoneNumber[]; readonly unread: readonly UnreadPhone[] } {
  const phones: PhoneNumber[] = [];
  const unread: UnreadPhone[] = [];
  for (const text of textsOf(send)) {
    const read = readPhone(text, { homeCountry, acceptsFiction: send.test });
    if (read.ok) phones.push(read.phone);
    else unread.push({ text, why: read.why });
  }
  return { phones: [...new Set(phones)], unread };
}

function textsOf({ phones }: Pick<AskedSend, 'phones'>): readonly string[] {
  return [...new Set(phones.map((text) => text.trim()))].filter((text) => text !== '');
}

const none = (refusal: Wrong): Phones => ({ phones: [], wrong: [refusal] });

function findFaults({ text, at, key }: AskedSend, isSender: boolean, { atMs: nowMs }: InAccount) {
  const ofText = findTextFault(text);
  // One that repeats itself may come after its time: the engine knows whether it was accepted.
  const range = { nowMs, mayBePast: key !== undefined };
  const ofTime = at === undefined ? undefined : findScheduleFault(at, range);
  return [
    ...(ofText ? [refuse(ofText.why, { field: 'text', params: ofText.params })] : []),
    ...(isSender ? [] : [refuse('sender is malformed', { field: 'sender' })]),
    ...(ofTime ? [refuse(ofTime, { field: 'at' })] : []),
  ];
}

const fields: Readonly<Partial<Record<SendRefusal['why'], string>>> = {
  'text is empty': 'text',
  'text is too long': 'text',
  'sender is not allowed': 'sender',
  'no price': 'phones',
  'no operator': 'phones',
  'country is closed': 'phones',
  'number is costly': 'phones',
  'price is above the ceiling': 'phones',
  stopped: 'phones',
  'idempotency key was used for another request': 'key',
  'there is no short number': 'saysStop',
  'simulator is off': 'test',
  'schedule is in the past': 'at',
};

/** Each phone that it is about is told of by itself. */
export function refuseSend(
  refusal: SendRefusal,
  { currency }: Account,
): Refusal<SendRefusal['why']> {
  const { why } = refusal;
  const field = fields[why];
  const [first, ...others] = refusalParams(refusal, currency).map((params) =>
    refuse(why, field === undefined ? { params } : { field, params }),
  );
  return first === undefined ? refuse(why) : refuseAll(first, others);
}
