/** Messages of an account: the list, one of them, what became of each phone, and taking one back. */
import { z } from 'zod';
import { type RouteReason, routeReasonCodes } from '#model/route-reason.ts';
import { waitingReasons } from '#sms/records/waiting-reason.ts';
import { define } from '../definition.ts';
import {
  amount,
  idText,
  inAccount,
  instant,
  mode,
  next,
  of,
  order,
  pageQuery,
  phone,
  wholeText,
} from '../schemas.ts';

const states = ['accepted', 'waiting', 'delivered', 'not delivered'] as const;
const state = z.enum(states);

const recipient = z.object({
  /** Its place in the message, from 0. */
  place: z.int(),
  phone,
  state,
  /** Why it was not delivered; empty elsewhere. */
  reason: z.string(),
  changedAt: instant,
  parts: z.int(),
  cost: amount,
});

const listed = recipient.extend({
  messageId: z.int(),
  acceptedAt: instant,
  scheduledAt: instant.nullable(),
  sender: z.string(),
  /** Null: this role may not read it. */
  text: z.string().nullable(),
  /** Of all its parts: `gsm7`, `ucs2` and so on. */
  encoding: z.string(),
  currency: z.string(),
  tag: z.string(),
  mode,
});

/** How it came: by which key, SMPP user, or from these pages. */
const origin = z.object({ kind: z.enum(['key', 'smpp', 'dashboard']), id: z.int() });

const inMessage = inAccount.extend({ message: idText });

const messageFilter = {
  /** A phone in any form, or how it begins. */
  to: z.string().max(40).optional(),
  /** `scheduled`: accepted, and still to leave at a time. */
  state: z.enum([...states, 'scheduled']).optional(),
  /** How it begins. */
  sender: z.string().max(20).optional(),
  /** The whole tag, or how it begins. */
  tag: z.string().max(20).optional(),
  mode: mode.optional(),
  from: wholeText.optional(),
  /** Exclusive. */
  until: wholeText.optional(),
};

export const listMessages = define({
  method: 'GET',
  path: '/api/accounts/{account}/messages',
  needs: 'read facts',
  summary: 'Lists what was sent, a row for each phone, newest first unless `order` says otherwise.',
  params: inAccount,
  query: pageQuery.extend({ ...messageFilter, order }),
  reply: z.object({ messages: z.array(listed), next }),
});

export const totalMessages = define({
  method: 'GET',
  path: '/api/accounts/{account}/messages/total',
  needs: 'read facts',
  summary: 'How many messages fit, with their parts and cost, among the newest 10,000.',
  params: inAccount,
  query: z.object(messageFilter),
  reply: z.object({ messages: z.int(), parts: z.int(), cost: amount, currency: z.string(), of }),
});

export const exportMessages = define({
  method: 'GET',
  path: '/api/accounts/{account}/messages.csv',
  needs: 'read contents',
  fresh: true,
  summary:
    'Messages that fit as CSV, a line for each phone: up to 2,000,000 of them, fewer where filters pass over most.',
  params: inAccount,
  query: z.object({ ...messageFilter, order }),
});

export const findMessage = define({
  method: 'GET',
  path: '/api/accounts/{account}/messages/{message}',
  needs: 'read facts',
  summary: 'Tells of one message: its request, and where each phone stands.',
  params: inMessage,
  reply: z.object({
    messageId: z.int(),
    acceptedAt: instant,
    scheduledAt: instant.nullable(),
    validUntil: instant,
    requestId: z.string(),
    clientRequestId: z.string(),
    from: origin,
    sender: z.string(),
    text: z.string().nullable(),
    tag: z.string(),
    class: z.enum(['urgent', 'normal', 'bulk']),
    cost: amount,
    currency: z.string(),
    mode,
    recipients: z.array(recipient),
  }),
});

/**
 * In hex, its sequence number 0. Null: it is not kept (it is of test messages, of submits that an operator
 * refused and of links that are traced), or this role may not read it.
 */
const pdu = z.string().nullable();

/** Of a receipt, as the operator wrote it; null as the PDU is. */
const receiptText = z.string().nullable();

/** `model/route-reason.ts` says what each member means. */
const routeReason = z.object({
  code: z.enum(routeReasonCodes),
  word: z.string().optional(),
  tried: z.string().optional(),
  beyond: z.object({ parts: z.int(), paid: z.int() }).optional(),
  isQuiet: z.boolean().optional(),
  heldBy: z.string().optional(),
}) satisfies z.ZodType<RouteReason>;

