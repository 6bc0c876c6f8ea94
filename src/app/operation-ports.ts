/** What operations work on, in a server and in a command alike. */

import { helpOf } from '#api/errors.ts';
import type { AddressGuard } from '#core/address-guard.ts';
import { pagesUrlOf } from '#core/pages-url.ts';
import type { MailReleases } from '#mail/catcher/mail-releases.ts';
import { findEmails } from '#mail/sending/find-emails.ts';
import { mayCall } from '#numbers/calls/call-destinations.ts';
import { findCalls } from '#numbers/calls/find-calls.ts';
import { toldStandings } from '#numbers/trunks/told-standings.ts';
import { readGreeting } from '#numbers/voicemail/greeting.ts';
import type { InstallationPorts, OperationPorts } from '#operations.ts';
import { Post } from '#people/post.ts';
import { readCaughtFiles, readCaughtMail } from '#simulator/mail-reading.ts';
import { tryBind } from '#sms/links/try-bind.ts';
import { findMessages } from '#sms/records/find-messages.ts';
import { eventSteps } from '#webhooks/deliveries/event-steps.ts';
import { findEvent } from '#webhooks/deliveries/find-event.ts';
import { openAccountUrls } from './account-urls.ts';
import { cancelWithoutServer, countWithoutServer } from './cancel-mail.ts';
import type { Common } from './common.ts';
import type { Diagnosed } from './diagnostics.ts';
import type { Engines } from './engines.ts';
import { type MailDomainNeeds, openMailDomains } from './mail-domains.ts';
import { mailerOf } from './people.ts';
import { openReplySignatures } from './reply-signatures.ts';
import { type DoctorNeeds, openDoctor } from './server-doctor.ts';

type InstallationNeeds = Pick<Common, 'clock' | 'storage' | 'sealer'> &
  MailDomainNeeds & {
    readonly config: Pick<
      Common['config'],
      'currency' | 'homeCountry' | 'publicUrl' | 'scheme' | 'port' | 'simulator'
    >;
  };

/** What people do with endpoints: of a running server its own, whose deliveries follow at once. */
type Managed = Pick<Engines, 'endpoints'> & {
  readonly guard: Pick<AddressGuard, 'checkUrl'>;
  readonly letters: Pick<Post, 'invite'>;
};

export function installationPorts(
  common: InstallationNeeds,
  { endpoints: endpointManagement, guard, letters }: Managed,
): InstallationPorts {
  const { clock, config, storage, sealer } = common;
  const random = Math.random;
  return {
    ...storage,
    clock,
    helpOf,
    currency: config.currency,
    homeCountry: config.homeCountry,
    hasSimulator: config.simulator,
    sealer,
    endpointManagement,
    letters,
    pagesUrl: pagesUrlOf(config),
    accountUrls: openAccountUrls(common),
    replySignatures: openReplySignatures(common),
    checkUrl: (text) => guard.checkUrl(text),
    mailDomains: openMailDomains(common),
    mailReleases: { leavesBy: leavesBy(config.mail.mode) },
    caughtReader: { readMail: readCaughtMail, readFiles: readCaughtFiles },
    // Commands carry no calls: servers tell.
    trunkStandings: () => toldStandings(storage.leases),
    stopList: {
      add: (stop) => storage.stops.addStop(stop),
      remove: (accountId, phone) => storage.stops.removeStop(accountId, phone),
    },
    finders: [
      (sought) => findMessages(storage, sought),
      (sought) => findEmails(storage, sought),
      (sought) => findCalls(storage, sought),
      (sought) => findEvent(storage.webhooks, sought),
    ],
    webhookSteps: (eventIds, caller) => eventSteps(storage.webhooks, eventIds, caller),
    // Engines look for what is pending; none counts it here.
    partsWithdrawn: () => undefined,
    openLinks: { links: async () => [] },
    cancelMail: (wish) => cancelWithoutServer(wish, common),
    cancellableMails: (wish) => countWithoutServer(wish, common),
    mayCall: (account, target) => mayCall(account, target, storage.calls),
    readGreeting: async (file) => readGreeting(file),
    takeRent: () => ({ ok: true, heldBy: undefined, giveBack: () => undefined }),
    tryBind: (link) => tryBind(link, { clock, random }),
  };
}

/** How a caught mail would leave. */
export function leavesBy(mode: Common['config']['mail']['mode']): MailReleases['leavesBy'] {
  return mode === 'catcher' ? undefined : mode;
}

/** And what a running server knows besides. */
export function serverPorts(
  common: InstallationNeeds & DoctorNeeds & Pick<Common, 'log'>,
  engines: Omit<Managed, 'letters'> &
    Diagnosed &
    Pick<Engines, 'greetings' | 'limits' | 'mail' | 'notes' | 'sender' | 'sms' | 'stops'>,
): OperationPorts & Pick<Common, 'clock'> {
  const { storage, clock, log } = common;
  const { notes, limits } = engines;
  const doctor = openDoctor(common, engines);
  const mailer = mailerOf(engines.mail.notices, common);
  const letters = new Post({ people: storage.people, mailer, log });
  return {
    ...installationPorts(common, { ...engines, letters }),
    ...storage,
    clock,
    openLinks: notes,
    server: { settings: common.config.written, ...doctor },
    stopList: engines.stops,
    partsWithdrawn: (parts) => engines.sms.withdrawn(parts),
    judgeSend: (request) => engines.sender.preview(request),
    sendSms: (request) => engines.sender.send(request),
    judgeMail: (request) => engines.mail.sender.preview(request),
    sendMail: (request) => engines.mail.sender.send(request),
    readGreeting: (file) => engines.greetings.read(file),
    takeRent(accountId, cost) {
      const ofPerson = { accountId, keyId: 0, policy: limits.policyOf(accountId) };
      return limits.limiter.takeRent({ ...ofPerson, cost, nowMs: clock.nowMs() });
    },
    cancelMail: (wish) => engines.mail.canceller.cancel(wish),
    cancellableMails: (wish) => engines.mail.canceller.countCancellable(wish),
    trunkStandings: () => notes.trunkStandings(),
  };
}
