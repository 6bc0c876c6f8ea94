/** Octets → PDU, driven by the command table. Whatever arrives, it never throws. */
import { unreachable } from '#core/assert.ts';
import { type Field, isResponseId } from './commands.ts';
import { headerBytes } from './framer.ts';
import { layoutById } from './layout.ts';
import { OctetReader } from './octet-reader.ts';
import type { Address, Command, FailedDestination, MultiDestination, Pdu, Tlv } from './pdu.ts';
import { noTlvs } from './tlv.ts';

export type Decoded =
  /** `stray`: a cut TLV or loose octets followed what was read. */
  | { readonly kind: 'pdu'; readonly pdu: Pdu; readonly stray: boolean }
  /** A request that ended inside a mandatory field. */
  | { readonly kind: 'cut short'; readonly command: Command; readonly sequence: number }
  | { readonly kind: 'unknown request' | 'unknown response'; readonly sequence: number };

/** One whole PDU, as the framer cut it. */
export function decodePdu(octets: Buffer): Decoded {
  const id = octets.readUInt32BE(4);
  const status = octets.readUInt32BE(8);
  const sequence = octets.readUInt32BE(12);
  const layout = layoutById.get(id);
  if (layout === undefined) {
    return { kind: isResponseId(id) ? 'unknown response' : 'unknown request', sequence };
  }
  const reader = new OctetReader(octets, headerBytes);
  const body: Record<string, unknown> = { ...layout.blank };
  // A refusal has no body (SMPP 3.4 §4.4.2), and a response may leave its fields out: they stay blank.
  for (const field of layout.fields) {
    if (reader.left === 0 && isResponseId(id)) break;
    body[field.name] = readField(field, reader);
  }
  if (reader.cutShort && !isResponseId(id)) {
    return { kind: 'cut short', command: layout.command, sequence };
  }
  const tlvs = reader.left === 0 ? noTlvs : readTlvs(reader);
  body['tlvs'] = tlvs;
  const stray = reader.left > 0;
  return { kind: 'pdu', pdu: { command: layout.command, status, sequence, body } as Pdu, stray };
}

function readField(field: Field, reader: OctetReader): unknown {
  switch (field.kind) {
    case 'text':
      return reader.text();
    case 'octet':
      return reader.octet();
    case 'address':
      return readAddress(reader);
    case 'octets':
      return reader.octets(reader.octet());
    case 'destinations':
      return readList(reader, readDestination);
    case 'failed':
      return readList(reader, readFailed);
    default:
      return unreachable(field);
  }
}

function readAddress(reader: OctetReader): Address {
  return { ton: reader.octet(), npi: reader.octet(), address: reader.text() };
}

/** At most 255 items, and none after the octets have ended. */
function readList<Item>(reader: OctetReader, read: (reader: OctetReader) => Item): Item[] {
  const items: Item[] = [];
  for (let left = reader.octet(); left > 0 && !reader.cutShort; left--) items.push(read(reader));
  return items;
}

/** SMPP 3.4 §4.5.1.1: dest_flag 1 is an address, 2 the name of a distribution list. */
function readDestination(reader: OctetReader): MultiDestination {
  return reader.octet() === 2 ? { list: reader.text() } : readAddress(reader);
}

function readFailed(reader: OctetReader): FailedDestination {
  return { ...readAddress(reader), status: reader.long() };
}

/** Stops before a TLV that says it is longer than what is left. */
function readTlvs(reader: OctetReader): Tlv[] {
  const tlvs: Tlv[] = [];
  while (reader.left >= 4) {
    const which = reader.short();
    const bytes = reader.short();
    if (bytes > reader.left) {
      reader.step(-4);
      break;
    }
    tlvs.push({ tag: which, value: reader.octets(bytes) });
  }
  return tlvs;
}
