/** Signing in and out, for the first time and again. */
import type { Reply } from '#api/dashboard/definition.ts';
import { type DashboardCall, give, type Handled } from '#api/dashboard/handler.ts';
import { browserCookie, readBrowserToken, sessionCookie } from '#api/dashboard/session-cookie.ts';
import type { HttpRequest } from '#api/http/http-message.ts';
import { type Refusal, refuse } from '#api/reply.ts';
import type { Begun, SignInRefusal, Visitor } from '#people/sign-in.ts';
import type * as define from './definitions.ts';
import { refusePassword, tellMe } from './me.ts';
import type { PeoplePagePorts } from './ports.ts';

export async function findSignIn({
  people,
}: PeoplePagePorts): Promise<Handled<Reply<typeof define.findSignIn>>> {
  return give({
    needsSetup: (await people.store.countUsers()) === 0,
    passwordCharactersMin: people.passwordRule.charactersMin,
  });
}

export async function setUp(
  { body, request }: DashboardCall<typeof define.setUp>,
  ports: PeoplePagePorts,
): Promise<Handled<Reply<typeof define.setUp>>> {
  const made = await ports.people.setUp(body);
  if (made.ok) {
    const visitor = visitorOf(request, ports);
    return tellBegun(
      await ports.people.signIn.begin(made.user, 'password', visitor),
      request,
      ports,
    );
  }
  return made.why === 'password is refused' ? refusePassword(made.refusal) : refuse(made.why);
}

export async function signIn(
  { body, request }: DashboardCall<typeof define.signIn>,
  ports: PeoplePagePorts,
): Promise<Handled<Reply<typeof define.signIn>>> {
  const credentials = { ...body, code: body.code };
  const begun = await ports.people.signIn.signIn(credentials, visitorOf(request, ports));
  return begun.ok ? tellBegun(begun, request, ports) : refuseSignIn(begun);
}

export async function signOut(
  { who, request }: DashboardCall<typeof define.signOut>,
  { people, publicUrl }: PeoplePagePorts,
): Promise<Handled<undefined>> {
  await people.sessions.endSession(who.userId, who.sessionId);
  return give(undefined, sessionCookie(undefined, request, publicUrl));
}

export async function confirm(
  { who, body, request }: DashboardCall<typeof define.confirm>,
  ports: PeoplePagePorts,
): Promise<Handled<Reply<typeof define.confirm>>> {
  const begun = await ports.people.signIn.confirm(who, body.password, visitorOf(request, ports));
  if (!begun.ok) return refuseSignIn(begun);
  const { freshUntilMs } = begun.signedIn;
  return give({ freshUntilMs }, cookiesOf(begun, request, ports));
}

export function visitorOf(request: HttpRequest, { publicUrl }: PeoplePagePorts): Visitor {
  return {
    address: request.address,
    agent: request.headers['user-agent'] ?? '',
    browserToken: readBrowserToken(request, publicUrl),
  };
}

export async function tellBegun(
  begun: Begun,
  request: HttpRequest,
  ports: PeoplePagePorts,
): Promise<Handled<Reply<typeof define.findMe>>> {
  return give(await tellMe(begun.signedIn, ports), cookiesOf(begun, request, ports));
}

function cookiesOf(
  { token, browserToken }: Begun,
  request: HttpRequest,
  { publicUrl }: PeoplePagePorts,
): readonly string[] {
  return [
    ...sessionCookie(token, request, publicUrl),
    ...browserCookie(browserToken, request, publicUrl),
  ];
}

function refuseSignIn(refusal: SignInRefusal): Refusal {
  return refusal.why === 'too many sign-ins'
    ? refuse(refusal.why, { retryAfterS: refusal.retryAfterS })
    : refuse(refusal.why, refusal.why.startsWith('code') ? { field: 'code' } : {});
}
