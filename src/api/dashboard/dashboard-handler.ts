/**
 * The JSON API of the dashboard, `/api/…`: who asks, whether they may, what they sent, and what they
 * hear. The session's cookie counts here and nowhere else.
 */
import { type AccountState, closedWords } from '#accounts/account.ts';
import { answerFailure } from '#api/failure.ts';
import {
  bodyBytesMax,
  type HttpReply,
  type HttpRequest,
  type Identity,
  type RequestHead,
} from '#api/http/http-message.ts';
import { bodyTooLarge } from '#api/http/request-guard.ts';
import { pageHeaders } from '#api/http/surface-headers.ts';
import { preferredLanguage } from '#api/language.ts';
import { isFromOwnPage, isOwnHost } from '#api/pages/own-page.ts';
import type { Page } from '#api/pages/page.ts';
import { type Answer, envelope, type Refusal, refuse, replyOf } from '#api/reply.ts';
import { RequestLog } from '#api/request-log.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import { type Needs, permissionOf } from '#core/operation.ts';
import { mayDo, permissions, type Role } from '#core/permissions.ts';
import type { SignedIn } from '#core/signed-in.ts';
import { isViewing, seenInViews } from '#people/account-view.ts';
import type { Definition, Handled, Handler } from './handler.ts';
import { pageFix, pageSentence } from './page-words.ts';
import { readSessionToken } from './session-cookie.ts';

export type DashboardHandlerPorts = {
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
  readonly log: Log;
  /** Whose session it is; what happens in the background does not keep it alive. */
  readonly findSession: (
    token: string,
    seen: { readonly isBackground: boolean },
  ) => Promise<SignedIn | undefined>;
  /** What a person is in an account; undefined: nothing, and they shall not learn whether it exists. */
  readonly roleIn: (who: SignedIn, accountId: number) => Promise<Role | undefined>;
  /** Whether the account, and the one above it, is active. */
  readonly stateOf: (accountId: number) => Promise<AccountState | undefined>;
};

export class DashboardHandler {
  readonly #load: () => Promise<readonly Handler[]>;
  /** By path. */
  #routes: ReadonlyMap<string, Handler> | undefined;
  readonly #publicUrl: string | undefined;
  readonly #ports: DashboardHandlerPorts;
  readonly #requestLog: RequestLog;

  constructor(
    load: () => Promise<readonly Handler[]>,
    publicUrl: string | undefined,
    ports: DashboardHandlerPorts,
  ) {
    this.#load = load;
    this.#publicUrl = publicUrl;
    this.#ports = ports;
    this.#requestLog = new RequestLog(ports.log, ports.clock);
  }

  get page(): Page {
    return {
      path: '/api/',
      isLogged: true,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      // Until its route is known any may be, and is looked at once more then.
      takesLargeBodies: ({ path }) =>
        this.#routes?.get(routeOf(path).path)?.definition.largeBodies ?? this.#routes === undefined,
      identify: (head) => this.#identify(head),
      answer: (request) => this.#answer(request),
    };
  }

  /** The document of all that can be asked stands where programs look for it. */
  get pages(): readonly Page[] {
    return [this.page, { ...this.page, path: '/openapi.json', methods: ['GET', 'HEAD'] }];
  }

  async #answer(request: HttpRequest): Promise<HttpReply> {
    const startedMs = this.#requestLog.nowMs();
    const route = routeOf(request.path);
    const handler = (await this.#loaded()).get(route.path);
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    let handled: Handled;
    if (!isOwnHost(request.headers['host'], this.#publicUrl))
      handled = refuse('host is another one');
    else if (handler === undefined) handled = refuse('nothing is there');
    else if (handler.definition.method !== method) {
      handled = refuse('method is not allowed', { allow: handler.definition.method });
    } else if (request.body.length > bodyBytesMax && handler.definition.largeBodies !== true) {
      handled = bodyTooLarge(bodyBytesMax);
    } else handled = await this.#run(handler, route.account, request);
    const reply = tell(handled, request);
    const path = handler === undefined ? 'unknown' : route.path;
    const account = accountIdOf(route.account);
    this.#requestLog.write({ path, account, startedMs }, request, answerOf(handled), reply);
    return reply;
  }

  async #loaded(): Promise<ReadonlyMap<string, Handler>> {
    this.#routes ??= new Map((await this.#load()).map((one) => [one.definition.path, one]));
    return this.#routes;
  }

  async #run({ definition, answer }: Handler, account: string | undefined, request: HttpRequest) {
    try {
      const isWrite = definition.method !== 'GET';
      if (isWrite && !isFromOwnPage(request.headers, this.#publicUrl)) {
        return refuse('request is not from our page');
      }
      const who = await this.#whoAsks(request);
      const barred = bar(definition, who, this.#ports.clock.nowMs());
      if (barred !== undefined) return barred;
      const place = await this.#placeOf(definition, account, who);
      if ('ok' in place) return place;
      return await answer({ ...place, who, request });
    } catch (error) {
      return answerFailure(error, request, this.#ports.log);
    }
  }

  async #identify(head: RequestHead): Promise<Identity | undefined> {
    const who = await this.#whoAsks(head);
    return who && { ok: true, who: `user ${who.userId}` };
  }

  async #whoAsks(request: RequestHead): Promise<SignedIn | undefined> {
    const token = readSessionToken(request, this.#publicUrl);
    if (token === undefined) return undefined;
    return this.#ports.findSession(token, {
      isBackground: request.headers['x-background'] === '1',
    });
  }

