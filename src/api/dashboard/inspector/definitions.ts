/** The inspector of webhooks: what it received, what it answers next, and whether a request is signed right. */
import { z } from 'zod';
import { signatureReasons } from '#webhooks/management/signature-reasons.ts';
import { define } from '../definition.ts';
import { inAccount, instant, page, wholeText } from '../schemas.ts';

const requests = '/api/console/inspected-requests';

const verdict = z.object({
  verdict: z.enum(['right', 'form', 'clock', 'bytes', 'secret', 'secret or bytes']),
  why: z.enum(signatureReasons),
  /** The first octet of the body that is not as it was sent. */
  octet: z.int().nullable(),
  /** How old the timestamp is, in seconds; below zero: it lies ahead. */
  ageS: z.int().nullable(),
  /** Whose secret it was signed with, if it was another one's. */
  endpointId: z.int().nullable(),
});

const answer = z.strictObject({
  status: z.int().min(200).max(599).default(200),
  fault: z
    .enum(['none', 'silent', 'drip', 'reset-before', 'reset-inside', 'reset-after'])
    .default('none'),
  delayMs: z.int().min(0).max(3_600_000).default(0),
  retryAfterS: z.int().min(0).max(86_400).nullable().default(null),
  location: z
    .string()
    .regex(/^[\x21-\x7e]{1,2000}$/)
    .nullable()
    .default(null),
  /** So many requests; then it answers 200 again. Null: until something else is said. */
  times: z.int().min(1).max(1_000_000).nullable().default(null),
});

const entry = z.object({
  id: z.int(),
  atMs: instant,
  /** Of its headers; empty where there is none. */
  event: z.string(),
  webhookId: z.string(),
  attempt: z.string(),
  octets: z.int(),
  answer: z.string(),
});

export const findInspector = define({
  method: 'GET',
  path: '/api/console/inspector',
  needs: 'administrator',
  summary: 'Whether there is an inspector of webhooks, and what it answers next.',
  reply: z.object({ isRunning: z.boolean(), answer }),
});

export const orderAnswer = define({
  method: 'PUT',
  path: '/api/console/inspector/answer',
  needs: 'administrator',
  summary: 'Has the inspector answer so, within a second: a status, late, or not at all.',
  body: answer,
  reply: z.object({ answer }),
});

export const listInspected = define({
  method: 'GET',
  path: requests,
  needs: 'administrator',
  summary: 'The last webhooks that the inspector has received, newest first.',
  query: z.object(page),
  reply: z.object({ requests: z.array(entry), after: z.int().nullable() }),
});

export const findInspected = define({
  method: 'GET',
  path: `${requests}/{id}`,
  needs: 'administrator',
  summary: 'One webhook as it came, and whether its signature is right.',
  params: z.object({ id: wholeText }),
  reply: z.object({
    request: entry.extend({
      head: z.string(),
      body: z.string(),
      /** Null: which endpoint sent it is not known, as with tests. */
      signature: verdict.nullable(),
    }),
  }),
});

export const clearInspected = define({
  method: 'DELETE',
  path: requests,
  needs: 'administrator',
  summary: 'Forgets what the inspector has received.',
  reply: z.object({ cleared: z.int() }),
});

export const checkRequest = define({
  method: 'POST',
  path: '/api/accounts/{account}/signature-check',
  needs: 'manage keys',
  whileClosed: true,
  summary: 'Says whether a request is signed with a secret; if not, what is wrong with it.',
  params: inAccount,
  body: z.strictObject({
    secret: z.string().max(200),
    /** A line each; the request line may stand among them. */
    headers: z.string().max(20_000),
    body: z.string().max(500_000),
  }),
  reply: verdict,
});
