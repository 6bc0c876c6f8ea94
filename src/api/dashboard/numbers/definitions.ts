/** The account's numbers, what calls to them do, the calls, and what callers have left. */
import { z } from 'zod';
import { callOutcomes, endCauses } from '#numbers/calls/call-record.ts';
import { missedCallTextMax, parseMissedCallText } from '#numbers/forwarding/forward-rule.ts';
import { define } from '../definition.ts';
import {
  amount,
  idText,
  inAccount,
  instant,
  next,
  of,
  order,
  pageQuery,
  phone,
  wholeText,
} from '../schemas.ts';

const digits = z.string().regex(/^\d{3,15}$/);
/** 10 MB in base64, which is what a minute of the finest sound that is taken has. */
const greetingTextMax = 14_000_000;
const inNumber = inAccount.extend({ number: digits });

/** As the interface numbers them: 0 off, 1 to a phone, 2 voicemail. */
const forwarding = z.object({
  type: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  /** A phone with its plus, or a mail address; empty where it is off. */
  target: z.string(),
});

const options = z.object({
  ringSeconds: z.int().min(5).max(120),
  unanswered: z.enum(['refuse', 'voicemail']),
  fallbackEmail: z.string().max(254),
  missedCallEmail: z.string().max(254),
  /** What a mobile gets by SMS whose call nobody took; empty: nothing. */
  missedCallText: z
    .string()
    .max(missedCallTextMax)
    .refine((text) => parseMissedCallText(text) !== undefined),
  language: z.enum(['en', 'fr']),
});

export const listNumbers = define({
  method: 'GET',
  path: '/api/accounts/{account}/numbers',
  needs: 'read facts',
  summary: 'Lists the numbers that the account rents or sends from, and what calls to them do.',
  params: inAccount,
  reply: z.object({
    currency: z.string(),
    numbers: z.array(
      z.object({
        number: z.string(),
        digits: z.string(),
        label: z.string(),
        isActive: z.boolean(),
        /** Why it is not active. */
        why: z.string(),
        takesSms: z.boolean(),
        takesCalls: z.boolean(),
        canForward: z.boolean(),
        monthlyPrice: amount,
        minutePrice: amount,
        rentedAt: instant.nullable(),
        paidUntil: instant.nullable(),
        forwarding,
        options,
      }),
    ),
    /** The short number that it sends from; null: an administrator has granted none. */
    shortNumber: z.object({ number: z.string(), keyword: z.string() }).nullable(),
  }),
});

export const setForwarding = define({
  method: 'PUT',
  path: '/api/accounts/{account}/numbers/{number}/forwarding',
  needs: 'send',
  summary: 'Says what calls to a number do: nothing, ring a phone, or leave a message.',
  params: inNumber,
  body: forwarding,
  reply: z.object({ forwarding }),
});

export const setNumber = define({
  method: 'PUT',
  path: '/api/accounts/{account}/numbers/{number}',
  needs: 'send',
  summary: 'Names a number, and says what becomes of calls that nobody takes.',
  params: inNumber,
  body: z.object({ label: z.string().trim().max(100), options }),
  reply: z.object({}),
});

const greetingPath = '/api/accounts/{account}/numbers/{number}/greeting';

export const findGreeting = define({
  method: 'GET',
  path: greetingPath,
  needs: 'read facts',
  summary: 'How long the greeting of a number lasts; null where it has none of its own.',
  params: inNumber,
  reply: z.object({ seconds: z.number().nullable() }),
});

export const saveGreeting = define({
  method: 'PUT',
  path: greetingPath,
  needs: 'send',
  largeBodies: true,
  summary:
    'Says what callers of a number hear before the tone: a WAV file, PCM of 16 bit, up to a minute.',
  params: inNumber,
  body: z.object({ wav: z.string().max(greetingTextMax).meta({ description: 'In base64.' }) }),
  reply: z.object({ seconds: z.number() }),
});

export const removeGreeting = define({
  method: 'DELETE',
  path: greetingPath,
  needs: 'send',
  whileClosed: true,
  summary: 'Takes the greeting of a number away: the account’s, or the shipped one, is heard.',
  params: inNumber,
  reply: z.object({}),
});

export const greetingAudio = define({
  method: 'GET',
  path: `${greetingPath}/audio`,
  needs: 'read contents',
  summary: 'The greeting of a number: WAV, 16 bit, 8 kHz. Ranges are served.',
  params: inNumber,
});

const listedCall = z.object({
  id: z.int(),
  number: z.string(),
  /** Empty for a caller who hides. */
  caller: phone,
  kind: z.enum(['forward', 'voicemail', 'refused']),
  target: z.string(),
  /** Whether its caller has left a message that is here. */
  hasMessage: z.boolean(),
  startedAt: instant,
  answeredAt: instant.nullable(),
  endedAt: instant.nullable(),
  billedSeconds: z.int(),
  cost: amount,
  /** Null while it goes on. */
  cause: z.enum(endCauses).nullable(),
  sipStatus: z.int(),
  rule: z.string(),
});

