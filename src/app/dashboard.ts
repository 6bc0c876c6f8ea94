/** The dashboard's API: what its pages ask of the engines and the storage. */
import type { DashboardParts } from '#api/api-server.ts';
import { dashboardHandlers } from '#api/dashboard/handlers.ts';
import { releaseMail } from '#mail/delivery/mail-release.ts';
import { readCaughtFiles, readCaughtMail } from '#simulator/mail-reading.ts';
import type { Common } from './common.ts';
import type { Engines } from './engines.ts';
import { erasurePorts } from './erasures.ts';
import { openFirstMinutes } from './first-minutes.ts';
import { inspectorPorts } from './inspector-pages.ts';
import { livePorts } from './live-pages.ts';
import { serverPorts } from './operation-ports.ts';
import { openPeople } from './people.ts';
import { smsPagePorts } from './sms-pages.ts';

export function openDashboard(common: Common, engines: Engines): DashboardParts {
  const { config, clock, storage } = common;
  const people = openPeople(common, engines.mail.notices);
  return {
    findSession: (token, seen) => people.findSession(token, seen),
    roleIn: (who, accountId) => storage.people.roleIn(who.userId, accountId),
    stateOf: (accountId) => storage.accounts.stateOf(accountId),
    handlers: dashboardHandlers({
      ...smsPagePorts(common, engines),
      ...livePorts(common, people, engines),
      clock,
      people,
      start: openFirstMinutes(common, engines),
      ...inspectorPorts(common),
      publicUrl: config.publicUrl,
      erasing: erasurePorts(common),
      endpoints: engines.endpoints,
      eventBodies: storage.events,
      emails: storage.emails,
      sendMail: (request) => engines.mail.sender.send(request),
      previewMail: (request) => engines.mail.sender.preview(request),
      caughtMails: storage.simulator,
      mailLeavesBy: config.mail.mode === 'catcher' ? undefined : config.mail.mode,
      releaseMail: (mail) =>
        releaseMail(mail, { routes: engines.mailRoutes, clock, random: Math.random }),
      readMail: readCaughtMail,
      readFiles: readCaughtFiles,
      domains: storage.domains,
      operations: serverPorts(common, engines),
      console: { ...storage, clock, views: people.views },
    }),
  };
}
