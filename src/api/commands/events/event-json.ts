/** An event as its account reads it: what its webhook says in headers, and its body as it was sent. */

import type { FieldValue } from '#api/reply.ts';
import { shownKind } from '#webhooks/callback-request.ts';
import type { PulledEvent } from '#webhooks/pull/event-reader.ts';

type Shown = {
  readonly id: string;
  readonly event: string;
  readonly createdAt: string;
  readonly test?: true;
};

/** The payload is a text: that is how XML has it. */
export function describeEvent(event: PulledEvent): FieldValue {
  return { ...shown(event), payload: textOf(event) };
}

/** The payload is an object, and last: its octets end before the last brace. */
export function eventJson(event: PulledEvent): string {
  return `${JSON.stringify(shown(event)).slice(0, -1)},"payload":${textOf(event)}}`;
}

/** `test` only where a webhook has the header `webhook-test`. */
function shown({ id, kind, createdAtMs, test }: PulledEvent): Shown {
  const createdAt = new Date(createdAtMs).toISOString();
  return { id: `msg_${id}`, event: shownKind(kind), createdAt, ...(test && { test }) };
}

function textOf({ body }: PulledEvent): string {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
}
