/** The octets of a part: its header, and its characters in the code of its form. */
import { ImpossibleState, must, unreachable } from '#core/assert.ts';
import type { Form } from './form.ts';
import { septetCode, septetsOf, writeGsm } from './gsm.ts';
import { fillBitsBehind, packSeptets } from './gsm-packing.ts';
import { splitIntoParts } from './segments.ts';

export type PartOctets = {
  /** Behind its header, where there is one. */
  readonly octets: Buffer;
  readonly hasHeader: boolean;
  /** How many parts the text has. */
  readonly parts: number;
};

/** TS 23.040 §9.2.3.24.1: the total is one octet, and no total is 0. */
const totalMax = 255;

/** Part 1 is the first. The same text, form and reference make the same octets whenever it is asked again. */
export function encodePart(
  text: string,
  form: Form,
  { part, reference }: { readonly part: number; readonly reference: number },
): PartOctets {
  const parts = splitIntoParts(text, form);
  if (parts.length > totalMax) throw new ImpossibleState(`A text of ${parts.length} parts`);
  const whole = form.long === 'payload' && parts.length > 1;
  const characters = whole ? text : must(parts[part - 1], `part ${part}`);
  const header = makeHeader(form, { reference, total: parts.length, number: part });
  return {
    octets: write(characters, form, header),
    hasHeader: header.length > 0,
    parts: parts.length,
  };
}

type Place = { readonly reference: number; readonly total: number; readonly number: number };

const noHeader: readonly number[] = [];

/** TS 23.040 §9.2.3.24: a length and the elements. */
function makeHeader(form: Form, place: Place): readonly number[] {
  const joining = place.total > 1 ? joiningElement(form, place) : noHeader;
  const { locking, single } = form;
  if (joining.length === 0 && locking === 0 && single === 0) return noHeader;
  const elements = [
    ...joining,
    ...(single === 0 ? [] : [0x24, 0x01, single]),
    ...(locking === 0 ? [] : [0x25, 0x01, locking]),
  ];
  return [elements.length, ...elements];
}

/** §9.2.3.24.1 and §9.2.3.24.8: element, its length, reference, total, number. */
function joiningElement({ long }: Form, { reference, total, number }: Place): readonly number[] {
  const low = reference & 0xff;
  switch (long) {
    case 'udh8':
      return [0x00, 0x03, low, total, number];
    case 'udh16':
      return [0x08, 0x04, (reference >> 8) & 0xff, low, total, number];
    case 'sar':
    case 'payload':
      return noHeader;
    default:
      return unreachable(long);
  }
}

function write(text: string, form: Form, header: readonly number[]): Buffer {
  switch (form.code) {
    case 'gsm7':
      return behindHeader(header, septetsIn(text, form), (target, start) =>
        writeGsm(text, target, start, septetCode(form)),
      );
    case 'gsm7Packed':
      return packed(text, form, header);
    case 'latin1':
    case 'ascii':
      return behindHeader(header, text.length, (target, start) =>
        target.write(text, start, 'latin1'),
      );
    case 'ucs2':
      return behindHeader(header, text.length * 2, (target, start) =>
        writeUcs2(text, target, start),
      );
    default:
      return unreachable(form.code);
  }
}

function behindHeader(
  header: readonly number[],
  length: number,
  put: (target: Buffer, start: number) => void,
): Buffer {
  const octets = Buffer.allocUnsafe(header.length + length);
  for (let at = 0; at < header.length; at += 1) octets[at] = header[at] ?? 0;
  put(octets, header.length);
  return octets;
}

/** §9.2.3.24: fill bits bring the text behind a header to a septet boundary. */
function packed(text: string, form: Form, header: readonly number[]): Buffer {
  const septets = Buffer.allocUnsafe(septetsIn(text, form));
  writeGsm(text, septets, 0, septetCode(form));
  const octets = packSeptets(septets, header.length === 0 ? 0 : fillBitsBehind(header.length));
  return header.length === 0 ? octets : Buffer.concat([Buffer.from(header), octets]);
}

function septetsIn(text: string, form: Form): number {
  return must(septetsOf(text, septetCode(form)), 'GSM length of a text that was planned in GSM');
}

/** Called UCS-2, but every phone reads UTF-16 with the high octet first. */
function writeUcs2(text: string, target: Buffer, start: number): void {
  target.write(text, start, 'utf16le');
  target.subarray(start).swap16();
}
