/** RFC 5321 §4.5.2: a line that begins with a dot gets another one, and a lone dot ends the mail. */

const dot = 0x2e;
const lineFeed = 0x0a;
const oneDot = Buffer.from('.');
const end = Buffer.from('.\r\n');
const lineEnd = Buffer.from('\r\n');
export const loneDot: Buffer = end;

/** The octets as they travel behind DATA, the end included. */
export function dotStuffed(chunks: readonly Buffer[]): readonly Buffer[] {
  const stuffed: Buffer[] = [];
  let last = lineFeed;
  let beforeLast = 0;
  for (const chunk of chunks) {
    if (chunk.length === 0) continue;
    stuff(chunk, last === lineFeed, stuffed);
    beforeLast = chunk.length > 1 ? (chunk.at(-2) ?? 0) : last;
    last = chunk.at(-1) ?? last;
  }
  const isClosed = stuffed.length === 0 || (last === lineFeed && beforeLast === 0x0d);
  stuffed.push(...(isClosed ? [end] : [lineEnd, end]));
  return stuffed;
}

function stuff(chunk: Buffer, atLineStart: boolean, into: Buffer[]): void {
  let from = 0;
  if (atLineStart && chunk[0] === dot) into.push(oneDot);
  for (let at = chunk.indexOf('\n.'); at >= 0; at = chunk.indexOf('\n.', at + 1)) {
    into.push(chunk.subarray(from, at + 1), oneDot);
    from = at + 1;
  }
  into.push(chunk.subarray(from));
}
