/** Links that let people in: what they are, and their use. */
import { give, type Handler, handle } from '#api/dashboard/handler.ts';
import { refuse } from '#api/reply.ts';
import * as define from './definitions.ts';
import { letIn, passkeysHere, readBeginning, refuseEntry } from './entering.ts';
import type { PeoplePagePorts } from './ports.ts';

export function linkHandlers(ports: PeoplePagePorts): readonly Handler[] {
  const { people } = ports;
  const { charactersMin: passwordCharactersMin } = people.passwordRule;
  return [
    handle(define.lookAtLink, async ({ body, request }) => {
      const view = await people.links.look(body.token);
      return view === undefined
        ? refuse('link is not valid')
        : give({ ...view, passwordCharactersMin, passkeys: passkeysHere(request, ports) });
    }),
    handle(define.useLink, async ({ body, request }) => {
      const beginning = readBeginning(body, request, ports);
      if ('ok' in beginning) return beginning;
      const used = await people.links.use({ ...body, ...beginning });
      return used.ok ? letIn(used, request, ports) : refuseEntry(used);
    }),
    handle(define.setPassword, async ({ body }) => {
      const set = await people.setForgottenPassword(body.token, body.password);
      return set.ok ? give(undefined) : refuseEntry(set);
    }),
    handle(define.takeLink, async ({ who, body }) => {
      const isTaken = await people.links.take(body.token, who);
      return isTaken ? give(undefined) : refuse('link is not valid');
    }),
  ];
}
