/** The routes of passkeys. Where browsers make none each of them says so. */

import { authorOf } from '#api/dashboard/author.ts';
import { give, type Handled, type Handler, handle } from '#api/dashboard/handler.ts';
import type { PeoplePagePorts } from '#api/dashboard/people/ports.ts';
import { describeBegun, refuseSignIn } from '#api/dashboard/people/sign-in.ts';
import { cookiesOf, visitorOf } from '#api/dashboard/people/visitor.ts';
import type { HttpRequest } from '#api/http/http-message.ts';
import { refuse } from '#api/reply.ts';
import { type RelyingParty, relyingPartyOf } from '#people/passkeys/relying-party.ts';
import type { PasskeyRemoval } from '#people/people-store.ts';
import * as define from './definitions.ts';

export function passkeyHandlers(ports: PeoplePagePorts): readonly Handler[] {
  return [...signInHandlers(ports), ...ownHandlers(ports), ...newcomerHandlers(ports)];
}

function signInHandlers(ports: PeoplePagePorts): readonly Handler[] {
  const { signIn, passkeys } = ports.people;
  return [
    handle(define.askForPasskey, ({ request }) =>
      withParty(request, ports, async (party) => give(passkeys.ask(party))),
    ),
    handle(define.signInByPasskey, ({ body, request }) =>
      withParty(request, ports, async (party) => {
        const begun = await signIn.signInByPasskey(body, party, visitorOf(request, ports));
        return begun.ok ? describeBegun(begun, request, ports) : refuseSignIn(begun);
      }),
    ),
    handle(define.confirmByPasskey, ({ who, body, request }) =>
      withParty(request, ports, async (party) => {
        const begun = await signIn.confirmByPasskey(who, body, party, visitorOf(request, ports));
        if (!begun.ok) return refuseSignIn(begun);
        const { freshUntilMs } = begun.signedIn;
        return give({ freshUntilMs }, cookiesOf(begun, request, ports));
      }),
    ),
  ];
}

function ownHandlers(ports: PeoplePagePorts): readonly Handler[] {
  const { people, clock } = ports;
  const { passkeys } = people;
  return [
    handle(define.proposePasskey, ({ who, request }) =>
      withParty(request, ports, async (party) => {
        const options = await passkeys.propose(who, party);
        return options === undefined ? refuse('too many passkeys') : give(options);
      }),
    ),
    handle(define.addPasskey, (call) =>
      withParty(call.request, ports, async (party) => {
        const added = await passkeys.add(call.who, call.body, party, authorOf(call, clock));
        if (!added.ok) return refuse(added.why);
        await people.post.tell({ what: 'factor added' }, call.who);
        return give({ codes: [...added.codes] });
      }),
    ),
    handle(define.renamePasskey, async (call) => {
      const { who, params, body } = call;
      const author = authorOf(call, clock);
      const { store } = passkeys;
      const isDone = await store.renamePasskey(who.userId, params.passkey, body.name, author);
      return isDone ? give(undefined) : refuse('nothing is there');
    }),
    handle(define.removePasskey, async (call) => {
      const removal = await passkeys.remove(call.who, call.params.passkey, authorOf(call, clock));
      if (removal === 'done') await people.post.tell({ what: 'factor removed' }, call.who);
      return removals[removal];
    }),
  ];
}

const removals: Readonly<Record<PasskeyRemoval, Handled<undefined>>> = {
  done: give(undefined),
  'not there': refuse('nothing is there'),
  'last way in': refuse('last way in'),
};

function newcomerHandlers(ports: PeoplePagePorts): readonly Handler[] {
  const { people } = ports;
  return [
    handle(define.proposeSetupPasskey, ({ body, request }) =>
      withParty(request, ports, async (party) => {
        const proposed = await people.proposeSetupPasskey(body, party);
        return proposed.ok ? give(proposed.options) : refuse(proposed.why);
      }),
    ),
    handle(define.proposeLinkPasskey, ({ body, request }) =>
      withParty(request, ports, async (party) => {
        const options = await people.links.proposePasskey(body, party);
        return options === undefined ? refuse('link is not valid') : give(options);
      }),
    ),
  ];
}

async function withParty<Value>(
  { headers }: HttpRequest,
  { publicUrl }: PeoplePagePorts,
  answer: (party: RelyingParty) => Promise<Handled<Value>>,
): Promise<Handled<Value>> {
  const party = relyingPartyOf(headers, publicUrl);
  return typeof party === 'string' ? refuse('passkeys are not offered') : answer(party);
}
