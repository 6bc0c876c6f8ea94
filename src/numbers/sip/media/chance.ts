/** Chance for RTP's beginnings (RFC 3550 §5.1), which nobody outside shall foresee. */
import { randomBytes } from 'node:crypto';

/** Between 0 and 1. */
export function drawnChance(): number {
  return randomBytes(4).readUInt32BE() / 2 ** 32;
}
