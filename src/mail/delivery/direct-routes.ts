/** Routes to the servers of recipients: one to find them, and one for each site that was found. */
import { domainOf } from '#core/email-address.ts';
import type { MailReason } from '../mail-fact.ts';
import type { HostAddressCache } from './host-addresses.ts';
import { siteOwner } from './mail-lane.ts';
import type { Destination, Found, Host, Route } from './route.ts';
import { limitsOfSite } from './site.ts';
import type { Looked, SiteDirectory } from './site-directory.ts';
import { coversHost } from './sts-policy.ts';

export type DirectOptions = {
  readonly directory: SiteDirectory;
  readonly hosts: HostAddressCache;
  /** 25 but in tests. */
  readonly port: number;
  readonly helloName: string;
  readonly from?: string | undefined;
  readonly ca?: string | undefined;
};

const directWindow = 4;
/** No connections here: so many domains are looked up at a time, and twice that. */
const lookupsWindow = 64;
const idleMs = 10_000;

/** Lanes of mails whose site is not known yet: each is moved to its own. */
export function resolveRoute(options: DirectOptions): Route {
  return {
    ...common(options, ''),
    windowMax: lookupsWindow,
    async find(mail) {
      const looked = await options.directory.look(domainOf(mail.address));
      return looked.kind === 'site'
        ? { kind: 'move', owner: siteOwner(looked.site) }
        : unfound(looked);
    },
  };
}

export function siteRoute(site: string, options: DirectOptions): Route {
  const route = common(options, site);
  return {
    ...route,
    async find(mail) {
      const looked = await options.directory.look(domainOf(mail.address));
      if (looked.kind !== 'site') return unfound(looked);
      if (looked.site !== site) return { kind: 'move', owner: siteOwner(looked.site) };
      return destinationOf(looked, options.port, route);
    },
  };
}

function common(options: DirectOptions, site: string): Omit<Route, 'find'> {
  const { hosts, helloName, from, ca } = options;
  return {
    site,
    limits: limitsOfSite(site),
    windowMax: directWindow,
    idleMs,
    helloName,
    from,
    ca,
    async addressesOf({ name }) {
      const found = await hosts.find(name);
      return found.kind === 'addresses'
        ? { ok: true, addresses: found.addresses }
        : { ok: false, reason: found.reason };
    },
  };
}

function destinationOf(
  { hosts, policy }: Extract<Looked, { readonly kind: 'site' }>,
  port: number,
  { limits }: Pick<Route, 'limits'>,
): Found {
  const isEnforced = policy?.mode === 'enforce';
  const tls = isEnforced ? 'verified' : limits.tls;
  // RFC 8461 §5: a server that the policy does not name is as good as none.
  const allowed = isEnforced ? hosts.filter(({ name }) => coversHost(policy.mx, name)) : hosts;
  if (allowed.length === 0) {
    const text = 'no server of the domain is in its MTA-STS policy';
    return { kind: 'wait', reason: { ...unreachableReason(text), class: 'unreachable' } };
  }
  const servers: readonly Host[] = allowed.map(({ name, preference }) => ({
    name,
    port,
    preference,
    implicitTls: false,
    tls,
  }));
  const names = servers.map(({ name, preference }) => `${preference}:${name}`).toSorted();
  const destination: Destination = { key: `${tls} ${names.join(' ')}`, hosts: servers };
  return { kind: 'destination', destination };
}

function unfound(looked: Exclude<Looked, { readonly kind: 'site' }>): Found {
  if (looked.kind === 'none') return { kind: 'end', reason: looked.reason };
  return { kind: 'wait', reason: unreachableReason(looked.why) };
}

function unreachableReason(text: string): MailReason {
  return { class: 'unreachable', code: 0, enhanced: '', text, host: '' };
}
