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
import type { Sentence } from './words.ts';

const metadata = { en: 'a cloud’s metadata address', fr: 'l’adresse des métadonnées d’un cloud' };
const notGlobal = { en: 'not a global address', fr: 'qui n’est pas une adresse globale' };
const isatap = { en: 'an ISATAP address', fr: 'une adresse ISATAP' };

/**
 * What a refused address is, as in "127.0.0.1 is a loopback address"; undefined for a public one.
 *
 * An allowed range opens what stands in it. An address that gives a cloud's credentials away is open
 * only when it is named alone: an administrator who allows 169.254.0.0/16 rarely means that one.
 */
export function refuseAddress(
  address: IpAddress,
  allowed: readonly AddressRange[],
): Sentence | undefined {
  if (isMetadata(address)) return refuseMetadata(address, allowed);
  if (allowed.some((range) => isInRange(address, range))) return undefined;
  return address.family === 4 ? refuseFour(address) : refuseSix(address);
}

/** The same for a host that is allowed by its name: it may lead anywhere but to a cloud's credentials. */
export function refuseNamed(
  allowed: readonly AddressRange[],
): (address: IpAddress) => Sentence | undefined {
  return (address) => (isMetadata(address) ? refuseMetadata(address, allowed) : undefined);
}

function isMetadata(address: IpAddress): boolean {
  return metadataAddresses.some((range) => isInRange(address, range));
}

function refuseMetadata(
  address: IpAddress,
  allowed: readonly AddressRange[],
): Sentence | undefined {
  const isNamed = allowed.some((range) => isSingle(range) && isInRange(address, range));
  return isNamed ? undefined : metadata;
}

function refuseFour(address: IpAddress): Sentence | undefined {
  return refusedFour.find(([range]) => isInRange(address, range))?.[1];
}

function refuseSix(address: IpAddress): Sentence | undefined {
  if (!isInRange(address, globalUnicastSix)) {
    return namedSix.find(([range]) => isInRange(address, range))?.[1] ?? notGlobal;
  }
  if (isIsatap(address)) return isatap;
  return refusedSix.find(([range]) => isInRange(address, range))?.[1];
}

/** RFC 5214 §6.1: the interface id is 0000:5efe or 0200:5efe, then an IPv4 address. */
function isIsatap(address: IpAddress): boolean {
  const upper = (address.bits >> 32n) & 0xffff_ffffn;
  return upper === 0x0000_5efen || upper === 0x0200_5efen;
}
