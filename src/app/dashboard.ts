/** The dashboard's API: what its pages ask of the engines and the storage. */
import type { DashboardParts } from '#api/api-server.ts';
import type { ConsolePorts } from '#api/dashboard/console/ports.ts';
import { dashboardHandlers } from '#api/dashboard/handlers.ts';
import { readCaughtFiles, readCaughtMail } from '#simulator/mail-reading.ts';
import { tryBind } from '#sms/links/try-bind.ts';
import { accountPagePorts } from './account-pages.ts';
import type { Common } from './common.ts';
import type { Engines } from './engines.ts';
import { openFirstMinutes } from './first-minutes.ts';
import { inspectorPorts } from './inspector-pages.ts';
import { livePorts } from './live-pages.ts';
import { openMailDomains } from './mail-domains.ts';
import { openPeople } from './people.ts';
import { shownSettings } from './shown-settings.ts';
import { smsPagePorts } from './sms-pages.ts';

export function openDashboard(common: Common, engines: Engines): DashboardParts {
  const { config, clock, storage } = common;
  const people = openPeople(common);
  return {
    findSession: (token, seen) => people.signIn.findSession(token, seen),
    roleIn: (who, accountId) => storage.people.roleIn(who.userId, accountId),
    handlers: dashboardHandlers({
      ...smsPagePorts(common, engines),
      ...livePorts(common, people, engines.events),
      clock,
      people,
      start: openFirstMinutes(common, engines),
      ...inspectorPorts(common),
      publicUrl: config.publicUrl,
      ...accountPagePorts(common, engines.guard),
      endpoints: engines.endpoints,
      eventBodies: storage.events,
      emails: storage.emails,
      cancelMail: (wish) => engines.mail.canceller.cancel(wish),
      mailFacts: storage.mailFacts,
      mailDelivery: storage.mailDelivery,
      mailDomains: openMailDomains(common),
      suppressions: storage.suppressions,
      caughtMails: storage.caughtMails,
      readMail: readCaughtMail,
      readFiles: readCaughtFiles,
      domains: storage.domains,
      console: consolePorts(common),
    }),
  };
}

function consolePorts({ config, clock, storage, sealer }: Common): ConsolePorts {
  const random = Math.random;
  return {
    ...storage,
    clock,
    sealer,
    laneStates: storage.webhooks,
    laneOrders: storage.mailDelivery,
    tryBind: (link) => tryBind(link, { clock, random }),
    settingsShown: shownSettings(config),
    currency: config.currency,
    homeCountry: config.homeCountry,
  };
}
