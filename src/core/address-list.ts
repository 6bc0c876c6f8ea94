/** Lists of address ranges, as people write them: where a key, a bind or a proxy may come from. */
import { type AddressRange, isInRange, parseAddressRange } from './address-range.ts';
import { parseIpAddress } from './ip-address.ts';
import { plainAddress } from './network.ts';

export const addressRangesMax = 100;

/** Read once for each list: callers keep theirs for as long as the row that holds it. */
const parsed = new WeakMap<readonly string[], readonly AddressRange[]>();

/** Whether the address is in one of the ranges; an empty list is any address. */
export function mayComeFrom(address: string, ranges: readonly string[]): boolean {
  if (ranges.length === 0) return true;
  const from = parseIpAddress(plainAddress(address));
  return from !== undefined && rangesOf(ranges).some((range) => isInRange(from, range));
}

function rangesOf(texts: readonly string[]): readonly AddressRange[] {
  const known = parsed.get(texts);
  if (known !== undefined) return known;
  const ranges = texts.map(parseAddressRange).filter((range) => range !== undefined);
  parsed.set(texts, ranges);
  return ranges;
}
