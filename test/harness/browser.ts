/** A browser as far as the dashboard's API sees one: it keeps cookies, and asks from a page of ours. */
import type { ApiReply } from './api-world.ts';

export type PageReply = ApiReply & {
  /** By which a page knows what to do about a refusal. */
  readonly word: unknown;
};

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export class Browser {
  readonly #address: string;
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();

  /** `http://localhost:8080`; `origin` is what its pages believe to be at. */
  constructor(address: string, origin = address) {
    this.#address = address;
    this.#origin = origin;
  }

  /** As `name=value`, by their names. */
  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies;
  }

  /** All of them, as a request brings them. */
  get cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Another browser on the same site, with the same cookies from now on. */
  copy(): Browser {
    const other = new Browser(this.#address, this.#origin);
    for (const [name, value] of this.#cookies) other.#cookies.set(name, value);
    return other;
  }

  async ask(
    method: Method,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<PageReply> {
    const response = await fetch(`${this.#address}${path}`, {
      method,
      redirect: 'error',
      headers: {
        'content-type': 'application/json',
        'x-parley': '1',
        origin: this.#origin,
        cookie: this.cookieHeader,
        ...headers,
      },
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
    });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    const text = await response.text();
    const isJson = response.headers.get('content-type') === 'application/json';
    const json = isJson ? (JSON.parse(text) as ApiReply['body']) : {};
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: json,
      word: json['word'],
    };
  }

  get(path: string, headers?: Readonly<Record<string, string>>): Promise<PageReply> {
    return this.ask('GET', path, undefined, headers);
  }

  post(path: string, body: unknown = {}): Promise<PageReply> {
    return this.ask('POST', path, body);
  }

  #keep(cookie: string): void {
    const [pair = '', ...attributes] = cookie.split('; ');
    const [name = '', ...value] = pair.split('=');
    if (attributes.includes('Max-Age=0')) this.#cookies.delete(name);
    else this.#cookies.set(name, value.join('='));
  }
}
