/** The dashboard's API: what its pages ask of the engines and the storage. */
import type { DashboardParts } from '#api/api-server.ts';
import type { OperationHandlerPorts } from '#api/operations/operation-handlers.ts';
import { MailReleases } from '#mail/catcher/mail-releases.ts';
import { releaseMail } from '#mail/delivery/mail-release.ts';
import { PhoneLines } from '#simulator/phone-line/phone-lines.ts';
import type { Common } from './common.ts';
import type { Engines } from './engines.ts';
import { erasurePorts } from './erasures.ts';
import { openFirstMinutes } from './first-minutes.ts';
import { livePorts } from './live-pages.ts';
import { leavesBy, serverPorts } from './operation-ports.ts';
import { openPeople } from './people.ts';

/** With the first request of a page: what operations take and give takes 7 MB. */
const loadOperations = () => import('#api/operations/operation-handlers.ts');

export function openDashboard(common: Common, engines: Engines): DashboardParts {
  const { config, clock, storage } = common;
  const people = openPeople(common, engines.mail.notices);
  const { phones } = engines;
  const ports: OperationHandlerPorts = {
    ...serverPorts(common, engines),
    erasing: erasurePorts(common),
    signIns: people,
    mailReleases: new MailReleases({
      leavesBy: leavesBy(config.mail.mode),
      releaseMail: (mail) =>
        releaseMail(mail, { routes: engines.mailRoutes, clock, random: Math.random }),
      audit: storage.audit,
      clock,
    }),
    ...openFirstMinutes(common, engines),
    phoneLines:
      phones && new PhoneLines({ ...common, phones, virtualNumbers: storage.virtualNumbers }),
    ...livePorts(common, people, engines),
    publicUrl: config.publicUrl,
  };
  return {
    findSession: (token, seen) => people.findSession(token, seen),
    roleIn: (who, accountId) => storage.people.roleIn(who.userId, accountId),
    stateOf: (accountId) => storage.accounts.stateOf(accountId),
    loadHandlers: async () => (await loadOperations()).operationHandlers(ports),
  };
}
