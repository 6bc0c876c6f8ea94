/** Signing in and out, for the first time and again. */
import type { Reply } from '#api/dashboard/definition.ts';
import { type DashboardCall, give, type Handled } from '#api/dashboard/handler.ts';
import { sessionCookie } from '#api/dashboard/session-cookie.ts';
import type { HttpRequest } from '#api/http/http-message.ts';
import { type Refusal, refuse } from '#api/reply.ts';
import type { Begun, SignInRefusal } from '#people/sign-in.ts';
import type * as define from './definitions.ts';
import { letIn, passkeysHere, readBeginning, refuseEntry } from './entering.ts';
import { describeMe } from './me.ts';
import type { PeoplePagePorts } from './ports.ts';
import { cookiesOf, visitorOf } from './visitor.ts';

export async function findSignIn(
  { request }: DashboardCall<typeof define.findSignIn>,
  ports: PeoplePagePorts,
): Promise<Handled<Reply<typeof define.findSignIn>>> {
  const { people } = ports;
  return give({
    needsSetup: (await people.store.countUsers()) === 0,
    passwordCharactersMin: people.passwordRule.charactersMin,
    passkeys: passkeysHere(request, ports),
    resetsByMail: people.forgotten.isOffered,
  });
}

export async function setUp(
  { body, request }: DashboardCall<typeof define.setUp>,
  ports: PeoplePagePorts,
): Promise<Handled<Reply<typeof define.setUp>>> {
  const beginning = readBeginning(body, request, ports);
  if ('ok' in beginning) return beginning;
  const made = await ports.people.setUp({ ...body, ...beginning });
  return made.ok ? letIn(made, request, ports) : refuseEntry(made);
}

export async function signIn(
  { body, request }: DashboardCall<typeof define.signIn>,
  ports: PeoplePagePorts,
): Promise<Handled<Reply<typeof define.signIn>>> {
  const credentials = { ...body, code: body.code };
  const begun = await ports.people.signIn.signIn(credentials, visitorOf(request, ports));
  return begun.ok ? describeBegun(begun, request, ports) : refuseSignIn(begun);
}

export async function askForReset(
  { body, request }: DashboardCall<typeof define.askForReset>,
  ports: PeoplePagePorts,
): Promise<Handled<undefined>> {
  const { email, language } = body;
  const { address } = visitorOf(request, ports);
  const asked = await ports.people.forgotten.ask({ email, language, address });
  return asked.ok ? give(undefined) : refuse(asked.why, { retryAfterS: asked.retryAfterS });
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
  const proof = { ...body, code: body.code };
  const begun = await ports.people.signIn.confirm(who, proof, visitorOf(request, ports));
  if (!begun.ok) return refuseSignIn(begun);
  const { freshUntilMs } = begun.signedIn;
  return give({ freshUntilMs }, cookiesOf(begun, request, ports));
}

export async function describeBegun(
  begun: Begun,
  request: HttpRequest,
  ports: PeoplePagePorts,
): Promise<Handled<Reply<typeof define.findMe>>> {
  return give(await describeMe(begun.signedIn, ports), cookiesOf(begun, request, ports));
}

export function refuseSignIn(refusal: SignInRefusal): Refusal {
  return refusal.why === 'too many sign-ins'
    ? refuse(refusal.why, { retryAfterS: refusal.retryAfterS })
    : refuse(refusal.why, refusal.why.startsWith('code') ? { field: 'code' } : {});
}
