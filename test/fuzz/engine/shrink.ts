/** The smallest part of an input that breaks the same thing: halves, quarters and so on are left out while it does. */

const attemptsMax = 2_000;

export async function shrink(
  octets: Buffer,
  isSame: (octets: Buffer) => Promise<boolean>,
): Promise<Buffer> {
  let smallest = octets;
  let attempts = 0;
  for (let size = octets.length >> 1; size >= 1; size >>= 1) {
    for (let at = 0; at < smallest.length && attempts < attemptsMax; attempts++) {
      const shorter = Buffer.concat([smallest.subarray(0, at), smallest.subarray(at + size)]);
      if (await isSame(shorter)) smallest = shorter;
      else at += size;
    }
  }
  return smallest;
}
