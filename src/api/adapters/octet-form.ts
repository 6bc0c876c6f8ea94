/** Form fields as octets: which characters they are is for the request to say. */
import { parametersMax } from '#api/parameters/value.ts';

export type OctetFields = ReadonlyMap<string, Buffer>;

/** Of a name that stands twice the first counts. Undefined: more than anybody has to say. */
export function parseOctetForm(text: string): OctetFields | undefined {
  const fields = new Map<string, Buffer>();
  if (text === '') return fields;
  const pairs = text.split('&', parametersMax + 1);
  if (pairs.length > parametersMax) return undefined;
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const written = equals < 0 ? pair : pair.slice(0, equals);
    const name = octetsOf(written).toString('utf8');
    if (name !== '' && !fields.has(name)) {
      fields.set(name, octetsOf(equals < 0 ? '' : pair.slice(equals + 1)));
    }
  }
  return fields;
}

/** A plus is a blank; what is no escape stands for itself. `text` has a character for each octet. */
function octetsOf(text: string): Buffer {
  const plain = text
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(plain, 'latin1');
}
