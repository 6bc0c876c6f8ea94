/** The guard of the addresses that this process connects to for clients. */
import { networkInterfaces } from 'node:os';
import type { Config } from '#config.ts';
import { AddressGuard } from '#core/address-guard.ts';
import type { Clock } from '#core/clock.ts';
import { dnsResolver } from '#core/name-resolver.ts';

/** Of all its interfaces, as they are now. */
export function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap(
    (all) => all?.map(({ address }) => address) ?? [],
  );
}

/** `refused`: told of each connection that is not made, by what its address is. */
export function openGuard(
  config: Config,
  clock: Clock,
  refused?: (what: string) => void,
): AddressGuard {
  const servers = config.nameServers.length > 0 ? config.nameServers : undefined;
  const resolver = dnsResolver(servers);
  return new AddressGuard({ allow: config.webhookAllow, clock, ownAddresses, resolver, refused });
}
