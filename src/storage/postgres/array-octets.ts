/**
 * Arrays as parameters in the server's binary format: nothing is quoted here or parsed there, and octets are not written
 * as digits, which are twice as long. The format is that of `array_recv` (PostgreSQL 15, src/backend/utils/adt/arrayfuncs.c):
 * a head, then for each element its length and its octets.
 */
import { ImpossibleState, unreachable } from '#core/assert.ts';
import { storedText } from './texts.ts';

export type ColumnType = 'bigint' | 'text' | 'bytea';

export type Value = number | string | Uint8Array | boolean | null;

/** Object ids of the types (pg_type). */
const typeIds: Readonly<Record<ColumnType, number>> = { bigint: 20, text: 25, bytea: 17 };

const headBytes = 20;
const lengthBytes = 4;
const bigintBytes = 8;
const nullLength = -1;
/** A character of UTF-16 takes at most so many octets in UTF-8. */
const bytesOfCharacterMax = 3;

const roomUsual = 65_536;
const roomKeptMax = 1_048_576;

/** Where an array is written before it is copied to its own size. */
let room = Buffer.allocUnsafeSlow(roomUsual);

/** The values of all items. Throws where one is none of its type. */
export function arrayOctets<Item>(
  type: ColumnType,
  items: readonly Item[],
  valueIn: (item: Item) => Value,
): Buffer {
  let at = headBytes;
  let hasNulls = false;
  for (const item of items) {
    const value = valueIn(item);
    if (value === null) hasNulls = true;
    at = writeElement(type, value, at);
  }
  writeHead(type, { count: items.length, hasNulls });
  const octets = Buffer.from(room.subarray(0, at));
  if (room.length > roomKeptMax) room = Buffer.allocUnsafeSlow(roomUsual);
  return octets;
}

/** One dimension, which begins at 1. */
function writeHead(
  type: ColumnType,
  { count, hasNulls }: { readonly count: number; readonly hasNulls: boolean },
): void {
  room.writeInt32BE(1, 0);
  room.writeInt32BE(hasNulls ? 1 : 0, 4);
  room.writeInt32BE(typeIds[type], 8);
  room.writeInt32BE(count, 12);
  room.writeInt32BE(1, 16);
}

/** Gives the place behind it. */
function writeElement(type: ColumnType, value: Value, at: number): number {
  if (value === null) {
    makeRoom(at + lengthBytes);
    return room.writeInt32BE(nullLength, at);
  }
  switch (type) {
    case 'bigint':
      return writeInteger(Number(value), at);
    case 'text':
      return writeText(storedText(String(value)), at);
    case 'bytea':
      if (value instanceof Uint8Array) return writeOctets(value, at);
      throw new ImpossibleState(`${typeof value} in a column of octets`);
    default:
      return unreachable(type);
  }
}

/** Both halves of 64 bits; those of a number below 0 are its two's complement. */
function writeInteger(value: number, at: number): number {
  if (!Number.isSafeInteger(value)) throw new ImpossibleState(`${value} in a column of integers`);
  makeRoom(at + lengthBytes + bigintBytes);
  room.writeInt32BE(bigintBytes, at);
  room.writeInt32BE(Math.floor(value / 2 ** 32), at + lengthBytes);
  return room.writeUInt32BE(value >>> 0, at + lengthBytes + 4);
}

function writeText(text: string, at: number): number {
  makeRoom(at + lengthBytes + text.length * bytesOfCharacterMax);
  const length = room.write(text, at + lengthBytes, 'utf8');
  return room.writeInt32BE(length, at) + length;
}

function writeOctets(octets: Uint8Array, at: number): number {
  makeRoom(at + lengthBytes + octets.length);
  room.set(octets, room.writeInt32BE(octets.length, at));
  return at + lengthBytes + octets.length;
}

function makeRoom(bytes: number): void {
  if (bytes <= room.length) return;
  const larger = Buffer.allocUnsafeSlow(Math.max(bytes, room.length * 2));
  room.copy(larger);
  room = larger;
}
