/** The routes that the settings open. */
import { hostname } from 'node:os';
import { AddressGuard, type AddressGuardOptions } from '#core/address-guard.ts';
import { unreachable } from '#core/assert.ts';
import type { Clock } from '#core/clock.ts';
import { openDns } from '#core/dns.ts';
import type { Log } from '#core/log.ts';
import { dnsResolver, systemResolver } from '#core/name-resolver.ts';
import { ownAddresses } from '#core/own-addresses.ts';
import type { DeliveryStore } from './delivery-store.ts';
import { type DirectOptions, resolveRoute, siteRoute } from './direct-routes.ts';
import { catcherRoute, type RelayServer, relayRoute } from './fixed-routes.ts';
import { HostAddressCache, type HostAddressPorts } from './host-addresses.ts';
import { type DirectWays, MailRoutes } from './mail-routes.ts';
import { SiteDirectory } from './site-directory.ts';
import { fetchSts } from './sts-fetch.ts';
import { StsPolicies } from './sts-policies.ts';

export type RoutesPorts = {
  readonly config: {
    readonly mail: {
      readonly mode: 'catcher' | 'relay' | 'direct';
      readonly relays: readonly RelayServer[];
      /** Empty: the machine's name. */
      readonly helloName: string;
      readonly sourceAddress: string | undefined;
      readonly ip: HostAddressPorts['ip'];
      readonly directPort: number;
      readonly allow: AddressGuardOptions['allow'];
    };
    /** None: those of the machine. */
    readonly nameServers: readonly string[];
  };
  readonly storage: { readonly emails: DeliveryStore };
  readonly clock: Clock;
  readonly log: Log;
};

/** `catcher`: where it listens, `127.0.0.1:2525`, if it is in this process. In mode `catcher` no other way is open. */
export function openMailRoutes(
  ports: RoutesPorts,
  catcher: () => string | undefined = () => undefined,
): MailRoutes {
  const { mail } = ports.config;
  const helloName = mail.helloName === '' ? hostname() : mail.helloName;
  const caught = catcherRoute({ address: () => readAddress(catcher()), helloName });
  switch (mail.mode) {
    case 'catcher':
      return new MailRoutes({ catcher: caught });
    case 'relay': {
      const from = mail.sourceAddress;
      const resolver = systemResolver();
      const relay = relayRoute({ servers: mail.relays, resolver, helloName, from });
      return new MailRoutes({ catcher: caught, relay });
    }
    case 'direct':
      return new MailRoutes({ catcher: caught, direct: openDirect(ports, helloName) });
    default:
      return unreachable(mail.mode);
  }
}

function openDirect({ config, clock, log, storage }: RoutesPorts, helloName: string): DirectWays {
  const { mail, nameServers } = config;
  const dns = openDns(nameServers);
  const resolver = nameServers.length === 0 ? undefined : dnsResolver(nameServers);
  const guard = new AddressGuard({ allow: mail.allow, clock, ownAddresses, resolver });
  const hosts = new HostAddressCache({ dns, guard, ip: mail.ip, clock });
  const store = storage.emails;
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

function readAddress(text: string | undefined) {
  const colon = text?.lastIndexOf(':') ?? -1;
  return text === undefined || colon < 0
    ? undefined
    : { host: text.slice(0, colon), port: Number(text.slice(colon + 1)) };
}
