/** `message preview`, `message send`: a text to phones, and what it would do and cost before it goes. */
import { z } from 'zod';
import type { Account } from '#accounts/account.ts';
import type { AccountStore } from '#accounts/account-store.ts';
import type { AuditStore } from '#accounts/audit-store.ts';
import { must } from '#core/assert.ts';
import { instantText } from '#core/instant-text.ts';
import { add, formatBalance, formatExact, zero } from '#core/money.ts';
import { type InAccount, operation, Refusal } from '#core/operation.ts';
import { formatPhone } from '#core/phone-number.ts';
import { fillSentence } from '#core/words.ts';
import type { SendReply, SendRequest } from '#sms/send-request.ts';
import type { Judgement, JudgeReply, Priced, TurnedAway } from './judgement.ts';
import {
  askedShape,
  keyShape,
  readAsked,
  readEach,
  refuseSend,
  sendCodes,
  type UnreadPhone,
} from './person-send.ts';
import { turnedAwayParams } from './refusal-params.ts';
import { sendRefusals } from './send-refusals.ts';

type AccountPorts = { readonly accounts: Pick<AccountStore, 'findAccount'> };

export type SendPorts = AccountPorts & {
  /** Accepts, charges and commits. */
  readonly sendSms: (request: SendRequest) => Promise<SendReply>;
  readonly audit: Pick<AuditStore, 'note'>;
};

const amount = z.string();
const instant = z.iso.datetime().nullable();

const judgementView = z.object({
  sender: z.string(),
  /** As it would be sent. */
  text: z.string(),
  parts: z.int(),
  cost: amount,
  currency: z.string(),
  balance: amount,
  scheduledAt: instant,
  recipients: z.array(
    z.object({
      phone: z.string(),
      encoding: z.string(),
      /** Of the text, in the units of its encoding. */
      units: z.int(),
      parts: z.int(),
      /** The first character that no GSM alphabet has; null: none. */
      forcedBy: z.string().nullable(),
      operator: z.string(),
      route: z.string(),
      unitPrice: amount,
      cost: amount,
      /** Quiet hours let it go then; null: at once. */
      waitsUntil: instant,
      /** The limit that would hold it until somebody releases it; null: none. */
      heldBy: z.string().nullable(),
    }),
  ),
  refused: z.array(
    z.object({
      phone: z.string(),
      why: z.string(),
      says: z.object({ en: z.string(), fr: z.string() }),
    }),
  ),
});

export const previewMessage = operation({
  name: 'message preview',
  does: 'writes',
  needs: 'send',
  positional: ['phones'],
  input: z.strictObject(askedShape),
  output: judgementView,
  refusals: sendCodes,
  async run(
    ports: AccountPorts & { readonly judgeSend: (request: SendRequest) => Promise<JudgeReply> },
    send,
    caller,
  ) {
    const account = await accountOf(caller, ports);
    const { phones, unread } = readEach(send, account);
    const readable = phones.length === 0 ? send : { ...send, phones: phones.map(formatPhone) };
    const request = readAsked(readable, account, caller);
    if (request instanceof Refusal) return request;
    // Perhaps nobody may get it: each phone is told of by itself.
    const judged = await ports.judgeSend({ ...request, partial: true });
    if (!judged.ok) return refuseSend(judged.refusal, account);
    const view = viewJudgement(judged.judgement);
    return { ...view, refused: [...unread.map(viewUnread), ...view.refused] };
  },
});

function viewJudgement(judgement: Judgement): z.input<typeof judgementView> {
  const { request, sender, going, turnedAway } = judgement;
  const { account, key } = request.caller;
  const purse = key.mode === 'test' ? account.testBalance : account.balance;
  return {
    sender,
    text: going[0]?.text ?? request.text,
    parts: going.reduce((sum, { plan }) => sum + plan.parts, 0),
    cost: formatExact(going.reduce((sum, { cost }) => add(sum, cost), zero)),
    currency: account.currency,
    balance: formatBalance(purse),
    scheduledAt: viewInstant(request.scheduledAtMs),
    recipients: going.map((each) => viewGoing(each, judgement)),
    refused: turnedAway.map(viewTurnedAway),
  };
}

function viewGoing(each: Priced, { waits, allowed }: Judgement) {
  const { phone, plan, operator, reason, price, cost } = each;
  const { form, units, parts, firstNonGsm } = plan;
  return {
    phone: formatPhone(phone),
    encoding: form.code === 'ucs2' ? 'UCS-2' : 'GSM',
    units,
    parts,
    forcedBy: firstNonGsm ?? null,
    operator: operator.name,
    route: reason,
    unitPrice: formatExact(price),
    cost: formatExact(cost),
    waitsUntil: viewInstant(waits?.get(each)),
    heldBy: allowed.heldBy ?? null,
  };
}

function viewTurnedAway({ phone, refusal }: TurnedAway) {
  const { why } = refusal;
  const says = fillSentence(sendRefusals[why], turnedAwayParams(phone, refusal));
  return { phone: formatPhone(phone), why, says };
}

/** It is told as it was written. */
function viewUnread({ text: phone, why }: UnreadPhone) {
  return { phone, why, says: fillSentence(sendRefusals[why], { number: phone }) };
}

function viewInstant(atMs: number | null | undefined): string | null {
  return typeof atMs === 'number' ? instantText(atMs) : null;
}

export const sendMessage = operation({
  name: 'message send',
  does: 'writes',
  needs: 'send',
  changes: ['message list', 'message total', 'reply thread', 'balance show'],
  positional: ['phones'],
  input: z.strictObject({ ...askedShape, ...keyShape }),
  output: z.object({
    messageId: z.int(),
    parts: z.int(),
    cost: amount,
    currency: z.string(),
    scheduledAt: instant,
    deferredUntil: instant,
    held: z.boolean(),
    /** Phones that were left out because they want nothing. */
    stopped: z.array(z.string()),
  }),
  refusals: sendCodes,
  async run(ports: SendPorts, send, caller) {
    const account = await accountOf(caller, ports);
    const request = readAsked(send, account, caller);
    if (request instanceof Refusal) return request;
    const reply = await ports.sendSms(request);
    if (!reply.ok) return refuseSend(reply.refusal, account);
    const { messageId, parts, cost, currency, held, stopped = [], ...sent } = reply.sent;
    const details = { phones: request.phones.length, mode: send.test ? 'test' : 'live' };
    const noted = { action: 'message.send', target: String(messageId), details };
    await ports.audit.note(caller, { ...noted, accountId: account.id });
    return {
      messageId,
      parts,
      cost: formatExact(cost),
      currency,
      scheduledAt: viewInstant(sent.scheduledAtMs),
      deferredUntil: viewInstant(sent.deferredUntilMs),
      held,
      stopped: stopped.map(formatPhone),
    };
  },
});

export async function accountOf(
  { accountId }: InAccount,
  { accounts }: AccountPorts,
): Promise<Account> {
  return must(await accounts.findAccount(accountId), 'account');
}
