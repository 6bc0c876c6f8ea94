/**
 * A site: the servers that share one set of limits. Domains at one large provider are one site whatever
 * their servers are called; else those that have the same servers are.
 */
import { createHash } from 'node:crypto';

export type MxHost = { readonly name: string; readonly preference: number };

/** By the ends of server names; the first that fits. */
const providers: readonly { readonly site: string; readonly ends: readonly string[] }[] = [
  { site: 'google', ends: ['.google.com', '.googlemail.com'] },
  { site: 'office365', ends: ['.mail.protection.outlook.com', '.mx.microsoft'] },
  { site: 'outlook', ends: ['.olc.protection.outlook.com', '.hotmail.com'] },
  { site: 'yahoo', ends: ['.yahoodns.net', '.yahoo.com'] },
  { site: 'apple', ends: ['.mail.icloud.com', '.icloud.com', '.apple.com'] },
  { site: 'orange', ends: ['.orange.fr', '.wanadoo.fr'] },
];

const nameCharactersMax = 120;

export function siteOf(hosts: readonly MxHost[]): string {
  const names = hosts.map(({ name }) => name);
  const provider = providers.find(({ ends }) =>
    names.every((name) => ends.some((end) => name.endsWith(end))),
  );
  if (provider !== undefined && names.length > 0) return provider.site;
  const joined = names.toSorted().join(',');
  if (joined.length <= nameCharactersMax) return joined;
  return createHash('sha256').update(joined).digest('hex').slice(0, 32);
}

export type SiteLimits = {
  readonly connections: number;
  readonly mailsPerConnection: number;
  readonly mailsPerSecond: number;
  readonly connectionsPerMinute: number;
  readonly tls: 'opportunistic' | 'required' | 'verified';
};

const usual: SiteLimits = {
  connections: 10,
  mailsPerConnection: 100,
  mailsPerSecond: 100,
  connectionsPerMinute: 100,
  tls: 'opportunistic',
};

const ofProviders: Readonly<Record<string, Partial<SiteLimits>>> = {
  google: { connections: 5, mailsPerConnection: 50, tls: 'required' },
  outlook: { connections: 5, mailsPerConnection: 50 },
  office365: { connections: 5, mailsPerConnection: 50 },
  yahoo: { connections: 10, mailsPerConnection: 20 },
  apple: { connections: 10, mailsPerConnection: 5 },
  orange: { connections: 2, mailsPerConnection: 100, tls: 'required' },
};

export function limitsOfSite(site: string, set: Partial<SiteLimits> = {}): SiteLimits {
  return { ...usual, ...ofProviders[site], ...set };
}
/** No site, but a server that we were given: it bears what it bears. */
export const relayLimits: SiteLimits = {
  ...usual,
  connections: 5,
  mailsPerConnection: 1_000,
  mailsPerSecond: 10_000,
  connectionsPerMinute: 1_000,
  tls: 'verified',
};

export const catcherLimits: SiteLimits = { ...relayLimits, connections: 4, tls: 'opportunistic' };
