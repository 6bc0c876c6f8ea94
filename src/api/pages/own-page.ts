/**
 * Whether a request comes from a page of ours. A foreign page can make a browser post a form; it cannot
 * set a header, send JSON or hide its origin.
 */

import type { RequestHeaders } from '#api/http/request-head.ts';

/** `publicUrl` is where people see us, if that is not what the Host header says. */
export function isFromOwnPage(headers: RequestHeaders, publicUrl: string | undefined): boolean {
  const { origin, 'content-type': type = '', 'sec-fetch-site': site } = headers;
  return (
    headers['x-parley'] === '1' &&
    /^application\/json(?:\s*;|$)/i.test(type) &&
    // Browsers leave it out on plain http hosts.
    (site === undefined || site === 'same-origin') &&
    origin !== undefined &&
    isOwnOrigin(origin, headers['host'], publicUrl)
  );
}

function isOwnOrigin(
  origin: string,
  host: string | undefined,
  publicUrl: string | undefined,
): boolean {
  const url = URL.parse(origin);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  const own = publicUrl === undefined ? null : URL.parse(publicUrl);
  return own === null ? url.host === host?.toLowerCase() : url.origin === own.origin;
}
