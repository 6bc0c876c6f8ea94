/** PDU → octets, driven by the command table: counted first, then written into a buffer of that size. */
import { unreachable } from '#core/assert.ts';
import { type Field, isResponseId, shortMessageBytesMax } from './commands.ts';
import { headerBytes } from './framer.ts';
import { type AnyBody, type Layout, layoutOf } from './layout.ts';
import type { Address, FailedDestination, MultiDestination, Pdu, Tlv } from './pdu.ts';

/** A value that has no place in its field: too long, or with a character that would end it. */
export class UnfitField extends RangeError {
  override readonly name = 'UnfitField';
  readonly field: string;

  constructor(field: string) {
    super(`${field} does not fit its field`);
    this.field = field;
  }
}

/** The octets of a PDU in a buffer of their own; throws `UnfitField`. */
export function encodePdu(pdu: Pdu): Buffer {
  const layout = layoutOf(pdu.command);
  const body = pdu.body as AnyBody;
  const bytes = bytesOf(layout, body);
  const octets = Buffer.allocUnsafe(bytes);
  octets.writeUInt32BE(bytes, 0);
  octets.writeUInt32BE(layout.id, 4);
  octets.writeUInt32BE(pdu.status, 8);
  octets.writeUInt32BE(pdu.sequence, 12);
  let at = headerBytes;
  for (const field of layout.fields) at = writeField(field, body[field.name], octets, at);
  writeTlvs(body.tlvs, octets, at);
  // SMPP 3.4 §4.4.2: the body of a response is not returned with an error.
  const mayBeBare = pdu.status !== 0 && bytes === layout.blankBytes && isResponseId(layout.id);
  return mayBeBare && isBlank(octets) ? withoutBody(octets) : octets;
}

export function encodeIfFit(pdu: Pdu): Buffer | UnfitField {
  try {
    return encodePdu(pdu);
  } catch (error) {
    if (error instanceof UnfitField) return error;
    throw error;
  }
}

/** Blank fields are all octets of zero; one that says something has to travel. */
function isBlank(octets: Buffer): boolean {
  return octets.subarray(headerBytes).every((octet) => octet === 0);
}

function withoutBody(octets: Buffer): Buffer {
  octets.writeUInt32BE(headerBytes, 0);
  return octets.subarray(0, headerBytes);
}

function bytesOf(layout: Layout, body: AnyBody): number {
  let bytes = headerBytes;
  for (const field of layout.fields) bytes += bytesOfField(field, body[field.name]);
  for (let index = 0; index < body.tlvs.length; index++) {
    const length = body.tlvs[index]?.value.length ?? 0;
    if (length > 0xffff) throw new UnfitField('tlvs');
    bytes += 4 + length;
  }
  return bytes;
}

function bytesOfField(field: Field, value: unknown): number {
  switch (field.kind) {
    case 'text':
      return bytesOfText(field.name, value as string, field.bytesMax);
    case 'octet':
      return 1;
    case 'address':
      return 2 + bytesOfText(field.name, (value as Address).address, field.bytesMax);
    case 'octets':
      return 1 + bytesOfMessage(field.name, value as Buffer);
    case 'destinations':
      return 1 + bytesOfList(field.name, value as readonly MultiDestination[], bytesOfDestination);
    case 'failed':
      return 1 + bytesOfList(field.name, value as readonly FailedDestination[], bytesOfFailed);
    default:
      return unreachable(field);
  }
}

/** With its NUL. A character above one octet or a NUL inside has no place in a C-octet string. */
function bytesOfText(field: string, value: string, bytesMax: number): number {
  if (value.length >= bytesMax) throw new UnfitField(field);
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index);
    if (code === 0 || code > 0xff) throw new UnfitField(field);
  }
  return value.length + 1;
}

function bytesOfMessage(field: string, octets: Buffer): number {
  // SMPP 5.0 §4.7.25 allows the 255th octet, and peers send it.
  if (octets.length > shortMessageBytesMax + 1) throw new UnfitField(field);
  return octets.length;
}

function bytesOfList<Item>(
  field: string,
  items: readonly Item[],
  bytesOfItem: (item: Item) => number,
): number {
  if (items.length > 0xff) throw new UnfitField(field);
  return items.reduce((sum, item) => sum + bytesOfItem(item), 0);
}

function bytesOfDestination(destination: MultiDestination): number {
  return 'list' in destination
    ? 1 + bytesOfText('destinations', destination.list, 21)
    : 3 + bytesOfText('destinations', destination.address, 21);
}

function bytesOfFailed({ address }: FailedDestination): number {
  return 6 + bytesOfText('failed', address, 21);
}

function writeField(field: Field, value: unknown, octets: Buffer, at: number): number {
  switch (field.kind) {
    case 'text':
      return writeText(value as string, octets, at);
    case 'octet':
      octets[at] = value as number;
      return at + 1;
    case 'address':
      return writeAddress(value as Address, octets, at);
    case 'octets':
      octets[at] = (value as Buffer).length;
      return at + 1 + (value as Buffer).copy(octets, at + 1);
    case 'destinations':
      return writeList(value as readonly MultiDestination[], octets, at, writeDestination);
    case 'failed':
      return writeList(value as readonly FailedDestination[], octets, at, writeFailed);
    default:
      return unreachable(field);
  }
}

/** Octet by octet: for a dozen of them that is faster than a call into the runtime. */
function writeText(value: string, octets: Buffer, at: number): number {
  for (let index = 0; index < value.length; index++) octets[at++] = value.charCodeAt(index);
  octets[at] = 0;
  return at + 1;
}

function writeAddress({ ton, npi, address }: Address, octets: Buffer, at: number): number {
  octets[at] = ton;
  octets[at + 1] = npi;
  return writeText(address, octets, at + 2);
}

function writeList<Item>(
  items: readonly Item[],
  octets: Buffer,
  at: number,
  write: (item: Item, octets: Buffer, at: number) => number,
): number {
  octets[at] = items.length;
  return items.reduce((next, item) => write(item, octets, next), at + 1);
}

function writeDestination(destination: MultiDestination, octets: Buffer, at: number): number {
  const isList = 'list' in destination;
  octets[at] = isList ? 2 : 1;
  return isList
    ? writeText(destination.list, octets, at + 1)
    : writeAddress(destination, octets, at + 1);
}

function writeFailed(failed: FailedDestination, octets: Buffer, at: number): number {
  return octets.writeUInt32BE(failed.status, writeAddress(failed, octets, at));
}

function writeTlvs(tlvs: readonly Tlv[], octets: Buffer, at: number): void {
  for (const { tag: which, value } of tlvs) {
    octets.writeUInt16BE(which, at);
    octets.writeUInt16BE(value.length, at + 2);
    at += 4 + value.copy(octets, at + 4);
  }
}
