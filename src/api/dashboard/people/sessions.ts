/** One's own sessions: where one is signed in, and how to end that. */
import type { Reply } from '#api/dashboard/definition.ts';
import { type DashboardCall, give, type Handled } from '#api/dashboard/handler.ts';
import { refuse } from '#api/reply.ts';
import { isAlive } from '#people/session.ts';
import type * as define from './definitions.ts';
import type { PeoplePagePorts } from './ports.ts';

export async function listSessions(
  { who }: DashboardCall<typeof define.listSessions>,
  { people, clock }: PeoplePagePorts,
): Promise<Handled<Reply<typeof define.listSessions>>> {
  const sessions = await people.sessions.listSessions(who.userId);
  const alive = sessions.filter((one) => isAlive(one, people.signIn.life, clock.nowMs()));
  return give({
    sessions: alive.map((one) => ({ ...one, isThis: one.id === who.sessionId })),
  });
}

export async function endSession(
  { who, params }: DashboardCall<typeof define.endSession>,
  { people }: PeoplePagePorts,
): Promise<Handled<undefined>> {
  const ended = await people.sessions.endSession(who.userId, params.session);
  return ended ? give(undefined) : refuse('nothing is there');
}

export async function endOtherSessions(
  { who }: DashboardCall<typeof define.endOtherSessions>,
  { people }: PeoplePagePorts,
): Promise<Handled<Reply<typeof define.endOtherSessions>>> {
  return give({ ended: await people.sessions.endSessions(who.userId, who.sessionId) });
}
