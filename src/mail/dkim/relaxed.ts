/** DKIM canonicalization `relaxed` (RFC 6376 §3.4.2 and §3.4.4): the form in which headers and bodies are hashed. */
import { createHash } from 'node:crypto';

/** One field, with its CRLF. */
export function relaxField(name: string, text: string): string {
  const value = text.slice(text.indexOf(':') + 1);
  return `${name.toLowerCase()}:${value
    .replaceAll('\r\n', '')
    .replace(/[\t ]+/g, ' ')
    .trim()}\r\n`;
}

const space = 0x20;
const tab = 0x09;
const cr = 0x0d;

/**
 * Of a body in chunks, each of which ends with CRLF and the last of which is not an empty line; SHA-256 in
 * base64. An empty body has no line at all.
 */
export function relaxedBodyHash(chunks: readonly Buffer[]): string {
  const hash = createHash('sha256');
  for (const chunk of chunks) hash.update(isRelaxed(chunk) ? chunk : relaxChunk(chunk));
  return hash.digest('base64');
}

function isRelaxed(chunk: Buffer): boolean {
  return !chunk.includes('  ') && !chunk.includes('\t') && !chunk.includes(' \r\n');
}

/** Blanks in a row are one space, and none before the end of a line. */
function relaxChunk(chunk: Buffer): Buffer {
  const relaxed = Buffer.allocUnsafe(chunk.length);
  let at = 0;
  let blanks = false;
  for (const octet of chunk) {
    if (octet === space || octet === tab) {
      blanks = true;
      continue;
    }
    if (blanks && octet !== cr) {
      relaxed[at] = space;
      at += 1;
    }
    blanks = false;
    relaxed[at] = octet;
    at += 1;
  }
  return relaxed.subarray(0, at);
}
