/** Pages that are told what happens, from now on or from where they stood; so many at a time. */
import { ConcurrencyLimit } from '#core/concurrency-limit.ts';
import { errorFields, type Log } from '#core/log.ts';
import { StreamAnswer } from '#core/stream-answer.ts';
import { parseCursor } from '../pull/event-cursor.ts';
import { type LivePage, LiveStream, type LiveStreamPorts } from './live-stream.ts';

export type LivePorts = LiveStreamPorts & { readonly log: Log };

type Asked = Pick<LivePage, 'accountId' | 'role' | 'kinds'> & {
  readonly userId: number;
  /** A cursor. */
  readonly after: string;
};

/** Tabs of one person, and of all. */
const streamsMax = { ofUser: 20, all: 500 };

export class LivePages {
  readonly #ports: LivePorts;
  readonly #places = new ConcurrencyLimit(streamsMax.ofUser, streamsMax.all);

  constructor(ports: LivePorts) {
    this.#ports = ports;
  }

  /** Undefined: there are too many. */
  async begin({ userId, after, ...page }: Asked): Promise<StreamAnswer | undefined> {
    const { feed, log } = this.#ports;
    const newest = await feed.reader.newest();
    const place = this.#places.take(userId);
    if (place === undefined) return undefined;
    return new StreamAnswer((out, { lastId = after, roleNow }) => {
      const read = { ...page, after: parseCursor(lastId) ?? newest, roleNow };
      void new LiveStream(read, this.#ports, out)
        .run()
        .catch((error: unknown) => {
          log.info('live.stream_broken', errorFields(error));
          out.drop();
        })
        .finally(() => {
          place[Symbol.dispose]();
          out.end();
        });
    });
  }
}
