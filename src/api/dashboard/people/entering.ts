/** How somebody comes in for the first time: what they bring, and what they hear. */
import type { Body, Reply } from '#api/dashboard/definition.ts';
import { give, type Handled } from '#api/dashboard/handler.ts';
import type { HttpRequest } from '#api/http/http-message.ts';
import { type Refusal, refuse } from '#api/reply.ts';
import type { BeginningWish } from '#people/beginning.ts';
import type { LinkResult } from '#people/links.ts';
import { passkeysAt, relyingPartyOf } from '#people/passkeys/relying-party.ts';
import type { Entered, SetupResult } from '#people/setup.ts';
import type * as define from './definitions.ts';
import { describeMe, refusePassword } from './me.ts';
import type { PeoplePagePorts } from './ports.ts';
import { cookiesOf, visitorOf } from './visitor.ts';

type Brought = Pick<Body<typeof define.setUp>, 'password' | 'passkey'>;

/** A password, or a passkey for the host of the page. */
export function readBeginning(
  { password, passkey }: Brought,
  { headers }: HttpRequest,
  { publicUrl }: PeoplePagePorts,
): BeginningWish | Refusal {
  if (passkey === undefined) return { password, passkey };
  const party = relyingPartyOf(headers, publicUrl);
  if (typeof party === 'string') return refuse('passkeys are not offered');
  return { password, passkey: { ...passkey, party } };
}

export function refuseEntry(refusal: Refused<SetupResult | LinkResult>): Refusal {
  return refusal.why === 'password is refused'
    ? refusePassword(refusal.refusal)
    : refuse(refusal.why);
}

type Refused<Result> = Extract<Result, { readonly ok: false }>;

/** They are signed in at once. */
export async function letIn(
  { user, factors, codes }: Entered,
  request: HttpRequest,
  ports: PeoplePagePorts,
): Promise<Handled<Reply<typeof define.setUp>>> {
  const begun = await ports.people.signIn.begin(user, factors, visitorOf(request, ports));
  const me = await describeMe(begun.signedIn, ports);
  return give({ ...me, recoveryCodes: [...codes] }, cookiesOf(begun, request, ports));
}

/** Whether browsers make passkeys where the page is seen. */
export function passkeysHere({ headers }: HttpRequest, { publicUrl }: PeoplePagePorts) {
  return passkeysAt(relyingPartyOf(headers, publicUrl));
}
