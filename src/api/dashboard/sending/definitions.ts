/** Sending an SMS from a page, and what a send would do. The members have the names of `POST /v1/send`. */
import { z } from 'zod';
import { define } from '../definition.ts';
import { amount, inAccount, instant, mode } from '../schemas.ts';

const asked = z.object({
  /** Test messages go to the built-in operator and are paid with test money. */
  mode,
  /** With commas between. */
  phoneNumbers: z.string().max(20_000),
  message: z.string().max(10_000),
  /** A word, or one of the account's numbers; left out: what the account or the operator has. */
  sender: z.string().max(20).optional(),
  tag: z.string().max(20).optional(),
  /** It ends with how to stop messages. */
  isStopSms: z.boolean().optional(),
  marketing: z.boolean().optional(),
  isUnicode: z.boolean().optional(),
  transliterate: z.enum(['off', 'punctuation', 'letters']).optional(),
  priority: z.enum(['urgent', 'normal', 'bulk']).optional(),
  /** Seconds. */
  validity: z.int().optional(),
  /** `dd/MM/yyyy`, with an hour and a minute in steps of five, on the account's clock. */
  scheduledDeliveryDate: z.string().max(10).optional(),
  time: z.string().max(2).optional(),
  minute: z.string().max(2).optional(),
});

export const previewMessage = define({
  method: 'POST',
  path: '/api/accounts/{account}/preview',
  needs: 'send',
  summary: 'Says what a send would do at each phone and what it would cost; nothing is sent.',
  params: inAccount,
  body: asked,
  reply: z.object({
    sender: z.string(),
    /** As it would be sent. */
    text: z.string(),
    parts: z.int(),
    cost: amount,
    currency: z.string(),
    balance: amount,
    scheduledAt: instant.nullable(),
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
        waitsUntil: instant.nullable(),
        /** The limit that would hold it until somebody releases it; null: none. */
        heldBy: z.string().nullable(),
      }),
    ),
    refused: z.array(z.object({ phone: z.string(), word: z.string(), message: z.string() })),
  }),
});

export const sendMessage = define({
  method: 'POST',
  path: '/api/accounts/{account}/messages',
  needs: 'send',
  summary: 'Sends an SMS.',
  params: inAccount,
  body: asked.extend({
    /** The same key sends once. */
    idempotencyKey: z.string().min(8).max(64),
  }),
  reply: z.object({
    messageId: z.int(),
    parts: z.int(),
    cost: amount,
    currency: z.string(),
    scheduledAt: instant.nullable(),
    deferredUntil: instant.nullable(),
    held: z.boolean(),
    /** Phones that were left out because they want nothing. */
    stopped: z.array(z.string()),
  }),
});
