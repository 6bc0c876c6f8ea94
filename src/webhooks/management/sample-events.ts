/** Samples of what endpoints get, made by the code that makes events, with numbers of the range of fiction. */
import { randomInt, randomUUID } from 'node:crypto';
import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import { EventMaker } from '../event-maker.ts';
import { MailEvents } from '../mail-events.ts';
import { ReplyMaker, type ReplyMakerPorts } from '../reply-maker.ts';
import { charactersMax } from '../reply-pieces.ts';
import type { SampleKind } from './sample-kinds.ts';

export type SampleEvent = Pick<OwedEvent, 'kind' | 'body'>;

export type SamplePorts = Pick<ReplyMakerPorts, 'signers'>;

const phone = '33639980001' as PhoneNumber;
const number = '33755000001';
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
    const report = { accountId, messageId, phone, status: 'delivered', atMs, tag: '' } as const;
    const cost = { cost: 49_000 as Millionths, currency: 'EUR' };
    return [await new EventMaker(nowhere).deliveryReport({ ...report, ...cost, ...sent })];
  }
  if (kind === 'email') {
    const email = { id: messageId, accountId, tag: '', metadata: null, sandbox: true, ...sent };
    const fact = { email, mailId: 0, address: 'someone@example.com', kind: 'sent', atMs };
    return [await new MailEvents(nowhere).mailEvent({ ...fact, reason: null })];
  }
  const maker = new ReplyMaker({
    ...nowhere,
    signers,
    makeUuid: randomUUID,
    random: () => randomInt(chances) / chances,
  });
  return maker.replies({ ...replyOf(kind), accountId, receivedAtMs: atMs });
}

function replyOf(kind: Exclude<SampleKind, 'dlr' | 'email'>) {
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
