/** `POST /v1/send` as a program would call it: with a key, without the session. */
import { ApiFailure, failureOf } from './api-failure.ts';

type Send = { readonly apiKey: string; readonly phoneNumbers: string; readonly message: string };

const waitMs = 30_000;

export async function sendWithKey(send: Send): Promise<{ readonly messageId: string }> {
  const response = await post(send);
  const body: unknown = await response.json().catch(() => undefined);
  const told = body as { readonly message_id?: string | number } | undefined;
  if (!response.ok || told?.message_id === undefined) {
    throw failureOf(response.status, body, response.headers);
  }
  return { messageId: String(told.message_id) };
}

async function post(send: Send): Promise<Response> {
  try {
    return await fetch('/v1/send', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Accept-Language': document.documentElement.lang,
      },
      body: JSON.stringify(send),
      credentials: 'omit',
      signal: AbortSignal.timeout(waitMs),
    });
  } catch (cause) {
    throw new ApiFailure({ status: 0, word: 'no answer', cause });
  }
}
