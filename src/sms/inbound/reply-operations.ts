/** `reply list`, `thread`: what phones have sent to which number, and the texts of one with what was sent to it. */
import { z } from 'zod';
import type { AccountStore } from '#accounts/account-store.ts';
import { must } from '#core/assert.ts';
import { fromInput, idInput, lineInput } from '#core/common-inputs.ts';
import { orders, readPlace } from '#core/id-paging.ts';
import { noted } from '#core/input-form.ts';
import { exactInstantText } from '#core/instant-text.ts';
import { mayRead, showPhone, showText } from '#core/masked.ts';
import { operation } from '#core/operation.ts';
import type { Role } from '#core/permissions.ts';
import { parsePhoneNumber } from '#core/phone-number.ts';
import { ownDigits } from '#model/short-number.ts';
import type { MessageRecordStore, RecipientRecord } from '#sms/records/message-record-store.ts';
import { instant, mode, modeOf } from '#sms/records/message-view.ts';
import type { StopStore } from '#sms/stops/stop-store.ts';
import { readBeginning } from '../phone-beginning.ts';
import type { InboundStore, ReplyRecord } from './inbound-store.ts';
import { replyForms } from './words.ts';

const replyView = z.object({
  id: z.int(),
  phone: z.string(),
  /** In digits, as its thread is asked for; null: this role sees no phones. */
  sender: z.string().nullable(),
  /** The number that it was sent to. */
  number: z.string(),
  kind: z.enum(['reply', 'stop', 'start', 'binary', 'unclaimed']),
  /** Null: no text, or not for this role. */
  text: z.string().nullable(),
  receivedAt: instant,
  partsReceived: z.int(),
  partsTotal: z.int(),
  /** Null: it answers none of ours. */
  answers: z.int().nullable(),
  mode,
});

export const listReplies = operation({
  name: 'reply list',
  does: 'reads',
  needs: 'read facts',
  input: z.strictObject({
    /** Of conversations whose last text came since then. */
    from: fromInput.optional(),
    /** Exclusive. */
    until: fromInput.optional(),
    /** What the phone begins with, as it is dialled. */
    begins: lineInput(0, 40).optional(),
    order: z.enum(orders).default('newest'),
    after: idInput.optional(),
    limit: z.int().min(1).max(200).default(50),
  }),
  output: z.object({
    threads: z.array(replyView),
    /** Behind which the next page begins; null: there is nothing more. */
    after: z.int().nullable(),
  }),
  async run(
    ports: {
      readonly inbound: Pick<InboundStore, 'listThreads'>;
      readonly accounts: Pick<AccountStore, 'findAccount'>;
    },
    { from: fromMs, until: untilMs, begins: written, limit, ...asked },
    caller,
  ) {
    const { accountId, role } = caller;
    const begins = written ? await readBeginning(ports, caller, written) : undefined;
    const query = { accountId, fromMs, untilMs, begins, ...readPlace(asked), limit };
    const { threads, nextId } = await ports.inbound.listThreads(query);
    return { threads: threads.map((each) => viewReply(each, role)), after: nextId ?? null };
  },
});

/** Of each side. */
const textsMax = 100;

type ThreadPorts = {
  readonly accounts: Pick<AccountStore, 'findAccount'>;
  readonly inbound: Pick<InboundStore, 'listReplies'>;
  readonly messages: Pick<MessageRecordStore, 'listRecords'>;
  readonly stops: Pick<StopStore, 'findStopped'>;
};

const textView = z.object({
  key: z.string(),
  from: z.enum(['phone', 'us']),
  text: z.string().nullable(),
  at: instant,
  kind: z.string(),
  /** Of ours: where it stands. */
  state: z.string().nullable(),
  messageId: z.int().nullable(),
  mode,
});

export const readThread = operation({
  name: 'reply thread',
  does: 'reads',
  needs: 'read contents',
  positional: ['number', 'sender'],
  input: z.strictObject({
    number: noted(z.string().regex(ownDigits), { form: replyForms.number }),
    sender: noted(z.string().min(1).max(21), { form: replyForms.sender }),
  }),
  output: z.object({
    phone: z.string(),
    isStopped: z.boolean(),
    /** Oldest first. */
    texts: z.array(textView),
  }),
  async run(ports: ThreadPorts, { number: receiver, sender }, { accountId, role }) {
    const { homeCountry } = must(await ports.accounts.findAccount(accountId), 'account');
    const last = { accountId, beforeId: Number.MAX_SAFE_INTEGER, limit: textsMax };
    const heard = await ports.inbound.listReplies({ ...last, sender, receiver });
    const phone = parsePhoneNumber(`+${sender}`, homeCountry);
    const sent =
      phone === undefined
        ? { records: [] }
        : await ports.messages.listRecords({ ...last, phone, sender: receiver });
    const stopped = phone === undefined ? [] : await ports.stops.findStopped(accountId, [phone]);
    const texts = [...heard.map(viewHeard), ...sent.records.map(viewSent)];
    return {
      phone: showPhone(sender, role),
      isStopped: stopped.length > 0,
      texts: texts
        .toSorted((a, b) => a.at - b.at)
        .map((text) => ({ ...text, at: exactInstantText(text.at) })),
    };
  },
});

function viewReply(each: ReplyRecord, role: Role): z.input<typeof replyView> {
  const { id, sender, receiver, kind, text, answersMessageId } = each;
  return {
    id,
    phone: showPhone(sender, role),
    sender: mayRead(role) ? sender : null,
    number: receiver,
    kind,
    text: text === null ? null : showText(text, role),
    receivedAt: exactInstantText(each.receivedAtMs),
    partsReceived: each.partsReceived,
    partsTotal: each.partsTotal,
    answers: answersMessageId === 0 ? null : answersMessageId,
    mode: modeOf(each),
  };
}

function viewHeard(heard: ReplyRecord) {
  const { id, text, receivedAtMs: at, kind } = heard;
  const said = { key: `in-${id}`, from: 'phone' as const, text, at, kind };
  return { ...said, state: null, messageId: null, mode: modeOf(heard) };
}

function viewSent(sent: RecipientRecord) {
  const { id, text, acceptedAtMs: at, state, messageId } = sent;
  const said = { key: `out-${id}`, from: 'us' as const, text, at, kind: 'sent' };
  return { ...said, state, messageId, mode: modeOf(sent) };
}