const callFilter = {
  /** Of the account, by which they went. */
  number: digits.optional(),
  /** A phone in any form, or how it begins. */
  caller: z.string().max(40).optional(),
  outcome: z.enum(callOutcomes).optional(),
  from: wholeText.optional(),
  /** Exclusive. */
  until: wholeText.optional(),
};

export const listCalls = define({
  method: 'GET',
  path: '/api/accounts/{account}/calls',
  needs: 'read facts',
  summary:
    'Lists the calls to the numbers of the account, newest first unless `order` says otherwise.',
  params: inAccount,
  query: pageQuery.extend({ ...callFilter, order }),
  reply: z.object({ currency: z.string(), calls: z.array(listedCall), next }),
});

export const totalCalls = define({
  method: 'GET',
  path: '/api/accounts/{account}/calls/total',
  needs: 'read facts',
  summary: 'How many calls fit, among the newest 10,000.',
  params: inAccount,
  query: z.object(callFilter),
  reply: z.object({ calls: z.int(), of }),
});

export const exportCalls = define({
  method: 'GET',
  path: '/api/accounts/{account}/calls.csv',
  needs: 'read contents',
  fresh: true,
  summary: 'Calls that fit as CSV, a line for each.',
  params: inAccount,
  query: z.object({ ...callFilter, order }),
});

const voicemail = z.object({
  id: z.int(),
  number: z.string(),
  /** Empty for a caller who hides. */
  caller: phone,
  callerName: z.string(),
  startedAt: instant,
  durationMs: z.int(),
  /** Why the recording ended. */
  end: z.string(),
  mailTo: z.string(),
  mailState: z.string(),
  heardAt: instant.nullable(),
});

/** Of a traced trunk, without credentials. */
const tracedMessage = z.object({
  id: z.int(),
  leg: z.enum(['caller', 'target']),
  trunk: z.string(),
  atMs: instant,
  direction: z.enum(['in', 'out']),
  peer: z.string(),
  text: z.string(),
});

export const findCall = define({
  method: 'GET',
  path: '/api/accounts/{account}/calls/{call}',
  needs: 'read facts',
  summary:
    'Tells of one call: its two legs and their trunks, when it rang, was answered and ended, why, what it cost, and the message it left. Administrators also get its SIP messages where its trunks were traced.',
  params: inAccount.extend({ call: idText }),
  reply: z.object({
    currency: z.string(),
    call: listedCall.extend({
      ringingAt: instant.nullable(),
      trunkIn: z.string(),
      /** Empty where it was led nowhere. */
      trunkOut: z.string(),
      /** Null: another account pays, or nobody. */
      price: z
        .object({
          perMinute: amount,
          /** The first so many seconds are billed whole, then every so many. */
          firstSeconds: z.int(),
          nextSeconds: z.int(),
          /** Set aside while it went on. */
          reserved: amount,
        })
        .nullable(),
    }),
    voicemail: voicemail.nullable(),
    /** What the caller was texted because nobody took the call; null: nothing. */
    textBack: z
      .object({
        state: z.enum(['owed', 'sent', 'refused']),
        /** Why it was refused. */
        why: z.string(),
        messageId: z.int().nullable(),
      })
      .nullable(),
    /** Null: for administrators alone, because messages name callers who hide. */
    trace: z
      .object({
        messages: z.array(tracedMessage),
        /** There were more than are told. */
        isCut: z.boolean(),
      })
      .nullable(),
  }),
});

export const listVoicemails = define({
  method: 'GET',
  path: '/api/accounts/{account}/voicemails',
  needs: 'read facts',
  summary: 'Lists what callers have left, the newest first.',
  params: inAccount,
  query: pageQuery.extend({ number: digits.optional() }),
  reply: z.object({ voicemails: z.array(voicemail), next }),
});

const inVoicemail = inAccount.extend({ voicemail: idText });

export const voicemailAudio = define({
  method: 'GET',
  path: '/api/accounts/{account}/voicemails/{voicemail}/audio',
  needs: 'read contents',
  summary: 'The sound of a voicemail: WAV, 16 bit, 8 kHz. Ranges are served.',
  params: inVoicemail,
});

export const noteHeard = define({
  method: 'POST',
  path: '/api/accounts/{account}/voicemails/{voicemail}/heard',
  needs: 'read contents',
  summary: 'Marks a voicemail as heard.',
  params: inVoicemail,
  reply: z.object({}),
});

export const removeVoicemail = define({
  method: 'DELETE',
  path: '/api/accounts/{account}/voicemails/{voicemail}',
  needs: 'send',
  whileClosed: true,
  summary: 'Deletes a voicemail with its sound.',
  params: inVoicemail,
  reply: z.object({}),
});
