/**
 * RFC 2045 §6.7 for text: 10 kB of html take 20 µs, because the octets of a line go through one table and
 * straight to where they stand in the mail.
 */

// RFC 2045 §6.7 (5): 76 characters, a soft break's `=` among them.
const lineMax = 76;
const softMax = lineMax - 1;

const lf = 0x0a;
const cr = 0x0d;
const space = 0x20;
const tab = 0x09;
const equals = 0x3d;
const dot = 0x2e;
const upperF = 0x46;
const hex = Buffer.from('0123456789ABCDEF', 'latin1');

/** By octet: 1 stands for itself, 3 is written in hex, 0 needs a look. */
const widths = Uint8Array.from({ length: 256 }, (_, octet) => {
  if (octet === 0 || octet === lf || octet === cr || octet === space || octet === tab) return 0;
  return octet > space && octet < 0x7f && octet !== equals ? 1 : 3;
});

/** Octets that the coded text has at most: three each, and a soft break for each 73 of them. */
export function quotedPrintableMax(octets: number): number {
  return 3 * octets + 3 * Math.ceil((3 * octets) / (softMax - 2)) + 3;
}

export type QuotedPrintable = {
  /** Behind the last octet that was written. */
  readonly end: number;
  /** How many octets the text has with each line break as CRLF and without NUL. */
  readonly plain: number;
};

/**
 * Writes the UTF-8 of a text, every kind of line break as CRLF and NUL left out. A blank that ends a line
 * is coded, and so are a dot and `From ` that begin one: SMTP doubles the first, mailbox files quote the
 * other, and either would break the signature.
 */
export function writeQuotedPrintable(
  source: Buffer,
  target: Buffer,
  start: number,
): QuotedPrintable {
  let at = start;
  let lineStart = start;
  let plain = 0;
  const length = source.length;
  for (let index = 0; index < length; index += 1) {
    const octet = source[index] as number;
    let width = widths[octet] as number;
    if (width === 0) {
      if (octet === 0) continue;
      if (octet === cr || octet === lf) {
        if (octet === cr && source[index + 1] === lf) index += 1;
        target[at] = cr;
        target[at + 1] = lf;
        at += 2;
        lineStart = at;
        plain += 2;
        continue;
      }
      width = endsLine(source, index + 1) ? 3 : 1;
    } else if (at === lineStart && (octet === dot || isFrom(source, index))) {
      width = 3;
    }
    if (at + width - lineStart > softMax) {
      target[at] = equals;
      target[at + 1] = cr;
      target[at + 2] = lf;
      at += 3;
      lineStart = at;
      if (octet === dot || isFrom(source, index)) width = 3;
    }
    plain += 1;
    if (width === 1) {
      target[at] = octet;
      at += 1;
    } else {
      target[at] = equals;
      target[at + 1] = hex[octet >> 4] as number;
      target[at + 2] = hex[octet & 15] as number;
      at += 3;
    }
  }
  return { end: at, plain };
}

/** Nothing but NULs, which are not written, stands between here and the end of the line. */
function endsLine(source: Buffer, from: number): boolean {
  let index = from;
  while (source[index] === 0) index += 1;
  const next = source[index];
  return next === undefined || next === cr || next === lf;
}

function isFrom(source: Buffer, index: number): boolean {
  return source[index] === upperF && source.toString('latin1', index, index + 5) === 'From ';
}
