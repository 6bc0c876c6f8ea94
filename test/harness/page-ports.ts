/** What the dashboard's API asks of the program, of an installation on which no server runs. */
import type { OperationHandlerPorts } from '#api/operations/operation-handlers.ts';
import type { Config } from '#config.ts';
import { ImpossibleState } from '#core/assert.ts';
import { systemClock } from '#core/clock.ts';
import { openDns } from '#core/dns.ts';
import { openLog } from '#core/log.ts';
import { warn } from '#doctor/finding.ts';
import { MailReleases } from '#mail/catcher/mail-releases.ts';
import type { OperationPorts } from '#operations.ts';
import { LivePages, type LivePorts } from '#webhooks/live/live-pages.ts';
import { EventPull } from '#webhooks/pull/event-pull.ts';
import { erasurePorts } from '../../src/app/erasures.ts';
import { openFirstMinutes } from '../../src/app/first-minutes.ts';
import { Moments } from '../../src/app/live/moments.ts';
import { openPeople } from '../../src/app/people.ts';
import { testKey } from './api-world.ts';
import type { CommandLine } from './command-line.ts';

const setting = { name: 'public-url', variable: 'PARLEY_PUBLIC_URL', value: '' };

/** What a running server tells of itself, where none runs. */
export const stillServer: OperationPorts['server'] = {
  settings: [{ ...setting, source: 'default' }],
  examine: async () => [warn('disk has room', { gib: '0.5' })],
  diagnose: async () => ({ process: {} }),
};

/** No engine judges there. */
const refusedToAll = { ok: false, refusal: { why: 'no operator', phones: [] } } as const;

export const judgeNobody: OperationPorts['judgeSend'] = async () => refusedToAll;
export const sendNothing: OperationPorts['sendSms'] = async () => refusedToAll;

const noPrice = { ok: false, refusal: { why: 'mail has no price' } } as const;

export const noMail: Pick<OperationPorts, 'judgeMail' | 'sendMail'> = {
  judgeMail: async () => noPrice,
  sendMail: async () => noPrice,
};

export type OpenedInstallation = Awaited<ReturnType<CommandLine['open']>>;

export function pagePorts(installation: OpenedInstallation, config: Config): OperationHandlerPorts {
  const { storage, endpoints, sealer, pseudonyms } = installation;
  const log = openLog('silent');
  const common = { config, storage, thread: 0, sealer, pseudonyms, clock: systemClock, log };
  const people = openPeople(common, undefined);
  return {
    ...installation.operations,
    ...storage,
    // Nobody answers there: the DNS of tests is a name server of their own.
    mailDomains: { ...installation.operations.mailDomains, dns: openDns(['127.0.0.1:1']) },
    // A plan rests between two reads, which a held clock would never end.
    clock: { ...systemClock, nowMs: () => installation.operations.clock.nowMs() },
    openLinks: { links: async () => [], trace: () => 0 },
    server: stillServer,
    erasing: erasurePorts(common),
    signIns: people,
    phoneLines: undefined,
    livePages: new LivePages(liveNeeds(storage)),
    roleNow: async (_, { role }) => role,
    mailReleases: new MailReleases({
      leavesBy: undefined,
      releaseMail: () => Promise.reject(new ImpossibleState('Nothing leaves here')),
      audit: storage.audit,
      clock: systemClock,
    }),
    ...openFirstMinutes(
      { config, storage, clock: systemClock },
      {
        testKey,
        endpoints,
        phones: undefined,
        directory: () => ({ operators: [], priceOf: () => undefined }),
      },
    ),
    publicUrl: undefined,
    judgeSend: judgeNobody,
    sendSms: sendNothing,
    ...noMail,
  };
}

/** What pages hear of an installation, where no engine tells moments. */
export function liveNeeds({ webhooks: store }: OpenedInstallation['storage']): LivePorts {
  const [clock, log] = [systemClock, openLog('silent')];
  const feed = new EventPull({ store, clock, log, everyMs: () => 50 });
  return { feed, moments: new Moments({ clock, hints: undefined }), clock, log };
}
