/** Where each recipient's domain has its mail taken: found once, remembered for minutes, by all who ask. */
import { BoundedMap } from '#core/bounded-map.ts';
import type { Clock } from '#core/clock.ts';
import type { Dns } from '#core/dns.ts';
import { errorFields, type Log } from '#core/log.ts';
import type { MailReason } from '../mail-fact.ts';
import type { DeliveryStore, StoredPolicy } from './delivery-store.ts';
import type { HostAddressCache } from './host-addresses.ts';
import { findServers, nowhere } from './mail-servers.ts';
import { type MxHost, siteOf } from './site.ts';
import type { StsPolicies } from './sts-policies.ts';

export type Looked =
  | {
      readonly kind: 'site';
      readonly site: string;
      readonly hosts: readonly MxHost[];
      readonly policy: StoredPolicy | undefined;
    }
  | { readonly kind: 'none'; readonly reason: MailReason }
  | { readonly kind: 'unknown'; readonly why: string };

export type SiteDirectoryPorts = {
  readonly dns: Dns;
  readonly hosts: HostAddressCache;
  readonly policies: Pick<StsPolicies, 'of'>;
  readonly store: Pick<DeliveryStore, 'saveSites'>;
  readonly clock: Clock;
  readonly log: Log;
};

type Known = { readonly looking: Promise<Looked>; site: string | undefined; untilMs: number };

const domainsMax = 100_000;
/** Node tells no TTL of MX records. */
const rememberedMs = 600_000;
const unknownMs = 60_000;

export class SiteDirectory {
  readonly #ports: SiteDirectoryPorts;
  readonly #domains = new BoundedMap<string, Known>(domainsMax);

  constructor(ports: SiteDirectoryPorts) {
    this.#ports = ports;
  }

  /** The site as far as it is in memory, for callers who cannot wait. */
  peek(domain: string): string | undefined {
    return this.#domains.get(domain)?.site;
  }

  look(domain: string): Promise<Looked> {
    const { clock } = this.#ports;
    const known = this.#domains.get(domain);
    if (known !== undefined && known.untilMs > clock.monotonicMs()) return known.looking;
    const made: Known = {
      looking: this.#look(domain),
      site: known?.site,
      untilMs: Number.POSITIVE_INFINITY,
    };
    this.#domains.set(domain, made);
    void this.#keep(domain, made);
    return made.looking;
  }

  async #keep(domain: string, known: Known): Promise<void> {
    const { clock, store, log } = this.#ports;
    try {
      const looked = await known.looking;
      const keptMs = looked.kind === 'unknown' ? unknownMs : rememberedMs;
      known.untilMs = clock.monotonicMs() + keptMs;
      if (looked.kind !== 'site') return;
      known.site = looked.site;
      const { site, hosts } = looked;
      await store.saveSites([{ domain, site, hosts, checkedAtMs: clock.nowMs() }]);
    } catch (error) {
      known.untilMs = Math.min(known.untilMs, clock.monotonicMs() + unknownMs);
      log.warn('mail.site_unsaved', { domain, ...errorFields(error) });
    }
  }

  async #look(domain: string): Promise<Looked> {
    const { dns, hosts, policies } = this.#ports;
    const found = await findServers(dns, domain);
    if (found.kind !== 'hosts') return found;
    const reached = await Promise.all(found.hosts.map(({ name }) => hosts.find(name)));
    const barred = reached.flatMap((one) => (one.kind === 'none' ? [one.reason] : []));
    if (barred.length === reached.length) return nowhere('5.4.4', barred[0] ?? domain);
    const policy = await policies.of(domain);
    return { kind: 'site', site: siteOf(found.hosts), hosts: found.hosts, policy };
  }
}
