/** The dashboard's API: what its pages ask of the engines and the storage. */
import type { DashboardParts } from '#api/api-server.ts';
import { dashboardHandlers } from '#api/dashboard/handlers.ts';
import type { Common } from './common.ts';
import type { Engines } from './engines.ts';
import { openPeople } from './people.ts';

export function openDashboard(common: Common, engines: Engines): DashboardParts {
  const { config, clock, storage } = common;
  const people = openPeople(common);
  return {
    findSession: (token, seen) => people.signIn.findSession(token, seen),
    roleIn: (who, accountId) => storage.people.roleIn(who.userId, accountId),
    handlers: dashboardHandlers({
      clock,
      people,
      publicUrl: config.publicUrl,
      accounts: storage.accounts,
      endpoints: engines.endpoints,
      eventBodies: storage.events,
    }),
  };
}
