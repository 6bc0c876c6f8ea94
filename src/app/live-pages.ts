/** What live updates ask: the feed of events, and whether their reader may still read. */
import type { LivePorts } from '#api/dashboard/live/handlers.ts';
import { readSessionToken } from '#api/dashboard/session-cookie.ts';
import type { People } from '#people/people.ts';
import { mayDo } from '#people/permissions.ts';
import type { Common } from './common.ts';

export function livePorts(
  { clock, config, log, storage }: Pick<Common, 'clock' | 'config' | 'log' | 'storage'>,
  people: People,
  feed: LivePorts['feed'],
): LivePorts {
  return {
    clock,
    log,
    feed,
    mayStillRead: async (request, who, accountId) => {
      const token = readSessionToken(request, config.publicUrl);
      if (token === undefined) return false;
      const { address, headers } = request;
      const agent = headers['user-agent'] ?? '';
      const seen = { address, agent, isBackground: true };
      const found = await people.signIn.findSession(token, seen);
      if (found?.sessionId !== who.sessionId) return false;
      const role = await storage.people.roleIn(who.userId, accountId);
      return role !== undefined && mayDo(role, 'read facts');
    },
  };
}
