/** Where a request to sign in comes from, and what its browser keeps afterwards. */
import { browserCookie, readBrowserToken, sessionCookie } from '#api/dashboard/session-cookie.ts';
import type { HttpRequest } from '#api/http/http-message.ts';
import type { Begun, Visitor } from '#people/sign-in.ts';
import type { PeoplePagePorts } from './ports.ts';

export function visitorOf(request: HttpRequest, { publicUrl }: PeoplePagePorts): Visitor {
  return {
    address: request.address,
    agent: request.headers['user-agent'] ?? '',
    browserToken: readBrowserToken(request, publicUrl),
  };
}

export function cookiesOf(
  { token, browserToken }: Begun,
  request: HttpRequest,
  { publicUrl }: PeoplePagePorts,
): readonly string[] {
  return [
    ...sessionCookie(token, request, publicUrl),
    ...browserCookie(browserToken, request, publicUrl),
  ];
}
