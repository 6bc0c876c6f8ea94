/** What operations work on, in a server and in a command alike. */

import { helpOf } from '#api/errors.ts';
import type { AddressGuard } from '#core/address-guard.ts';
import { pagesUrlOf } from '#core/pages-url.ts';
import { toldStandings } from '#numbers/trunks/told-standings.ts';
import type { InstallationPorts, OperationPorts } from '#operations.ts';
import { Post } from '#people/post.ts';
import { tryBind } from '#sms/links/try-bind.ts';
import { openAccountUrls } from './account-urls.ts';
import { cancelWithoutServer } from './cancel-mail.ts';
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
      'currency' | 'homeCountry' | 'publicUrl' | 'scheme' | 'port'
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
    helpOf: (refusal) => helpOf(refusal),
    currency: config.currency,
    homeCountry: config.homeCountry,
    sealer,
    endpointManagement,
    letters,
    pagesUrl: pagesUrlOf(config),
    accountUrls: openAccountUrls(common),
    replySignatures: openReplySignatures(common),
    checkUrl: (text) => guard.checkUrl(text),
    mailDomains: openMailDomains(common),
    // Commands carry no calls: servers tell.
    trunkStandings: () => toldStandings(storage.leases),
    stopList: {
      add: (stop) => storage.stops.addStop(stop),
      remove: (accountId, phone) => storage.stops.removeStop(accountId, phone),
    },
    cancelMail: (wish) => cancelWithoutServer(wish, common),
    tryBind: (link) => tryBind(link, { clock, random }),
  };
}

/** And what a running server knows besides. */
export function serverPorts(
  common: InstallationNeeds & DoctorNeeds & Pick<Common, 'log'>,
  engines: Omit<Managed, 'letters'> & Diagnosed & Pick<Engines, 'mail' | 'notes' | 'stops'>,
): OperationPorts & Pick<Common, 'clock'> {
  const { storage, clock, log } = common;
  const { notes } = engines;
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
    cancelMail: (wish) => engines.mail.canceller.cancel(wish),
    trunkStandings: () => notes.trunkStandings(),
  };
}
