/** Steps of the story of a message at one phone, as people see them. */

import { z } from 'zod';
import { faultView } from '#core/attempt-fault.ts';
import { recipientStates } from '#model/recipient-state.ts';
import { type RouteReason, routeReasonCodes } from '#model/route-reason.ts';
import { amount, instant, mode, origin } from './message-view.ts';
import { waitingReasons } from './waiting-reason.ts';

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
export const stepView = z.discriminatedUnion('kind', [
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
  z.object({
    kind: z.literal('ended'),
    at: instant,
    state: z.enum(recipientStates),
    reason: z.string(),
  }),
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
    fault: faultView,
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
  z.object({ kind: z.literal('refunded'), at: instant, amount, currency: z.string() }),
]);