  /** The account in the path, and what the person is there. */
  async #placeOf(
    definition: Definition,
    account: string | undefined,
    who: SignedIn | undefined,
  ): Promise<Place | Refusal> {
    const { needs, method } = definition;
    const permission = permissionOf(needs);
    if (permission === undefined || who === undefined) return nowhere;
    const accountId = accountIdOf(account);
    if (accountId !== undefined && isViewing(who, accountId)) {
      const mayRead = method === 'GET' && seenInViews.includes(permission);
      // What may not be read is not masked: it is not there at all.
      return mayRead ? { accountId, role: 'owner' } : refuse('view is for reading');
    }
    const role = accountId === undefined ? undefined : await this.#ports.roleIn(who, accountId);
    if (role === undefined) return refuse('nothing is there');
    if (!mayDo(role, permission)) {
      const details = { role, roles: permissions[permission].join(', ') };
      return refuse('role does not allow it', { details });
    }
    const closed = needsActive(definition) ? await this.#closedWord(accountId) : undefined;
    return closed === undefined ? { accountId, role } : refuse(closed);
  }

  /** A suspended account is suspended for its people too, not for its keys alone. */
  async #closedWord(accountId: number | undefined): Promise<ClosedWord> {
    const state = accountId === undefined ? undefined : await this.#ports.stateOf(accountId);
    return closedWords[state ?? 'disabled'];
  }
}

type ClosedWord = (typeof closedWords)[AccountState];

/** What opens doors, spends or moves money. What reads contents or facts has no writes that do. */
const ofActive: readonly Needs[] = ['send', 'manage keys', 'manage balance', 'manage people'];

function needsActive({ method, needs, whileClosed = false }: Definition): boolean {
  return method !== 'GET' && !whileClosed && ofActive.includes(needs);
}

type Place = { readonly accountId: number | undefined; readonly role: Role | undefined };

const nowhere: Place = { accountId: undefined, role: undefined };

/** The account that a path names, and the path without it. */
function routeOf(path: string): { readonly path: string; readonly account?: string | undefined } {
  const account = /^\/api\/accounts\/([^/]*)\//.exec(path)?.[1];
  if (account === undefined) return { path };
  return { path: path.replace(`/accounts/${account}/`, '/accounts/{account}/'), account };
}

function accountIdOf(written: string | undefined): number | undefined {
  return /^\d{1,15}$/.test(written ?? '') ? Number(written) : undefined;
}

function bar(
  { needs, fresh = false, withoutFactor = false }: Definition,
  who: SignedIn | undefined,
  nowMs: number,
): Refusal | undefined {
  if (needs === 'nobody') return undefined;
  if (who === undefined) return refuse('nobody is signed in');
  if (who.lacksFactor === true && !withoutFactor) return refuse('second factor is missing');
  // To others the console is not there.
  if (needs === 'administrator' && !who.isAdministrator) return refuse('nothing is there');
  if (fresh && who.freshUntilMs <= nowMs) return refuse('sign-in is not fresh');
  return undefined;
}

function answerOf(handled: Handled): Answer {
  return handled.ok ? { ok: true, fields: {} } : handled;
}

const headers = pageHeaders("default-src 'none'; frame-ancestors 'none'").concat([
  'Content-Type',
  'application/json',
]);

function tell(handled: Handled, request: HttpRequest): HttpReply {
  if (!handled.ok) return refusalReply(handled, request);
  if ('raw' in handled) return handled.raw;
  return {
    status: 200,
    headers: handled.headers === undefined ? headers : headers.concat(handled.headers),
    body: JSON.stringify(handled.value ?? {}),
  };
}

/** The envelope of the interface in the words of pages, with what to do, and the word by which a page knows it. */
function refusalReply(refusal: Refusal, request: HttpRequest): HttpReply {
  const language = preferredLanguage(request.headers['accept-language']);
  const { word } = refusal.problems[0];
  const { retryAfterS, allow } = refusal;
  return {
    status: replyOf(refusal).status,
    headers: [
      ...headers,
      ...(retryAfterS === undefined ? [] : ['Retry-After', String(retryAfterS)]),
      ...(allow === undefined ? [] : ['Allow', allow]),
    ],
    body: JSON.stringify({
      ...envelope(refusal, language, pageSentence),
      fix: pageFix(word)?.[language],
      word,
      requestId: request.id,
    }),
  };
}
