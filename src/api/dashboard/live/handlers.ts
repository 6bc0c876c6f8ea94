/**
 * Server-sent events for pages (HTML Living Standard §9.2), from now on or from where `Last-Event-ID` says.
 * Each event's `id` is the cursor behind it. Roles that may not read contents hear that something happened.
 */
import { eventJson } from '#api/commands/events/event-json.ts';
import type { HttpRequest, ReplyStream } from '#api/http/http-message.ts';
import { pageHeaders } from '#api/http/surface-headers.ts';
import { refuse } from '#api/reply.ts';
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import type { SignedIn } from '#people/signed-in.ts';
import { type EventCursor, parseCursor, writeCursor } from '#webhooks/pull/event-cursor.ts';
import type { EventPull, FeedPage } from '#webhooks/pull/event-pull.ts';
import { Places } from '#webhooks/pull/places.ts';
import { type Handler, handle } from '../handler.ts';
import { mayRead } from '../masked.ts';
import { streamEvents } from './definitions.ts';

export type LivePorts = {
  readonly feed: Pick<EventPull, 'openFeed' | 'reader'>;
  /** Whether the session of the request stands and its person may still read there; asking does not keep it alive. */
  readonly mayStillRead: (
    request: HttpRequest,
    who: SignedIn,
    accountId: number,
  ) => Promise<boolean>;
  readonly clock: Clock;
  readonly log: Log;
};

/** Tabs of one person, and of all. */
const streamsMax = { ofUser: 20, all: 500 };
/** A browser that was cut off comes back after this. */
const comeBack = 'retry: 2000\n\n';
/** Pages are written no closer together: ten a second. */
const paceMs = 100;
const checkMs = 30_000;
/** A reader that takes nothing for so long is dropped; it resumes where it stood. */
const stuckMs = 30_000;
/** Of a page with more events the others are counted. */
const shownMax = 50;

const headers = [
  ...pageHeaders("default-src 'none'; frame-ancestors 'none'"),
  'Content-Type',
  'text/event-stream',
  // nginx would gather what must be seen at once.
  'X-Accel-Buffering',
  'no',
];

export function liveHandlers(ports: LivePorts): readonly Handler[] {
  const places = new Places(streamsMax.ofUser, streamsMax.all);
  return [
    handle(streamEvents, async ({ accountId, role, who, query, request }) => {
      const written = request.headers['last-event-id'] ?? query.after;
      const asked = written === undefined || written === '' ? undefined : parseCursor(written);
      const kinds = query.topics?.split(',') ?? [];
      const after = await beginning(asked, accountId, ports);
      const place = places.take(who.userId);
      if (place === undefined) return refuse('too many readers', { retryAfterS: 5 });
      const stop = new AbortController();
      const feed = ports.feed.openFeed({ accountId, after, kinds }, stop.signal);
      if (feed === undefined) {
        place[Symbol.dispose]();
        return refuse('too many readers', { retryAfterS: 5 });
      }
      const start = (out: ReplyStream): void => {
        out.ended.addEventListener('abort', () => stop.abort(), { once: true });
        const stays = () => ports.mayStillRead(request, who, accountId);
        const teller = { feed, after, stop, stays, showsContents: mayRead(role), ports };
        void tellAll(teller, out)
          .catch((error: unknown) => ports.log.info('live.stream_broken', errorFields(error)))
          .finally(() => {
            stop.abort();
            place[Symbol.dispose]();
            out.end();
          });
      };
      return { ok: true, raw: { status: 200, headers, body: '', stream: start } };
    }),
  ];
}

/** What a page that has missed too much sees it asks for anew: it goes on from now. */
async function beginning(
  asked: EventCursor | undefined,
  accountId: number,
  { feed: { reader } }: LivePorts,
): Promise<EventCursor> {
  if (asked === undefined) return reader.newest();
  const first = await reader.read({ accountId, after: asked, kinds: [], limit: 1 });
  return first.ok ? asked : reader.newest();
}

type Teller = {
  readonly feed: AsyncGenerator<FeedPage>;
  readonly after: EventCursor;
  readonly stop: AbortController;
  readonly stays: () => Promise<boolean>;
  readonly showsContents: boolean;
  readonly ports: LivePorts;
};

async function tellAll(teller: Teller, out: ReplyStream): Promise<void> {
  const { feed, after, stop, stays, showsContents, ports } = teller;
  const { clock } = ports;
  await out.write(`${comeBack}id: ${writeCursor(after)}\n\n`);
  let checkedAtMs = clock.monotonicMs();
  for await (const page of feed) {
    if (out.ended.aborted) return;
    if (clock.monotonicMs() - checkedAtMs >= checkMs) {
      if (!(await stays())) return;
      checkedAtMs = clock.monotonicMs();
    }
    const stuck = clock.after(stuckMs, () => out.end());
    await out.write(tell(page, showsContents));
    stuck.cancel();
    if (page.events.length > 0) await clock.sleep(paceMs, stop.signal);
  }
}

/** An id without data is kept by the browser and told to nobody. */
function tell({ events, cursor }: FeedPage, showsContents: boolean): string {
  const left = events.length - shownMax;
  const end = `id: ${writeCursor(cursor)}\n`;
  if (events.length === 0) return `: still here\n${end}\n`;
  const shown = events.slice(0, shownMax).map((event) => {
    const { id, kind, createdAtMs } = event;
    const createdAt = new Date(createdAtMs).toISOString();
    const data = showsContents
      ? eventJson(event)
      : JSON.stringify({ id: `msg_${id}`, event: kind, createdAt });
    return `id: ${writeCursor(event.cursor)}\nevent: ${kind}\ndata: ${data}\n\n`;
  });
  if (left <= 0) return shown.join('');
  return `${shown.join('')}${end}event: more\ndata: {"count":${left}}\n\n`;
}
