/**
 * Server-sent events for pages (HTML Living Standard §9.2), from now on or from where `Last-Event-ID` says.
 * Roles that may not read contents hear that something happened.
 */
import type { HttpRequest, ReplyStream } from '#api/http/http-message.ts';
import { pageHeaders } from '#api/http/surface-headers.ts';
import { refuse } from '#api/reply.ts';
import { errorFields, type Log } from '#core/log.ts';
import type { Permission } from '#people/permissions.ts';
import type { SignedIn } from '#people/signed-in.ts';
import { parseCursor } from '#webhooks/pull/event-cursor.ts';
import { Places } from '#webhooks/pull/places.ts';
import { type Handler, handle } from '../handler.ts';
import { streamEvents } from './definitions.ts';
import { LiveStream, type LiveStreamPorts } from './live-stream.ts';

/** Whether the session of a request stands and its person still may; asking does not keep it alive. */
export type MayStill = (
  permission: Permission,
  place: { readonly request: HttpRequest; readonly who: SignedIn; readonly accountId: number },
) => Promise<boolean>;

export type LivePorts = LiveStreamPorts & {
  readonly mayStill: MayStill;
  readonly log: Log;
};

/** Tabs of one person, and of all. */
const streamsMax = { ofUser: 20, all: 500 };

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
      const written = request.headers['last-event-id'] ?? query.after ?? '';
      const after = parseCursor(written) ?? (await ports.feed.reader.newest());
      const kinds = query.topics?.split(',') ?? [];
      const place = places.take(who.userId);
      if (place === undefined) return refuse('too many readers', { retryAfterS: 5 });
      const stays = () => ports.mayStill('read facts', { request, who, accountId });
      const page = { accountId, role, kinds, after, stays };
      const start = (out: ReplyStream): void => {
        void new LiveStream(page, ports, out)
          .run()
          .catch((error: unknown) => ports.log.info('live.stream_broken', errorFields(error)))
          .finally(() => {
            place[Symbol.dispose]();
            out.end();
          });
      };
      return { ok: true, raw: { status: 200, headers, body: '', stream: start } };
    }),
  ];
}
