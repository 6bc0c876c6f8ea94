/**
 * Where a reader of events stands: of each stream of event ids the number that it has read. Within a
 * stream commits follow the ids, so a client that reads on from there misses nothing; a stream that is not named
 * has not been read at all.
 */
import { idsOfStream, streams } from '#model/event-ids.ts';

/** The number last read, by stream. */
export type EventCursor = ReadonlyMap<number, number>;

/** All streams there can be, written out. */
const textMax = 8_000;
const wholeNumber = /^(?:0|[1-9]\d{0,14})$/;

/** For clients it is opaque: base64url of `{"stream":number,…}`. */
export function writeCursor(cursor: EventCursor): string {
  const read = [...cursor].filter(([, sequence]) => sequence > 0).toSorted(([a], [b]) => a - b);
  const members = read.map(([stream, sequence]) => `"${stream}":${sequence}`);
  return Buffer.from(`{${members.join(',')}}`).toString('base64url');
}

/** Undefined for what `writeCursor` does not write. */
export function parseCursor(text: string): EventCursor | undefined {
  if (text.length > textMax || !/^[\w-]+$/.test(text)) return undefined;
  const members = /^\{(?<members>.*)\}$/.exec(Buffer.from(text, 'base64url').toString('latin1'));
  const written = members?.groups?.['members'];
  if (written === undefined) return undefined;
  const cursor = new Map<number, number>();
  for (const member of written === '' ? [] : written.split(',')) {
    const parts = /^"(?<stream>\d{1,3})":(?<sequence>\d{1,15})$/.exec(member)?.groups;
    const [stream = '', sequence = ''] = [parts?.['stream'], parts?.['sequence']];
    if (!wholeNumber.test(stream) || !wholeNumber.test(sequence)) return undefined;
    const [at, read] = [Number(stream), Number(sequence)];
    if (at >= streams || read >= idsOfStream || cursor.has(at)) return undefined;
    cursor.set(at, read);
  }
  return cursor;
}
