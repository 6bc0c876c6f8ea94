/** What goes on for as long as somebody looks asks: what happens, and whether they still may. */
import { readSessionToken } from '#api/dashboard/session-cookie.ts';
import type { OperationHandlerPorts } from '#api/operations/operation-handlers.ts';
import { mayDo } from '#core/permissions.ts';
import { isViewing } from '#people/account-view.ts';
import type { People } from '#people/people.ts';
import { LivePages } from '#webhooks/live/live-pages.ts';
import type { Common } from './common.ts';
import type { Engines } from './engines.ts';

export function livePorts(
  { clock, config, log, storage }: Pick<Common, 'clock' | 'config' | 'log' | 'storage'>,
  people: People,
  { events: feed, moments }: Pick<Engines, 'events' | 'moments'>,
): Pick<OperationHandlerPorts, 'livePages' | 'roleNow'> {
  return {
    livePages: new LivePages({ clock, log, feed, moments }),
    roleNow: async (permission, { request, who, accountId, role: before }) => {
      const token = readSessionToken(request, config.publicUrl);
      if (token === undefined) return undefined;
      const { address, headers } = request;
      const agent = headers['user-agent'] ?? '';
      const seen = { address, agent, isBackground: true };
      const found = await people.findSession(token, seen);
      if (found?.sessionId !== who.sessionId) return undefined;
      if (isViewing(found, accountId)) return before;
      const role = await storage.people.roleIn(who.userId, accountId);
      return role !== undefined && mayDo(role, permission) ? role : undefined;
    },
  };
}
