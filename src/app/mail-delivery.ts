/** Email: the routes that the settings open, what composes, and the engine that delivers. */
import { hostname } from 'node:os';
import { AddressGuard } from '#core/address-guard.ts';
import { unreachable } from '#core/assert.ts';
import { openDns } from '#core/dns.ts';
import { dnsResolver, systemResolver } from '#core/name-resolver.ts';
import { ComposingMaker, type SendingDomain } from '#mail/delivery/composing-maker.ts';
import { type DirectOptions, resolveRoute, siteRoute } from '#mail/delivery/direct-routes.ts';
import { EmailCache, type EmailCachePorts } from '#mail/delivery/email-cache.ts';
import { catcherRoute, relayRoute } from '#mail/delivery/fixed-routes.ts';
import { HostAddressCache } from '#mail/delivery/host-addresses.ts';
import { LateSuppression } from '#mail/delivery/late-suppression.ts';
import { MailEngine } from '#mail/delivery/mail-engine.ts';
import { type DirectWays, MailRoutes } from '#mail/delivery/mail-routes.ts';
import { SiteDirectory } from '#mail/delivery/site-directory.ts';
import { fetchSts } from '#mail/delivery/sts-fetch.ts';
import { StsPolicies } from '#mail/delivery/sts-policies.ts';
import { HtmlTexts } from '#mail/message/html-text.ts';
import { openSecrets } from '#mail/sending/notice-secrets.ts';
import { LanePoller } from '#queue/lane-poller.ts';
import { type Common, type EngineNeeds, pollMs } from './common.ts';
import { ownAddresses } from './guard.ts';
import type { LeasedMailCatcher } from './leased-mail-catcher.ts';
import type { MailSending } from './mail-sending.ts';

export type MailDeliveryNeeds = Pick<EngineNeeds, 'leases'> & {
  readonly routes: MailRoutes;
  readonly sending: Pick<MailSending, 'outcomes' | 'tokens' | 'domains'>;
  readonly link: EmailCachePorts['link'];
};

export async function openMailDelivery(
  common: Common,
  { leases, routes, sending, link }: MailDeliveryNeeds,
  stack: AsyncDisposableStack,
): Promise<MailEngine> {
  const { clock, log, storage, config } = common;
  const { makeText } = stack.use(new HtmlTexts(clock));
  const emails = new EmailCache({
    emails: storage.emails,
    makeText,
    link: (email, content) =>
      link(email, { ...content, variables: openSecrets(email, common.sealer) }),
  });
  const { outcomes, tokens, domains } = sending;
  const domainOf = (domain: string, accountId: number): SendingDomain => {
    const found = domains.keysFor(accountId, domain);
    if (found.signs === 'nobody') return { ok: false, failure: found.failure };
    const comesBack = config.mail.mode === 'catcher' || domains.takesBounces(accountId, domain);
    const bounceDomain = comesBack ? `b.${domain}` : undefined;
    return { ok: true, keys: found.signs === 'domain' ? found.keys : undefined, bounceDomain };
  };
  const late = new LateSuppression({ emails, store: storage.suppressions, clock });
  const engine = stack.use(
    new MailEngine({
      store: storage.mailDelivery,
      routeOf: (owner) => routes.routeOf(owner),
      maker: new ComposingMaker({ emails, tokens, domainOf, clock }),
      isSuppressed: (mail) => late.isSuppressed(mail),
      record: (settlements) => outcomes.settle(settlements),
      eventsOf: ({ load }, ending) => outcomes.eventsOf(load.address, ending),
      leases,
      storedElsewhere: (lanes) => storage.hints?.tell(lanes),
      shardsTaken: () => poller.poke(),
      clock,
      random: Math.random,
      log,
    }),
  );
  const poller = new LanePoller({
    engine: 'mail',
    jobs: storage.jobs,
    clock,
    log,
    everyMs: () => pollMs(leases),
    isWanted: () => engine.hasShards,
    wake: (lane, earliestJobId) => engine.wake(lane, earliestJobId),
  });
  await engine.start();
  stack.use(poller).start();
  return engine;
}

/** In mode `catcher` there is one way, and it ends on this machine. */
export function openMailRoutes(common: Common, mailCatcher?: LeasedMailCatcher): MailRoutes {
  const { mail } = common.config;
  const helloName = mail.helloName === '' ? hostname() : mail.helloName;
  const catcher = catcherRoute({ address: () => readAddress(mailCatcher?.address), helloName });
  switch (mail.mode) {
    case 'catcher':
      return new MailRoutes({ catcher });
    case 'relay': {
      const from = mail.sourceAddress;
      const resolver = systemResolver();
      const relay = relayRoute({ servers: mail.relays, resolver, helloName, from });
      return new MailRoutes({ catcher, relay });
    }
    case 'direct':
      return new MailRoutes({ catcher, direct: openDirect(common, helloName) });
    default:
      return unreachable(mail.mode);
  }
}

function openDirect({ config, clock, log, storage }: Common, helloName: string): DirectWays {
  const { mail, nameServers } = config;
  const dns = openDns(nameServers);
  const resolver = nameServers.length === 0 ? undefined : dnsResolver(nameServers);
  const guard = new AddressGuard({ allow: mail.allow, clock, ownAddresses, resolver });
  const hosts = new HostAddressCache({ dns, guard, ip: mail.ip, clock });
  const store = storage.mailDelivery;
  const fetch = (domain: string): Promise<string | undefined> => fetchSts(domain, { guard, clock });
  const policies = new StsPolicies({ dns, fetch, store, clock, log });
  const directory = new SiteDirectory({ dns, hosts, policies, store, clock, log });
  const options: DirectOptions = {
    directory,
    hosts,
    port: mail.directPort,
    helloName,
    from: mail.sourceAddress,
  };
  return {
    resolve: resolveRoute(options),
    site: (site) => siteRoute(site, options),
    peek: (domain) => directory.peek(domain),
  };
}

/** `127.0.0.1:2525`. */
function readAddress(
  text: string | undefined,
): { readonly host: string; readonly port: number } | undefined {
  const colon = text?.lastIndexOf(':') ?? -1;
  return text === undefined || colon < 0
    ? undefined
    : { host: text.slice(0, colon), port: Number(text.slice(colon + 1)) };
}
