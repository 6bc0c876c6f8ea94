/**
 * A client of the SMS and email interface: one method for each command, typed by its path. A request is tried
 * again only where that cannot do anything twice: it reads, or it has an idempotency key.
 */
import { randomUUID } from 'node:crypto';
import { type CommandPath, type Commands, commandTable } from './commands.ts';

export type ClientOptions = {
  /** Where the server is: `https://parley.example`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** For one try, its answer included; 30 seconds unless said otherwise. */
  readonly timeoutMs?: number;
  /** Tries behind the first; 3 unless said otherwise, 0 for none, 10 at the most. */
  readonly retries?: number;
  /** `fr` for messages in French. */
  readonly language?: 'en' | 'fr';
  /** In place of the platform's own. */
  readonly fetch?: typeof fetch;
};

export type CallOptions = {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** Of your own: the same for the same request, also after a crash. One is made unless you give it. */
  readonly idempotencyKey?: string;
};

/** One thing that is wrong with a request. */
export type Fault = { readonly elementId: string; readonly message: string };

/** The server said no. */
export class ParleyRefusal extends Error {
  override readonly name = 'ParleyRefusal';
  readonly status: number;
  /** What is wrong, for programs. */
  readonly code: number;
  readonly errors: readonly Fault[];
  /** When to come back, where the server says so. */
  readonly retryAfterS: number | undefined;
  /** By which the server's log knows the request. */
  readonly requestId: string | undefined;

  constructor(refused: Refused) {
    super(refused.message);
    this.status = refused.status;
    this.code = refused.code;
    this.errors = refused.errors;
    this.retryAfterS = refused.retryAfterS;
    this.requestId = refused.requestId;
  }
}

type Refused = Omit<ParleyRefusal, 'name' | 'stack' | 'cause'>;

/** No answer came, or none that can be read; what was asked may have happened. */
export class ParleyUnreachable extends Error {
  override readonly name = 'ParleyUnreachable';
}

const retriesMax = 10;
const firstPauseMs = 250;
const pauseMsMax = 30_000;
/** Statuses that may pass by waiting. */
const passing: readonly number[] = [408, 429, 500, 502, 503, 504];

export class ParleyClient {
  readonly #options: Required<Omit<ClientOptions, 'language'>> & Pick<ClientOptions, 'language'>;

  constructor(options: ClientOptions) {
    this.#options = {
      timeoutMs: 30_000,
      fetch: globalThis.fetch,
      ...options,
      baseUrl: options.baseUrl.replace(/\/+$/, ''),
      retries: Math.min(Math.max(0, options.retries ?? 3), retriesMax),
    };
  }

  /** Throws a ParleyRefusal, a ParleyUnreachable, or what the signal was aborted with. */
  async call<Path extends CommandPath>(
    path: Path,
    takes: Commands[Path]['takes'],
    options: CallOptions = {},
  ): Promise<Commands[Path]['gives']> {
    const { keyed, method } = commandTable[path];
    const idempotencyKey = keyed ? (options.idempotencyKey ?? randomUUID()) : undefined;
    const mayRepeat = keyed || method === 'GET';
    const asked = { path, takes, idempotencyKey, options };
    for (let tried = 0; ; tried += 1) {
      try {
        return (await this.#once(asked)) as Commands[Path]['gives'];
      } catch (error) {
        const pauseMs = pauseAfter(error, tried);
        if (!mayRepeat || tried >= this.#options.retries || pauseMs === undefined) throw error;
        await pause(pauseMs, options.signal);
      }
    }
  }

  send(takes: SendSms, options?: CallOptions): Promise<Commands['/v1/send']['gives']> {
    return this.call('/v1/send', takes, options);
  }

  sendEmail(
    takes: Commands['/mail/v1/send']['takes'],
    options?: CallOptions,
  ): Promise<Commands['/mail/v1/send']['gives']> {
    return this.call('/mail/v1/send', takes, options);
  }

  me(options?: CallOptions): Promise<Commands['/v1/me']['gives']> {
    return this.call('/v1/me', {}, options);
  }

  async #once({ path, takes, idempotencyKey, options }: Asked): Promise<unknown> {
    const { baseUrl, fetch, timeoutMs } = this.#options;
    const { method } = commandTable[path];
    const timeout = AbortSignal.timeout(options.timeoutMs ?? timeoutMs);
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
    const hasBody = method === 'POST';
    const url = hasBody ? `${baseUrl}${path}` : `${baseUrl}${path}${queryOf(takes)}`;
    try {
      const response = await fetch(url, {
        method,
        headers: this.#headers(hasBody, idempotencyKey),
        signal,
        redirect: 'error',
        ...(hasBody && { body: JSON.stringify(takes) }),
      });
      return await read(response);
    } catch (error) {
      if (error instanceof ParleyRefusal) throw error;
      options.signal?.throwIfAborted();
      throw new ParleyUnreachable(`No answer to ${path}`, { cause: error });
    }
  }

  #headers(hasBody: boolean, idempotencyKey: string | undefined): Record<string, string> {
    const { apiKey, language } = this.#options;
    return {
      authorization: `Bearer ${apiKey}`,
      ...(hasBody && { 'content-type': 'application/json' }),
      ...(language && { 'accept-language': language }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    };
  }
}

/** An SMS: what the same path takes for an email has a method of its own. */
export type SendSms = Extract<Commands['/v1/send']['takes'], { readonly message: string }>;

type Asked = {
  readonly path: CommandPath;
  readonly takes: object;
  readonly idempotencyKey: string | undefined;
  readonly options: CallOptions;
};

/** A reply that is no JSON (a sound, a stream of events) is handed over unread. */
async function read(response: Response): Promise<unknown> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  if (response.ok) return isJson ? response.json() : response;
  const told = isJson ? ((await response.json()) as Partial<Refused>) : {};
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  throw new ParleyRefusal({
    status: response.status,
    code: told.code ?? response.status,
    message: told.message ?? `Status ${response.status}`,
    errors: told.errors ?? [],
    retryAfterS: Number.isFinite(retryAfter) ? retryAfter : undefined,
    requestId: response.headers.get('x-request-id') ?? undefined,
  });
}

/** Undefined: trying again does not help. */
function pauseAfter(error: unknown, tried: number): number | undefined {
  if (error instanceof ParleyRefusal) {
    if (!passing.includes(error.status)) return undefined;
    if (error.retryAfterS !== undefined) return Math.min(error.retryAfterS * 1_000, pauseMsMax);
  } else if (!(error instanceof ParleyUnreachable)) return undefined;
  const longest = Math.min(firstPauseMs * 2 ** tried, pauseMsMax);
  // Clients that failed together do not come back together.
  return longest * (0.5 + Math.random() / 2);
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

function queryOf(takes: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(takes)) {
    if (value === undefined || value === null) continue;
    query.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
}
