/**
 * RFC 5321 §2.3.8: CR and LF only occur together. What stands alone is a line end to some servers and
 * not to others, so that one sees two mails where another sees one.
 */

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Whether the octets, which follow `before`, hold one that stands alone; a CR at their end is not judged. */
export function hasBareLineEnd(octets: Uint8Array, before: number): boolean {
  if (before === carriageReturn && octets.length > 0 && octets[0] !== lineFeed) return true;
  for (let at = octets.indexOf(lineFeed); at !== -1; at = octets.indexOf(lineFeed, at + 1)) {
    if ((at === 0 ? before : octets[at - 1]) !== carriageReturn) return true;
  }
  const last = octets.length - 1;
  for (
    let at = octets.indexOf(carriageReturn);
    at !== -1;
    at = octets.indexOf(carriageReturn, at + 1)
  ) {
    if (at < last && octets[at + 1] !== lineFeed) return true;
  }
  return false;
}
