/** What a client calls its own requests. */
import type { RequestHeaders } from './http-message.ts';

const clientIdCharactersMax = 128;

/**
 * The client's own id of its request, up to 128 printable characters of ASCII; undefined: it names none. What looks
 * like an API key is none, so that no log line and no row holds one.
 */
export function clientRequestId({ 'x-request-id': text = '' }: RequestHeaders): string | undefined {
  const isId = text.length <= clientIdCharactersMax && /^[\x20-\x7e]+$/.test(text);
  return isId && !/(?:live|test)_/.test(text) ? text : undefined;
}