/** Steps of a timeline. Each is a fact that was stored. */
const step = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('requested'),
    at: instant,
    requestId: z.string(),
    clientRequestId: z.string(),
    from: origin,
    mode,
  }),
  z.object({
    kind: z.literal('accepted'),
    at: instant,
    parts: z.int(),
    cost: amount,
    currency: z.string(),
    encoding: z.string(),
  }),
  z.object({ kind: z.literal('scheduled'), at: instant }),
  z.object({
    kind: z.literal('routed'),
    at: instant,
    operator: z.string(),
    /** Null: no other had it before. */
    leftOperator: z.string().nullable(),
    reason: routeReason,
  }),
  /** A submit_sm left. */
  z.object({
    kind: z.literal('sent'),
    at: instant,
    /** Whether it left at that instant, or at that instant at the latest: then only its answer is noted. */
    timed: z.boolean(),
    part: z.int(),
    /** Submits that carry the text. */
    parts: z.int(),
    /** Of a long text, what this part carries; null: the whole, or not shown. */
    text: z.string().nullable(),
    operator: z.string(),
    pdu,
  }),
  /** The operator did not take it. */
  z.object({
    kind: z.literal('refused'),
    at: instant,
    part: z.int(),
    operator: z.string(),
    /** By the standard’s name, or its number. */
    status: z.string(),
    pdu,
  }),
  z.object({
    kind: z.literal('submitted'),
    at: instant,
    part: z.int(),
    operator: z.string(),
    remoteId: z.string(),
    pdu,
  }),
  /** A report that a later one of its part has followed. */
  z.object({
    kind: z.literal('receipt'),
    at: instant,
    part: z.int(),
    operator: z.string(),
    text: receiptText,
    pdu,
  }),
  z.object({
    kind: z.literal('reported'),
    at: instant,
    part: z.int(),
    outcome: z.enum(['waiting', 'delivered', 'not delivered']),
    /** As the operator wrote them. */
    word: z.string(),
    error: z.string(),
    text: receiptText,
    pdu,
  }),
  /** A part that has yet to leave, or to leave again: at that instant at the earliest. */
  z.object({
    kind: z.literal('owed'),
    at: instant,
    part: z.int(),
    /** How often it was tried before. */
    tries: z.int(),
    /** The operator's, from 1; null: a limit holds it. */
    bind: z.int().nullable(),
    operator: z.string(),
    /** Why it waits, as far as what is known now tells. */
    why: z.enum(waitingReasons),
    /** Of the operator’s last answer where that is the reason; else empty. */
    status: z.string(),
  }),
  z.object({ kind: z.literal('ended'), at: instant, state, reason: z.string() }),
  z.object({
    kind: z.literal('event'),
    at: instant,
    eventId: z.int(),
    webhookId: z.string(),
    event: z.string(),
  }),
  z.object({
    kind: z.literal('attempt'),
    at: instant,
    eventId: z.int(),
    endpointId: z.int(),
    /** Its name; of one that is not there any more the id. */
    endpoint: z.string(),
    n: z.int(),
    outcome: z.string(),
    status: z.int(),
    error: z.string(),
    durationMs: z.int(),
  }),
  /** A delivery that has not ended: at its next attempt, or since it is due. */
  z.object({
    kind: z.literal('pending'),
    at: instant,
    eventId: z.int(),
    endpointId: z.int(),
    endpoint: z.string(),
    tries: z.int(),
    /** In the future; null: as soon as its turn comes. */
    nextAttemptAt: instant.nullable(),
    /** Its endpoint is paused or disabled. */
    held: z.boolean(),
  }),
  z.object({
    kind: z.literal('refunded'),
    at: instant,
    amount,
    currency: z.string(),
  }),
]);

export const messageTimeline = define({
  method: 'GET',
  path: '/api/accounts/{account}/messages/{message}/recipients/{place}',
  needs: 'read facts',
  summary: 'Tells what became of a message at one phone, step by step.',
  params: inMessage.extend({ place: z.string().regex(/^\d{1,3}$/) }),
  reply: z.object({ recipient, text: z.string().nullable(), steps: z.array(step) }),
});

export const cancelMessage = define({
  method: 'POST',
  path: '/api/accounts/{account}/messages/{message}/cancel',
  needs: 'send',
  whileClosed: true,
  summary:
    'Takes back a message that is scheduled, waits for the day, or is held; its cost comes back.',
  params: inMessage,
  reply: z.object({}),
});

export const resendMessage = define({
  method: 'POST',
  path: '/api/accounts/{account}/messages/{message}/resend',
  needs: 'send',
  summary: 'Sends the same text once more to those phones of a message that it has not reached.',
  params: inMessage,
  body: z.object({
    /** One place; left out: all that were not delivered. */
    place: z.int().min(0).max(511).optional(),
    /** The same key sends once. */
    idempotencyKey: z.string().min(8).max(64),
  }),
  reply: z.object({ messageId: z.int(), parts: z.int(), cost: amount, currency: z.string() }),
});
