/**
 * Ids of events: stream × 2^45 + sequence, below 2^53. Ids of different streams are not in the order of time; who
 * writes a stream, and why a reader skips nothing, says queue/event-ids.ts.
 */

/** As many processes may write events at a time: 2^53 / 2^45. */
export const streams = 256;
export const idsOfStream = 2 ** 45;

/** The stream of an event's id. */
export function streamOf(eventId: number): number {
  return Math.floor(eventId / idsOfStream);
}

/** An event's number in its stream. */
export function sequenceOf(eventId: number): number {
  return eventId % idsOfStream;
}

export function eventIdOf(stream: number, sequence: number): number {
  return stream * idsOfStream + sequence;
}
