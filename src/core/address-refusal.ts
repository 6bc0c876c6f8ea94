/** Which IP addresses nobody may have contacted for them, and what each of those is. */
import {
  type AddressRange,
  globalUnicastSix,
  isInRange,
  isSingle,
  metadataAddresses,
  namedSix,
  refusedFour,
  refusedSix,
} from './address-range.ts';
import type { IpAddress } from './ip-address.ts';

/**
 * What a refused address is, as in "127.0.0.1 is a loopback address"; undefined for a public one.
 *
 * An allowed range opens what stands in it. An address that gives a cloud's credentials away is open
 * only when it is named alone: whoever allows 169.254.0.0/16 rarely means that one.
 */
export function refuseAddress(
  address: IpAddress,
  allowed: readonly AddressRange[],
): string | undefined {
  if (isMetadata(address)) return refuseMetadata(address, allowed);
  if (allowed.some((range) => isInRange(address, range))) return undefined;
  return address.family === 4 ? refuseFour(address) : refuseSix(address);
}

/** The same for a host that is allowed by its name: it may lead anywhere but to a cloud's credentials. */
export function refuseNamed(
  allowed: readonly AddressRange[],
): (address: IpAddress) => string | undefined {
  return (address) => (isMetadata(address) ? refuseMetadata(address, allowed) : undefined);
}

function isMetadata(address: IpAddress): boolean {
  return metadataAddresses.some((range) => isInRange(address, range));
}

function refuseMetadata(address: IpAddress, allowed: readonly AddressRange[]): string | undefined {
  const isNamed = allowed.some((range) => isSingle(range) && isInRange(address, range));
  return isNamed ? undefined : 'a cloud’s metadata address';
}

function refuseFour(address: IpAddress): string | undefined {
  return refusedFour.find(([range]) => isInRange(address, range))?.[1];
}

function refuseSix(address: IpAddress): string | undefined {
  if (!isInRange(address, globalUnicastSix)) {
    return namedSix.find(([range]) => isInRange(address, range))?.[1] ?? 'not a global address';
  }
  if (isIsatap(address)) return 'an ISATAP address';
  return refusedSix.find(([range]) => isInRange(address, range))?.[1];
}

/** RFC 5214 §6.1: the interface id is 0000:5efe or 0200:5efe, then an IPv4 address. */
function isIsatap(address: IpAddress): boolean {
  const upper = (address.bits >> 32n) & 0xffff_ffffn;
  return upper === 0x0000_5efen || upper === 0x0200_5efen;
}
