/** `parley listen`, with what it needs of the webhooks: a session's secret, the stream, and a line for each answer. */
import type { ListenRequest } from '#cli/listen-request.ts';
import { systemClock } from '#core/clock.ts';
import { StreamRefused } from '#webhooks/forward/event-source.ts';
import { type Forwarded, forwardEvents } from '#webhooks/forward/forward-events.ts';
import { makeSecret } from '#webhooks/signature.ts';

/** Until told to stop; answers why not, where the server refuses. */
export async function listenAndForward(
  { address, key, forward, tell }: ListenRequest,
  signal: AbortSignal,
): Promise<string | undefined> {
  const secret = makeSecret();
  tell(`Signed with ${secret}, the secret of this session.`);
  const query = { address, key, to: forward, secret };
  const ports = { clock: systemClock, fetch, tell };
  try {
    for await (const forwarded of forwardEvents(query, ports, signal)) tell(describe(forwarded));
    return undefined;
  } catch (error) {
    if (error instanceof StreamRefused) return `${address.origin}: ${error.message}`;
    throw error;
  }
}

function describe({ event, answer, durationMs }: Forwarded): string {
  const at = new Date(systemClock.nowMs()).toISOString().slice(11, 19);
  return `${at} ${event.kind} ${event.id} → ${answer}, ${durationMs} ms`;
}
