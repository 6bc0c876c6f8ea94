/** What the dashboard's API asks of the program, of an installation on which no server runs. */
import type { DashboardPorts } from '#api/dashboard/handlers.ts';
import type { Config } from '#config.ts';
import { ImpossibleState } from '#core/assert.ts';
import { systemClock } from '#core/clock.ts';
import { openDns } from '#core/dns.ts';
import { openLog } from '#core/log.ts';
import { warn } from '#doctor/finding.ts';
import { readGreeting } from '#numbers/voicemail/greeting.ts';
import type { OperationPorts } from '#operations.ts';
import { readCaughtFiles, readCaughtMail } from '#simulator/mail-reading.ts';
import { EventPull } from '#webhooks/pull/event-pull.ts';
import { erasurePorts } from '../../src/app/erasures.ts';
import { openFirstMinutes } from '../../src/app/first-minutes.ts';
import { inspectorPorts } from '../../src/app/inspector-pages.ts';
import { Moments } from '../../src/app/live/moments.ts';
import { openPeople } from '../../src/app/people.ts';
import { smsLookUps } from '../../src/app/sms-pages.ts';
import { testKey } from './api-world.ts';
import type { CommandLine } from './command-line.ts';

const setting = { name: 'public-url', variable: 'PARLEY_PUBLIC_URL', value: '' };

/** What a running server tells of itself, where none runs. */
export const stillServer: OperationPorts['server'] = {
  settings: [{ ...setting, source: 'default' }],
  examine: async () => [warn('disk has room', { gib: '0.5' })],
  diagnose: async () => ({ process: {} }),
};

export type OpenedInstallation = Awaited<ReturnType<CommandLine['open']>>;

export function pagePorts(installation: OpenedInstallation, config: Config): DashboardPorts {
  const { storage, endpoints, sealer, pseudonyms } = installation;
  const log = openLog('silent');
  const common = { config, storage, sealer, pseudonyms, clock: systemClock, log };
  const people = openPeople(common, undefined);
  return {
    people,
    publicUrl: undefined,
    clock: systemClock,
    erasing: erasurePorts(common),
    endpoints,
    eventBodies: storage.events,
    caughtMails: storage.simulator,
    mailLeavesBy: undefined,
    releaseMail: () => Promise.reject(new ImpossibleState('Nothing leaves here')),
    readMail: readCaughtMail,
    readFiles: readCaughtFiles,
    domains: storage.domains,
    start: openFirstMinutes(
      { config, storage, clock: systemClock },
      {
        testKey,
        endpoints,
        calls: undefined,
        directory: () => ({ operators: [], priceOf: () => undefined }),
      },
    ),
    ...inspectorPorts({ config, storage, sealer }),
    ...smsLookUps(storage),
    waiting: { ...storage, openLinks: { links: async () => [] } },
    readGreeting: (file) => Promise.resolve(readGreeting(file)),
    log,
    feed: new EventPull({ store: storage.events, clock: systemClock, log, everyMs: () => 50 }),
    moments: new Moments({ clock: systemClock, hints: undefined }),
    roleNow: async (_, { role }) => role,
    phones: undefined,
    ...engineOfNobody,
    operations: {
      ...installation.operations,
      ...storage,
      // Nobody answers there: the DNS of tests is a name server of their own.
      mailDomains: { ...installation.operations.mailDomains, dns: openDns(['127.0.0.1:1']) },
      // A plan rests between two reads, which a held clock would never end.
      clock: { ...systemClock, nowMs: () => installation.operations.clock.nowMs() },
      openLinks: { links: async () => [], trace: () => 0 },
      server: stillServer,
    },
    console: { ...storage, clock: systemClock, views: people.views },
  };
}

/** No server runs: a test that sends brings an engine of its own. */
const engineOfNobody: Pick<
  DashboardPorts,
  'send' | 'preview' | 'sendMail' | 'previewMail' | 'checkUrl' | 'partsWithdrawn'
> = {
  send: () => Promise.reject(new ImpossibleState('Nothing sends here')),
  preview: () => Promise.reject(new ImpossibleState('Nothing sends here')),
  sendMail: () => Promise.reject(new ImpossibleState('Nothing sends here')),
  previewMail: () => Promise.reject(new ImpossibleState('Nothing sends here')),
  checkUrl: () => ({ ok: false, reason: 'nothing is reached from here' }),
  partsWithdrawn: () => undefined,
};
