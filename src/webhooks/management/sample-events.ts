/** Samples of what endpoints get, made by the code that makes events, with numbers of the range of fiction. */
import { randomInt, randomUUID } from 'node:crypto';
import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import { EventMaker } from '../event-maker.ts';
import { type MailEventFact, MailEvents, type SuppressionEventFact } from '../mail-events.ts';
import { ReplyMaker, type ReplyMakerPorts } from '../reply-maker.ts';
import { charactersMax } from '../reply-pieces.ts';
import { type MailSampleKind, mailSampleKinds, type SampleKind } from './sample-kinds.ts';

export type SampleEvent = Pick<OwedEvent, 'kind' | 'body'>;

export type SamplePorts = Pick<ReplyMakerPorts, 'signers'>;

const phone = '33639980001' as PhoneNumber;
const number = '33755000001';
const mailAddress = 'someone@example.com';
const messageId = 307;
const chances = 2 ** 31;
const greeting = 'Hello, this is a test';
const longText = `${greeting}. `.repeat(Math.ceil(charactersMax / greeting.length));

/** One, or as many as a receiver gets of it. */
export async function sampleEvents(
  kind: SampleKind,
  { accountId, atMs }: { readonly accountId: number; readonly atMs: number },
  { signers }: SamplePorts,
): Promise<readonly SampleEvent[]> {
  // Nobody is owed them.
  const nowhere = { endpoints: { find: () => [] }, nextJobId: () => 0 };
  const sent = { reportUrl: null, reportEndpointId: null, test: true };
  if (kind === 'dlr') {
    const report = { accountId, messageId, phone, status: 'delivered', tag: '' } as const;
    const cost = { cost: 49_000 as Millionths, currency: 'EUR' };
    const told = { ...report, ...cost, ...sent, atMs, madeAtMs: atMs };
    return [await new EventMaker(nowhere).deliveryReport(told)];
  }
  if (isOfMail(kind)) {
    const mails = new MailEvents(nowhere);
    const change = suppressionChangeOf(kind);
    if (change !== undefined) return [await mails.suppressionEvent({ ...change, accountId, atMs })];
    const email = { id: messageId, accountId, tag: '', metadata: null, sandbox: true, ...sent };
    const happened = kind === 'email' ? 'sent' : kind.slice('email.'.length);
    const fact = { email, mailId: 0, address: mailAddress, kind: happened, atMs };
    return [await mails.mailEvent({ ...fact, reason: reasons[kind] ?? null })];
  }
  const maker = new ReplyMaker({
    ...nowhere,
    signers,
    makeUuid: randomUUID,
    random: () => randomInt(chances) / chances,
  });
  return maker.replies({ ...replyOf(kind), accountId, receivedAtMs: atMs, madeAtMs: atMs });
}

type OfMail = 'email' | MailSampleKind;

function isOfMail(kind: SampleKind): kind is OfMail {
  return kind === 'email' || mailSampleKinds.some((one) => one === kind);
}

function suppressionChangeOf(kind: OfMail): SuppressionChange | undefined {
  if (kind !== 'suppression.added' && kind !== 'suppression.removed') return undefined;
  const entry = { address: mailAddress, stream: '', reason: 'manual', source: 'client' };
  return { ...entry, kind: kind === 'suppression.added' ? 'added' : 'removed' };
}

type SuppressionChange = Omit<SuppressionEventFact, 'accountId' | 'atMs'>;

const host = 'mx.example.com';

/** What a server says of those that it does not take, or not yet. */
const reasons: Readonly<Partial<Record<OfMail, MailEventFact['reason']>>> = {
  'email.deferred': {
    class: 'greylisted',
    code: 450,
    enhanced: '4.7.1',
    text: '450 4.7.1 Greylisted',
    host,
  },
  'email.bounced': {
    class: 'mailbox-unknown',
    code: 550,
    enhanced: '5.1.1',
    text: '550 5.1.1 User unknown',
    host,
  },
  'email.failed': { class: 'expired', code: 0, enhanced: '', text: 'Its time was over', host: '' },
};

function replyOf(kind: Exclude<SampleKind, 'dlr' | OfMail>) {
  const texts = { stop: 'STOP', 'reply.pieces': longText } as const;
  return {
    to: kind === 'reply.long' || kind === 'reply.pieces' ? 'long' : 'short',
    number,
    phone,
    text: kind === 'stop' || kind === 'reply.pieces' ? texts[kind] : greeting,
    isStop: kind === 'stop',
    answersMessageId: messageId,
    replyUrl: null,
    replyEndpointId: null,
    test: true,
  } as const;
}
