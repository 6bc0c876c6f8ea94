/** The second factor of who is signed in. */
import { authorOf } from '#api/dashboard/author.ts';
import { give, type Handler, handle } from '#api/dashboard/handler.ts';
import { refuse } from '#api/reply.ts';
import * as define from './definitions.ts';
import type { PeoplePagePorts } from './ports.ts';

export function factorHandlers({ people, clock }: PeoplePagePorts): readonly Handler[] {
  const { secondFactor } = people;
  return [
    handle(define.findFactors, async ({ who }) => {
      const state = await secondFactor.state(who.userId);
      return give({ ...state, isRequired: people.needsSecondFactor });
    }),
    handle(define.proposeTotp, ({ who }) => give(secondFactor.propose(who))),
    handle(define.addTotp, async (call) => {
      const codes = await secondFactor.add(call.who, call.body, authorOf(call, clock));
      if (codes === undefined) return refuse('code is wrong', { field: 'code' });
      return give({ codes: [...codes] });
    }),
    handle(define.removeTotp, async (call) => {
      const isRemoved = await secondFactor.remove(call.who, authorOf(call, clock));
      return isRemoved ? give(undefined) : refuse('nothing is there');
    }),
    handle(define.renewRecoveryCodes, async (call) => {
      const { hasTotp } = await secondFactor.state(call.who.userId);
      if (!hasTotp) return refuse('nothing is there');
      return give({ codes: [...(await secondFactor.renewCodes(call.who, authorOf(call, clock)))] });
    }),
  ];
}
