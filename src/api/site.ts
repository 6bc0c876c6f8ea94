/** What the server serves: a few pages by their path, and behind every other path the commands. */

import type { ApiBase } from '#accounts/api-key.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import { type CommandHandler, tidyPath } from './command-handler.ts';
import { answerFailure } from './failure.ts';
import {
  bodyBytesMax,
  type HttpReply,
  type HttpRequest,
  type Identity,
  largeBodyBytesMax,
  type RequestHead,
  type Site,
} from './http/http-message.ts';
import { asksForPage } from './pages/dashboard-document.ts';
import type { Page } from './pages/page.ts';
import { type Refusal, refuse } from './reply.ts';
import { RequestLog } from './request-log.ts';

export type SitePorts = {
  /** In how many seconds to come back, where no more work can be taken; asked for every command. */
  readonly refuseNow: () => number | undefined;
  /** The same for commands that bring messages of one kind, while others are still answered. */
  readonly refuseWork: (base: ApiBase) => number | undefined;
  readonly log: Log;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** A host name at which `/v1` is the email base; undefined: it has none of its own. */
  readonly mailHost?: string | undefined;
  /** Follows requests from their whole body to their reply. */
  readonly watch?: RequestWatch | undefined;
};

export interface RequestWatch {
  begin(request: HttpRequest): void;
  end(request: HttpRequest, status: number): void;
}

export type SitePages = {
  readonly pages: readonly Page[];
  /** For a browser that asks for anything else. */
  readonly document?: Page | undefined;
};

export class ApiSite implements Site {
  readonly #handler: CommandHandler;
  readonly #pages: ReadonlyMap<string, Page>;
  readonly #document: Page | undefined;
  readonly #ports: SitePorts;
  readonly #requestLog: RequestLog;

  constructor(handler: CommandHandler, { pages, document }: SitePages, ports: SitePorts) {
    this.#handler = handler;
    this.#pages = new Map(pages.map((page) => [page.path, page]));
    this.#document = document;
    this.#ports = ports;
    this.#requestLog = new RequestLog(ports.log, ports.clock);
  }

  admit(asked: RequestHead): HttpReply | undefined {
    const head = this.#atBase(asked);
    if (this.#pageFor(head) !== undefined || head.method === 'OPTIONS') return undefined;
    const base = this.#handler.bringsWork(head.path);
    const retryAfterS =
      this.#ports.refuseNow() ?? (base === undefined ? undefined : this.#ports.refuseWork(base));
    if (retryAfterS === undefined) return undefined;
    return this.#handler.refuse(refuse('service is overloaded', { retryAfterS }), head);
  }

  bodyBytesMax(asked: RequestHead): number {
    const head = this.#atBase(asked);
    const page = this.#pageFor(head);
    const isLarge =
      page === undefined
        ? this.#handler.takesLargeBodies(head.path)
        : page.takesLargeBodies?.(head) === true;
    return isLarge ? largeBodyBytesMax : bodyBytesMax;
  }

  async identify(asked: RequestHead): Promise<Identity | undefined> {
    const head = this.#atBase(asked);
    try {
      const page = this.#pageFor(head);
      return await (page === undefined ? this.#handler.identify(head) : page.identify?.(head));
    } catch (error) {
      const refusal = answerFailure(error, head, this.#ports.log);
      return { ok: false, reply: this.refuse(refusal, head) };
    }
  }

  answer(asked: HttpRequest): Promise<HttpReply> {
    const { watch } = this.#ports;
    const request = this.#atBase(asked);
    // Most requests: a promise less for each.
    if (watch === undefined && this.#handler.isCommand(request.path)) {
      return this.#handler.answer(request);
    }
    return this.#answerWatched(asked, request);
  }

  async #answerWatched(asked: HttpRequest, request: HttpRequest): Promise<HttpReply> {
    const { watch, log } = this.#ports;
    watch?.begin(asked);
    let reply: HttpReply;
    try {
      const page = this.#pageFor(request);
      reply = await (page === undefined
        ? this.#handler.answer(request)
        : this.#show(page, request));
    } catch (error) {
      reply = this.refuse(answerFailure(error, request, log), request);
    }
    watch?.end(asked, reply.status);
    return reply;
  }

  refuse(refusal: Refusal, head: RequestHead): HttpReply {
    return this.#handler.refuse(refusal, this.#atBase(head));
  }

  /** Where the email base has a host name of its own, what is asked there stands below `/mail`. */
  #atBase<Head extends RequestHead>(head: Head): Head {
    const { mailHost } = this.#ports;
    if (mailHost === undefined || hostOf(head) !== mailHost) return head;
    const path = tidyPath(head.path);
    return path.startsWith('/v1/') ? { ...head, path: `/mail${path}` } : head;
  }

  #pageFor(head: RequestHead): Page | undefined {
    const { path } = head;
    // Most requests, and this is asked three times of each.
    if (this.#handler.isCommand(path)) return undefined;
    const page = this.#pages.get(path) ?? this.#pages.get(path.slice(0, path.indexOf('/', 1) + 1));
    return page ?? (asksForPage(head) ? this.#document : undefined);
  }

  async #show(page: Page, request: HttpRequest): Promise<HttpReply> {
    const { path, methods, isLogged } = page;
    if (!methods.includes(request.method)) {
      return this.refuse(refuse('method is not allowed', { allow: methods.join(', ') }), request);
    }
    if (isLogged === true) return page.answer(request);
    const startedMs = this.#requestLog.nowMs();
    const reply = await page.answer(request);
    const { account } = reply;
    this.#requestLog.writeReply({ path, account, startedMs }, request, reply);
    if (account !== undefined) this.#handler.keepReply(account, request, reply, startedMs);
    return reply;
  }
}

/** RFC 9110 §4.2.3: a host's name does not mind its case. */
function hostOf({ headers }: RequestHead): string {
  return (headers['host'] ?? '').replace(/:\d+$/, '').toLowerCase();
}
