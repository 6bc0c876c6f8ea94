/**
 * The document of the dashboard: one for every path that is a page, made again for each reply, because the
 * policy lets only those styles in that carry the nonce of their own reply.
 */
import { randomBytes } from 'node:crypto';
import type { HttpReply, HttpRequest, RequestHead } from '#api/http/http-message.ts';
import { pageHeaders } from '#api/http/surface-headers.ts';
import { preferredLanguage } from '#api/language.ts';

/** Programs ask there: they are told in JSON or XML that nothing is there. */
const notPages = /^\/(?:v1|mail\/v1|api|u|r|c|o|assets)(?:\/|$)/;

export function asksForPage({ method, path, headers }: RequestHead): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (notPages.test(path) || path.endsWith('.json')) return false;
  return path === '/' || /(?:^|,)\s*text\/html/i.test(headers['accept'] ?? '');
}

/** `document`: with `%nonce%` wherever the nonce belongs. */
export function showDashboard(
  document: string,
  request: HttpRequest,
  publicUrl: string | undefined,
): HttpReply {
  const nonce = randomBytes(18).toString('base64');
  const language = preferredLanguage(request.headers['accept-language']);
  return {
    status: 200,
    headers: [
      ...pageHeaders(policyWith(nonce), { microphone: '(self)' }),
      'Content-Type',
      'text/html; charset=utf-8',
      'Vary',
      'Accept-Language',
      ...(isTrustworthy(request, publicUrl) ? ['Cross-Origin-Opener-Policy', 'same-origin'] : []),
    ],
    body: document
      .replaceAll('%nonce%', nonce)
      .replace('<html lang="en">', `<html lang="${language}">`),
  };
}

function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "media-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** On other plain http hosts browsers write to their console that they ignore it. */
function isTrustworthy({ headers, isEncrypted }: RequestHead, publicUrl: string | undefined) {
  if (isEncrypted || publicUrl?.startsWith('https:') === true) return true;
  return /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(headers['host'] ?? '');
}
