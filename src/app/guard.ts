/** The guard of the addresses that this process connects to for clients. */
import type { Config } from '#config.ts';
import { AddressGuard } from '#core/address-guard.ts';
import type { Clock } from '#core/clock.ts';
import { dnsResolver } from '#core/name-resolver.ts';
import { ownAddresses } from '#core/own-addresses.ts';

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
