/**
 * Whether a request comes from a page of ours. A foreign page can make a browser post a form; it cannot
 * set a header, send JSON or hide its origin.
 */

import { isIP } from 'node:net';
import type { RequestHeaders } from '#api/http/http-message.ts';

/** `publicUrl` is where people see us, if that is not what the Host header says. */
export function isFromOwnPage(headers: RequestHeaders, publicUrl: string | undefined): boolean {
  const { 'content-type': type = '' } = headers;
  return (
    headers['x-parley'] === '1' &&
    /^application\/json(?:\s*;|$)/i.test(type) &&
    isFromOwnOrigin(headers, publicUrl)
  );
}

/** All that can be asked of a WebSocket, in which a page sets no header. */
export function isFromOwnOrigin(headers: RequestHeaders, publicUrl: string | undefined): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  return (
    // Browsers leave it out on plain http hosts.
    (site === undefined || site === 'same-origin') &&
    origin !== undefined &&
    isOwnOrigin(origin, headers['host'], publicUrl)
  );
}

/**
 * Whether a browser that reaches us under this name means us. Another name that leads here is a trick: its page
 * would be of our origin (DNS rebinding). An address has no DNS, and localhost is this machine.
 */
export function isOwnHost(host: string | undefined, publicUrl: string | undefined): boolean {
  const own = publicUrl === undefined ? null : URL.parse(publicUrl);
  const asked = URL.parse(`http://${host ?? ''}`);
  if (own === null || asked === null) return own === null;
  const name = asked.hostname;
  const isAddress = isIP(name.replace(/^\[|\]$/g, '')) > 0;
  return name === own.hostname || name === 'localhost' || isAddress;
}

function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string | undefined) {
  const url = URL.parse(origin);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  const own = publicUrl === undefined ? null : URL.parse(publicUrl);
  return own === null ? url.host === host?.toLowerCase() : url.origin === own.origin;
}
