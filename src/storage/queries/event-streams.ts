/** How queue/event-ids.ts makes an event's id: its stream × 2^45 + its number there. */

const streamSize = 2 ** 45;

/** From 0 on. */
export const streams = 256;

export function streamOf(eventId: number): number {
  return Math.floor(eventId / streamSize);
}

/** Below the ids of the stream. */
export function startOfStream(stream: number): number {
  return stream * streamSize;
}
