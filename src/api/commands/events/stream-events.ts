/**
 * `GET /v1/events/stream`: an account's webhooks as server-sent events (HTML Living Standard §9.2), from now
 * on or from where `Last-Event-ID`, `after` or `since` says. Each event's `id` is the cursor behind it.
 */
import { reachOf } from '#accounts/authenticator.ts';
import type { Run } from '#api/commands/command.ts';
import { Fields } from '#api/parameters/fields.ts';
import { must } from '#core/assert.ts';
import { errorFields, type Log } from '#core/log.ts';
import type { ReplyStream } from '#core/reply-stream.ts';
import { shownKind } from '#webhooks/callback-request.ts';
import { type EventCursor, writeCursor } from '#webhooks/pull/event-cursor.ts';
import type { FeedPage } from '#webhooks/pull/event-pull.ts';
import {
  type CursorField,
  type EventPorts,
  findCursor,
  readBeginning,
  readCursor,
  readKinds,
  refuseOld,
  tooManyReaders,
} from './asked-events.ts';
import { eventJson } from './event-json.ts';

export type StreamPorts = EventPorts & { readonly log: Log };

/** A client that was cut off comes back after this. */
const comeBack = 'retry: 1000\n\n';

export function streamEvents({ events, clock, log }: StreamPorts): Run {
  return async ({ caller, base, parameters, lastEventId, barred }) => {
    const fields = new Fields(parameters);
    const isBack = lastEventId !== undefined && lastEventId !== '';
    const field: CursorField = isBack ? 'Last-Event-ID' : 'after';
    const beginning = isBack
      ? readCursor(fields, field, lastEventId)
      : readBeginning(fields, clock, 'newest');
    const kinds = readKinds(fields, base);
    if (beginning === undefined || fields.refusal !== undefined) {
      return must(fields.refusal, 'refusal of a stream');
    }
    const { accountId, mode } = reachOf(caller);
    const after = (await findCursor(accountId, beginning, events)) ?? new Map();
    // A cursor that is too old is told as any refusal, for which a browser does not come back.
    const first = await events.reader.read({ accountId, mode, after, kinds, limit: 1 });
    if (!first.ok) return refuseOld(field, first.oldest);
    const stopped = new AbortController();
    const mayStill = async () => (await barred()) === undefined;
    const feed = events.openFeed({ accountId, mode, after, kinds, mayStill }, stopped.signal);
    if (feed === undefined) return tooManyReaders;
    return {
      ok: true,
      fields: {},
      stream: {
        contentType: 'text/event-stream',
        start(out) {
          if (out.ended.aborted) stopped.abort();
          out.ended.addEventListener('abort', () => stopped.abort(), { once: true });
          void writeFeed(feed, after, out).catch((error: unknown) => {
            log.info('events.stream_broken', errorFields(error));
            out.drop();
          });
        },
      },
    };
  };
}

async function writeFeed(feed: AsyncGenerator<FeedPage>, after: EventCursor, out: ReplyStream) {
  await out.write(`${comeBack}id: ${writeCursor(after)}\n\n`);
  for await (const page of feed) {
    if (out.ended.aborted) break;
    await out.write(tell(page));
  }
  out.end();
}

/** An id without data is kept by the client and told to nobody. */
function tell({ events, cursor }: FeedPage): string {
  if (events.length === 0) return `: still here\nid: ${writeCursor(cursor)}\n\n`;
  return events
    .map(
      (event) =>
        `id: ${writeCursor(event.cursor)}\nevent: ${shownKind(event.kind)}\ndata: ${eventJson(event)}\n\n`,
    )
    .join('');
}
