/** What both ways of reading events are asked: where to begin, and which kinds. */
import type { ApiBase } from '#accounts/api-key.ts';
import type { Fields } from '#api/parameters/fields.ts';
import { type Refusal, refuse } from '#api/reply.ts';
import { unreachable } from '#core/assert.ts';
import type { Clock } from '#core/clock.ts';
import { isKindOfEvent } from '#webhooks/management/endpoint-rules.ts';
import { isMailKind, mailFamilies } from '#webhooks/management/sample-kinds.ts';
import { type EventCursor, parseCursor, writeCursor } from '#webhooks/pull/event-cursor.ts';
import type { EventPull } from '#webhooks/pull/event-pull.ts';

export type EventPorts = {
  readonly events: Pick<EventPull, 'pull' | 'openFeed' | 'reader'>;
  readonly clock: Clock;
};

/** The field that a refusal of the cursor names. */
export type CursorField = 'after' | 'Last-Event-ID';

export type Beginning =
  | { readonly at: 'cursor'; readonly cursor: EventCursor }
  | { readonly at: 'oldest' | 'newest' }
  | { readonly at: 'time'; readonly atMs: number };

const kindsMax = 20;
/** Reports in the words of another gateway are kinds of their own. */
const gatewayReport = /^dlr\.[a-z_]{1,20}$/;
/** No event is kept longer than its retention; ten years is the longest that can be set. */
const sinceSMax = 315_360_000;

/** `after`: a cursor or `now`; `since`: so many seconds ago. Without both `otherwise` counts. */
export function readBeginning(
  fields: Fields,
  clock: Clock,
  otherwise: 'oldest' | 'newest',
): Beginning | undefined {
  const after = fields.text('after');
  const sinceS = fields.wholeNumber('since', 0, sinceSMax);
  if (after !== undefined && sinceS !== undefined) {
    return fields.refuse('cursor and time exclude each other', 'since');
  }
  if (sinceS !== undefined) return { at: 'time', atMs: clock.nowMs() - sinceS * 1_000 };
  if (after === undefined) return { at: otherwise };
  return after === 'now' ? { at: 'newest' } : readCursor(fields, 'after', after);
}

export function readCursor(
  fields: Fields,
  field: CursorField,
  text: string,
): Beginning | undefined {
  const cursor = parseCursor(text);
  if (cursor === undefined) return fields.refuse('cursor is malformed', field);
  return { at: 'cursor', cursor };
}

/** At the email base those of emails, and all of them where none is named. */
export function readKinds(fields: Fields, base: ApiBase): readonly string[] {
  const words = fields.text('event')?.split(',') ?? [];
  const kinds = words.map((word) => word.trim());
  if (kinds.length > kindsMax || !kinds.every((word) => mayAsk(word, base))) {
    fields.refuse('value is not kinds of events', 'event');
  }
  return kinds.length === 0 && base === 'email' ? mailFamilies : kinds;
}

function mayAsk(kind: string, base: ApiBase): boolean {
  const isKnown = isKindOfEvent(kind) || gatewayReport.test(kind);
  return isKnown && (base === 'sms' || isMailKind(kind));
}

/** Undefined: the oldest that is kept, whichever that is when it is read. */
export async function findCursor(
  accountId: number,
  beginning: Beginning,
  { reader }: EventPorts['events'],
): Promise<EventCursor | undefined> {
  switch (beginning.at) {
    case 'oldest':
      return undefined;
    case 'newest':
      return reader.newest();
    case 'time':
      return reader.since(accountId, beginning.atMs);
    case 'cursor':
      return beginning.cursor;
    default:
      return unreachable(beginning);
  }
}

/** Never a gap without a word: who has missed something hears where he can go on. */
export function refuseOld(field: CursorField, oldest: EventCursor): Refusal {
  return refuse('cursor is too old', { field, details: { oldest: writeCursor(oldest) } });
}

export const tooManyReaders = refuse('too many readers', { retryAfterS: 5 });
