/** Answers what pages ask of texts that phones have sent. */

import { mayRead, showPhone, showText } from '#core/masked.ts';
import type { Role } from '#core/permissions.ts';
import { parsePhoneNumber } from '#core/phone-number.ts';
import type { InboundStore, ReplyRecord } from '#sms/inbound/inbound-store.ts';
import type { MessageRecordStore, RecipientRecord } from '#sms/records/message-record-store.ts';
import type { StopStore } from '#sms/stops/stop-store.ts';
import { type CallerPorts, findAccount } from '../caller.ts';
import { give, type Handler, handle } from '../handler.ts';
import { readPage } from '../paging.ts';
import { listThreads, readThread } from './definitions.ts';

export type ReplyPorts = CallerPorts & {
  readonly replies: Pick<InboundStore, 'listThreads' | 'listReplies'>;
  readonly records: MessageRecordStore;
  readonly stopped: Pick<StopStore, 'findStopped'>;
};

export function replyHandlers(ports: ReplyPorts): readonly Handler[] {
  return [threads(ports), thread(ports)];
}

function threads({ replies }: ReplyPorts): Handler {
  return handle(listThreads, async ({ accountId, role, query }) => {
    const page = await replies.listThreads({ accountId, ...readPage(query) });
    return give({
      threads: page.threads.map((each) => toReplyJson(each, role)),
      next: page.nextId === undefined ? null : String(page.nextId),
    });
  });
}

function toReplyJson(each: ReplyRecord, role: Role) {
  const { id, sender, receiver, kind, text, receivedAtMs, answersMessageId, test } = each;
  return {
    id,
    phone: showPhone(sender, role),
    sender: mayRead(role) ? sender : null,
    number: receiver,
    kind,
    text: text === null ? null : showText(text, role),
    receivedAt: receivedAtMs,
    partsReceived: each.partsReceived,
    partsTotal: each.partsTotal,
    answers: answersMessageId === 0 ? null : answersMessageId,
    mode: modeOf(test),
  };
}

function modeOf(test: boolean) {
  return test ? ('test' as const) : ('live' as const);
}

/** Of each side. */
const textsMax = 100;

function thread(ports: ReplyPorts): Handler {
  return handle(readThread, async ({ accountId, role, params }) => {
    const { number: receiver, sender } = params;
    const { homeCountry } = await findAccount(ports, accountId);
    const last = { accountId, beforeId: Number.MAX_SAFE_INTEGER, limit: textsMax };
    const heard = await ports.replies.listReplies({ ...last, sender, receiver });
    const phone = parsePhoneNumber(`+${sender}`, homeCountry);
    const sent =
      phone === undefined
        ? { records: [] }
        : await ports.records.listRecords({ ...last, phone, sender: receiver });
    const stopped = phone === undefined ? [] : await ports.stopped.findStopped(accountId, [phone]);
    const texts = [...heard.map(toHeardJson), ...sent.records.map(toSentJson)];
    return give({
      phone: showPhone(sender, role),
      isStopped: stopped.length > 0,
      texts: texts.toSorted((a, b) => a.at - b.at),
    });
  });
}

function toHeardJson({ id, text, receivedAtMs: at, kind, test }: ReplyRecord) {
  const from = 'phone' as const;
  return {
    key: `in-${id}`,
    from,
    text,
    at,
    kind,
    state: null,
    messageId: null,
    mode: modeOf(test),
  };
}

function toSentJson({ id, text, acceptedAtMs: at, state, messageId, test }: RecipientRecord) {
  const from = 'us' as const;
  return { key: `out-${id}`, from, text, at, kind: 'sent', state, messageId, mode: modeOf(test) };
}
