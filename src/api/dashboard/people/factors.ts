/** The second factor of the person who is signed in. */
import { authorOf } from '#api/dashboard/author.ts';
import type { Reply } from '#api/dashboard/definition.ts';
import {
  type DashboardCall,
  give,
  type Handled,
  type Handler,
  handle,
} from '#api/dashboard/handler.ts';
import { refuse } from '#api/reply.ts';
import { passkeyHost } from '#people/passkeys/relying-party.ts';
import * as define from './definitions.ts';
import { passkeysHere } from './entering.ts';
import type { PeoplePagePorts } from './ports.ts';

export function factorHandlers(ports: PeoplePagePorts): readonly Handler[] {
  const { people, clock } = ports;
  const { secondFactor } = people;
  return [
    handle(define.findFactors, (call) => findFactors(call, ports)),
    handle(define.proposeTotp, ({ who }) => give(secondFactor.propose(who))),
    handle(define.addTotp, async (call) => {
      const codes = await secondFactor.add(call.who, call.body, authorOf(call, clock));
      if (codes === undefined) return refuse('code is wrong', { field: 'code' });
      await people.post.tell({ what: 'factor added' }, call.who);
      return give({ codes: [...codes] });
    }),
    handle(define.removeTotp, async (call) => {
      const isRemoved = await secondFactor.remove(call.who, authorOf(call, clock));
      if (!isRemoved) return refuse('nothing is there');
      await people.post.tell({ what: 'factor removed' }, call.who);
      return give(undefined);
    }),
    handle(define.renewRecoveryCodes, async (call) => {
      const { hasTotp, passkeys } = await secondFactor.state(call.who.userId);
      if (!hasTotp && passkeys.length === 0) return refuse('nothing is there');
      return give({ codes: [...(await secondFactor.renewCodes(call.who, authorOf(call, clock)))] });
    }),
  ];
}

async function findFactors(
  { who, request }: DashboardCall<typeof define.findFactors>,
  ports: PeoplePagePorts,
): Promise<Handled<Reply<typeof define.findFactors>>> {
  const { people, publicUrl } = ports;
  const { hasTotp, passkeys, codesLeft } = await people.secondFactor.state(who.userId);
  const found = await people.store.findUserByEmail(who.email);
  const here = passkeyHost(publicUrl);
  return give({
    hasPassword: found?.passwordHash !== '',
    hasTotp,
    passkeys: passkeys.map((one) => ({ ...one, worksHere: one.host === here })),
    passkeysHere: passkeysHere(request, ports),
    codesLeft,
    isRequired: people.needsSecondFactor,
  });
}
