/** What the server serves: a few pages by their path, and behind every other path the commands. */

import type { Log } from '#core/log.ts';
import type { CommandDesk } from './command-desk.ts';
import { answerFailure } from './failure.ts';
import type { HttpReply, HttpRequest, RequestHead, Site } from './http/http-message.ts';
import type { Page } from './pages/page.ts';
import { type Refusal, refuse } from './reply.ts';

export type SitePorts = {
  /** In how many seconds to come back, where no more work can be taken; asked for every command. */
  readonly refuseNow: () => number | undefined;
  readonly log: Log;
};

export class ApiSite implements Site {
  readonly #desk: CommandDesk;
  readonly #pages: ReadonlyMap<string, Page>;
  readonly #ports: SitePorts;

  constructor(desk: CommandDesk, pages: readonly Page[], ports: SitePorts) {
    this.#desk = desk;
    this.#pages = new Map(pages.map((page) => [page.path, page]));
    this.#ports = ports;
  }

  admit(head: RequestHead): HttpReply | undefined {
    if (this.#pages.has(head.path) || head.method === 'OPTIONS') return undefined;
    const retryAfterS = this.#ports.refuseNow();
    if (retryAfterS === undefined) return undefined;
    return this.#desk.refuse(refuse('service is overloaded', { retryAfterS }), head);
  }

  async answer(request: HttpRequest): Promise<HttpReply> {
    try {
      const page = this.#pages.get(request.path);
      return await (page === undefined ? this.#desk.answer(request) : this.#show(page, request));
    } catch (error) {
      return this.refuse(answerFailure(error, request, this.#ports.log), request);
    }
  }

  refuse(refusal: Refusal, head: RequestHead): HttpReply {
    return this.#desk.refuse(refusal, head);
  }

  #show(page: Page, request: HttpRequest): Promise<HttpReply> | HttpReply {
    if (page.methods.includes(request.method)) return page.answer(request);
    const allow = page.methods.join(', ');
    return this.refuse(refuse('method is not allowed', { allow }), request);
  }
}
