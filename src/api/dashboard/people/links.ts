/** Links that let people in: what they are, and their use. */
import { give, type Handler, handle } from '#api/dashboard/handler.ts';
import { refuse } from '#api/reply.ts';
import * as define from './definitions.ts';
import { refusePassword } from './me.ts';
import type { PeoplePagePorts } from './ports.ts';
import { tellBegun, visitorOf } from './sign-in.ts';

export function linkHandlers(ports: PeoplePagePorts): readonly Handler[] {
  const { people } = ports;
  const { charactersMin: passwordCharactersMin } = people.passwordRule;
  return [
    handle(define.lookAtLink, async ({ body }) => {
      const view = await people.links.look(body.token);
      return view === undefined
        ? refuse('link is not valid')
        : give({ ...view, passwordCharactersMin });
    }),
    handle(define.useLink, async ({ body, request }) => {
      const used = await people.links.use(body);
      if (used.ok) {
        const begun = await people.signIn.begin(used.user, 'password', visitorOf(request, ports));
        return tellBegun(begun, request, ports);
      }
      return used.why === 'password is refused' ? refusePassword(used.refusal) : refuse(used.why);
    }),
    handle(define.takeLink, async ({ who, body }) => {
      const isTaken = await people.links.take(body.token, who);
      return isTaken ? give(undefined) : refuse('link is not valid');
    }),
  ];
}
