/** RFC 2045 §6.8: base64 in lines of 76 characters. */
const lineCharacters = 76;
const lineOctets = 57;
const lineBreak = Buffer.from('\r\n');

/** Octets of the coded form; without a line break behind the last line. */
export function base64Length(octets: number): number {
  const breaks = Math.max(Math.ceil(octets / lineOctets) - 1, 0);
  return Math.ceil(octets / 3) * 4 + breaks * lineBreak.length;
}

export function base64Lines(octets: Buffer): Buffer {
  const coded = Buffer.from(octets.toString('base64'), 'latin1');
  const lines = Buffer.allocUnsafe(base64Length(octets.length));
  let to = 0;
  for (let from = 0; from < coded.length; from += lineCharacters) {
    if (from > 0) to += lineBreak.copy(lines, to);
    to += coded.copy(lines, to, from, from + lineCharacters);
  }
  return lines;
}
