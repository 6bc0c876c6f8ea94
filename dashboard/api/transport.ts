/** One call to the server's own API, as JSON, in the reader's language. */
import { answered, notAnswered } from '../app/connection.ts';
import { ApiFailure, failureOf } from './api-failure.ts';

export type Sent = {
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  /** Nobody asked for it: it does not keep a session alive. */
  readonly isBackground?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called where it was done. */
  readonly heard?: (headers: Pick<Headers, 'get'>) => void;
};

/** Answers are waited for no longer. */
const waitMs = 30_000;

export async function transport(method: string, path: string, sent: Sent = {}): Promise<unknown> {
  const response = await ask(method, path, sent);
  const body = await bodyOf(response);
  if (!response.ok) throw failureOf(response.status, body, response.headers);
  sent.heard?.(response.headers);
  return body;
}

let lastAskedAtMs = Date.now();

/** When somebody last did something that keeps their session alive. */
export function lastActiveAtMs(): number {
  return lastAskedAtMs;
}

async function ask(method: string, path: string, sent: Sent): Promise<Response> {
  const deadline = AbortSignal.timeout(waitMs);
  try {
    const response = await fetch(path + queryOf(sent.query), {
      method,
      headers: headersOf(method, sent),
      body: method === 'GET' ? null : JSON.stringify(sent.body ?? {}),
      signal: sent.signal === undefined ? deadline : AbortSignal.any([sent.signal, deadline]),
      redirect: 'error',
    });
    answered();
    if (sent.isBackground !== true) lastAskedAtMs = Date.now();
    return response;
  } catch (cause) {
    if (sent.signal?.aborted === true) throw cause;
    notAnswered();
    throw new ApiFailure({ status: 0, word: 'no answer', cause });
  }
}

function headersOf(method: string, { isBackground }: Sent): Readonly<Record<string, string>> {
  return {
    Accept: 'application/json',
    'Accept-Language': document.documentElement.lang,
    'X-Parley': '1',
    ...(method === 'GET' ? {} : { 'Content-Type': 'application/json' }),
    ...(isBackground === true ? { 'X-Background': '1' } : {}),
  };
}

/** What is empty chooses nothing. */
export function queryOf(query: Sent['query'] = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}

async function bodyOf(response: Response): Promise<unknown> {
  try {
    const text = await response.text();
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  } catch (cause) {
    throw new ApiFailure({ status: response.status, word: 'something broke', cause });
  }
}
