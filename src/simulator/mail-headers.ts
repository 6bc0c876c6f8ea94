/** The header of a mail (RFC 5322 §2.2): its fields as they stand there, unfolded. */
import { decodeWords } from 'postal-mime';

export type HeaderField = { readonly name: string; readonly value: string };

/** What is larger is no header that anybody reads. */
const headerBytesMax = 262_144;
const shownMax = 998;

export function readHeader(octets: Uint8Array): readonly HeaderField[] {
  const beginning = Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength);
  const text = beginning.subarray(0, headerBytesMax).toString('utf8');
  const [header = ''] = text.split(/\r?\n\r?\n/, 1);
  return (
    header
      // A tab that continues a line means a blank, and terminals show it otherwise.
      .replace(/\r?\n[ \t]/g, ' ')
      .split(/\r?\n/)
      .flatMap((line) => {
        const colon = line.indexOf(':');
        return colon <= 0
          ? []
          : [{ name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() }];
      })
  );
}

/** The first field of that name as people read it; empty where there is none. */
export function headerLine(octets: Uint8Array, name: string): string {
  const field = readHeader(octets).find((each) => each.name.toLowerCase() === name);
  return field === undefined ? '' : decodeWords(field.value).slice(0, shownMax);
}
