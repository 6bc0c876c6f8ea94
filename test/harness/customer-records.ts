/** Records of SMPP users for tests: whole and valid, with what a test cares about laid over. */
import type { Account } from '#accounts/account.ts';
import type { ReplyFact } from '#model/reply-fact.ts';
import {
  type Customer,
  type SmppUser,
  type SmppUserSettings,
  smppUserDefaults,
} from '#sms/customers/smpp-user.ts';
import type { SmsReportFact } from '#sms/report-maker.ts';
import type { SubmittedMessage } from '#sms/submission.ts';
import { aSubmission, atMs, money, phone } from './records.ts';

export function aUser(over: Partial<SmppUser> = {}): SmppUser {
  return {
    id: 1,
    accountId: 1,
    systemId: 'ACME',
    passwordHash: '',
    mode: 'live',
    state: 'active',
    settings: smppUserDefaults,
    createdAtMs: atMs,
    ...over,
  };
}

export function anAccount(over: Partial<Account> = {}): Account {
  return {
    id: 1,
    name: 'Acme',
    email: '',
    firstname: '',
    lastname: '',
    currency: 'EUR',
    homeCountry: 'FR',
    state: 'active',
    transliterate: 'off',
    keyPlaces: 'any',
    xmlForm: 'named',
    alertLevel: null,
    timeZone: 'Europe/Paris',
    balance: money(1_000_000),
    testBalance: money(0),
    createdAtMs: atMs,
    parentId: null,
    removedAtMs: null,
    ...over,
  };
}

export function aCustomer(
  settings: Partial<SmppUserSettings> = {},
  over: Partial<SmppUser> = {},
): Customer {
  const user = aUser({ ...over, settings: { ...smppUserDefaults, ...settings } });
  return { user, account: anAccount({ id: user.accountId }) };
}

export function aSubmittedMessage(over: Partial<SubmittedMessage> = {}): SubmittedMessage {
  return { submission: aSubmission(), acceptedAtMs: atMs, text: 'Hello', ...over };
}

export function aReplyFact(over: Partial<ReplyFact> = {}): ReplyFact {
  return {
    accountId: 1,
    to: 'long',
    number: '33700000001',
    phone: '33612345678',
    text: 'Oui',
    isStop: false,
    answersMessageId: 0,
    receivedAtMs: atMs,
    madeAtMs: atMs,
    replyUrl: null,
    replyEndpointId: null,
    test: false,
    ...over,
  };
}

export function aReportFact(over: Partial<SmsReportFact> = {}): SmsReportFact {
  return {
    accountId: 1,
    messageId: 307,
    phone: phone('33612345678'),
    status: 'delivered',
    atMs: atMs + 60_000,
    madeAtMs: atMs + 60_000,
    cost: money(38_000),
    currency: 'EUR',
    tag: '',
    reportUrl: null,
    reportEndpointId: null,
    test: false,
    word: 'DELIVRD',
    error: '000',
    submitted: aSubmittedMessage(),
    ...over,
  };
}
