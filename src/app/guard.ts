/** The guard of the addresses that this process connects to for clients. */
import { networkInterfaces } from 'node:os';
import type { Config } from '#config.ts';
import { AddressGuard } from '#core/address-guard.ts';
import type { Clock } from '#core/clock.ts';

function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap(
    (all) => all?.map(({ address }) => address) ?? [],
  );
}

export function openGuard(config: Config, clock: Clock): AddressGuard {
  return new AddressGuard({ allow: config.webhookAllow, clock, ownAddresses });
}
