/**
 * Server-sent events for pages (HTML Living Standard §9.2), from now on or from where `Last-Event-ID` says.
 * Roles that may not read contents hear that something happened.
 */
import type { HttpRequest } from '#api/http/http-message.ts';
import type { ReplyStream } from '#api/http/reply-stream.ts';
import { pageHeaders } from '#api/http/surface-headers.ts';
import { refuse } from '#api/reply.ts';
import { errorFields, type Log } from '#core/log.ts';
import type { Permission, Role } from '#core/permissions.ts';
import type { SignedIn } from '#people/signed-in.ts';
import { ConcurrencyLimit } from '#webhooks/pull/concurrency-limit.ts';
import { parseCursor } from '#webhooks/pull/event-cursor.ts';
import { type Handler, handle } from '../handler.ts';
import { streamEvents } from './definitions.ts';
import { LiveStream, type LiveStreamPorts } from './live-stream.ts';

/**
 * What the person of a request is by now, where its session stands and they still may; undefined otherwise. Asking
 * does not keep it alive.
 */
export type RoleNow = (
  permission: Permission,
  place: {
    readonly request: HttpRequest;
    readonly who: SignedIn;
    readonly accountId: number;
    /** As it was at the beginning. */
    readonly role: Role;
  },
) => Promise<Role | undefined>;

export type LivePorts = LiveStreamPorts & {
  readonly roleNow: RoleNow;
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
  const places = new ConcurrencyLimit(streamsMax.ofUser, streamsMax.all);
  return [
    handle(streamEvents, async ({ accountId, role, who, query, request }) => {
      const written = request.headers['last-event-id'] ?? query.after ?? '';
      const after = parseCursor(written) ?? (await ports.feed.reader.newest());
      const kinds = query.topics?.split(',') ?? [];
      const place = places.take(who.userId);
      if (place === undefined) return refuse('too many readers', { retryAfterS: 5 });
      const roleNow = () => ports.roleNow('read facts', { request, who, accountId, role });
      const page = { accountId, role, kinds, after, roleNow };
      const start = (out: ReplyStream): void => {
        void new LiveStream(page, ports, out)
          .run()
          .catch((error: unknown) => {
            ports.log.info('live.stream_broken', errorFields(error));
            out.drop();
          })
          .finally(() => {
            place[Symbol.dispose]();
            out.end();
          });
      };
      return { ok: true, raw: { status: 200, headers, body: '', stream: start } };
    }),
  ];
}
