/** Another address to sign in by: asked for, cancelled, confirmed. */
import type { Reply } from '#api/dashboard/definition.ts';
import { give, type Handled, type Handler, handle } from '#api/dashboard/handler.ts';
import type { PeoplePagePorts } from '#api/dashboard/people/ports.ts';
import { refuse } from '#api/reply.ts';
import type { AddressAsked } from '#people/address-change.ts';
import type { SignedIn } from '#people/signed-in.ts';
import * as define from './definitions.ts';

export function addressChangeHandlers(ports: PeoplePagePorts): readonly Handler[] {
  const { addresses } = ports.people;
  return [
    handle(define.findAddressChange, async ({ who }) => give(await findChange(who, ports))),
    handle(define.askForAddress, async ({ who, body }) => {
      const asked = await addresses.ask(who, body.email);
      return asked.ok
        ? give({ ...(await findChange(who, ports)), isMailed: asked.isMailed })
        : refuseAddress(asked);
    }),
    handle(define.cancelAddressChange, async ({ who }) => {
      const isCancelled = await addresses.cancel(who);
      return isCancelled ? give(undefined) : refuse('nothing is there');
    }),
    handle(define.confirmAddress, async ({ who, body }) => {
      const confirmed = await addresses.confirm(body.token, who);
      return confirmed.ok ? give({ email: confirmed.email }) : refuse(confirmed.why);
    }),
  ];
}

async function findChange(
  { userId }: SignedIn,
  { people: { addresses } }: PeoplePagePorts,
): Promise<Reply<typeof define.findAddressChange>> {
  const pending = await addresses.pendingOf(userId);
  return {
    isOffered: addresses.isOffered,
    pending:
      pending === undefined
        ? null
        : {
            email: pending.email,
            createdAtMs: pending.createdAtMs,
            endsAtMs: pending.endsAtMs,
          },
  };
}

function refuseAddress(refusal: Extract<AddressAsked, { readonly ok: false }>): Handled<never> {
  return refusal.why === 'too many links'
    ? refuse(refusal.why, { retryAfterS: refusal.retryAfterS })
    : refuse(refusal.why, { field: 'email' });
}
