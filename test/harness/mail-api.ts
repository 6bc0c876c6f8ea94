/** `POST /mail/v1/send` over an engine that answers what it is told to, and parts of its requests. */
import type { Millionths } from '#core/money.ts';
import type { EmailRefusal, EmailRequest } from '#mail/sending/email-request.ts';
import { liveKey, openApiWorld } from './api-world.ts';

export const good = {
  apiKey: liveKey,
  subject: 'Hello',
  htmlContent: '<p>Hello</p>',
  params: { to: [{ email: 'ann@example.net' }] },
};

/** The API over an engine that answers what it is told to, and keeps what it was asked. */
export async function openMailApi(refusal?: EmailRefusal) {
  const sent: EmailRequest[] = [];
  const world = await openApiWorld({
    sendMail: async (request) => {
      if (refusal !== undefined) return { ok: false, refusal };
      sent.push(request);
      return {
        ok: true,
        sent: {
          emailId: 42,
          mails: request.recipients.length,
          cost: (1_000 * request.recipients.length) as Millionths,
          caught: false,
          currency: 'EUR',
          scheduledAtMs: request.scheduledAtMs ?? null,
          held: false,
          suppressed: [],
        },
      };
    },
  });
  const post = (body: string, init: RequestInit = {}) =>
    world.ask('/mail/v1/send', { method: 'POST', body, ...init });
  return {
    world,
    sent,
    post,
    send: (changes: object) => post(JSON.stringify({ ...good, ...changes })),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

export const toOne = (to: unknown) => ({ params: { to } });
export const file = { base64Content: 'SGVsbG8=', contentType: 'text/plain', filename: 'note' };
