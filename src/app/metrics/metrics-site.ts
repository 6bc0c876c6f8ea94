/** `GET /metrics` in Prometheus's text format, at a port of its own: it says how much passes, and asks for no key. */
import type { HttpReply, HttpRequest, RequestHead, Site } from '#api/http/http-message.ts';
import type { Log } from '#core/log.ts';
import { errorFields } from '#core/log.ts';

export type MetricsSitePorts = {
  readonly contentType: string;
  /** Brings what is looked at rather than counted up to date. */
  readonly measure: () => Promise<void>;
  readonly read: () => Promise<string>;
  readonly log: Log;
};

export class MetricsSite implements Site {
  readonly #ports: MetricsSitePorts;

  constructor(ports: MetricsSitePorts) {
    this.#ports = ports;
  }

  admit(): undefined {
    return undefined;
  }

  bodyBytesMax(): number {
    return 0;
  }

  async answer({ method, path }: HttpRequest): Promise<HttpReply> {
    if (path !== '/metrics') return tell(404, 'Only /metrics is here.\n');
    if (method !== 'GET' && method !== 'HEAD') return tell(405, 'GET alone.\n', ['Allow', 'GET']);
    await this.#bringUpToDate();
    const { read, contentType } = this.#ports;
    return tell(200, await read(), [], contentType);
  }

  refuse(_refusal: unknown, _head: RequestHead): HttpReply {
    return tell(400, 'This is no request for metrics.\n');
  }

  /** What counts itself is told also while the storage is away. */
  async #bringUpToDate(): Promise<void> {
    try {
      await this.#ports.measure();
    } catch (error) {
      this.#ports.log.warn('metrics.incomplete', errorFields(error));
    }
  }
}

function tell(
  status: number,
  body: string,
  headers: readonly string[] = [],
  type = 'text/plain; charset=utf-8',
): HttpReply {
  const all = ['Content-Type', type, 'Cache-Control', 'no-store', ...headers];
  return { status, headers: all, body };
}
