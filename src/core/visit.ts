/** Where a request to a page comes from, as sign-in goes by it, and what its browser keeps afterwards. */

export type Visit = {
  readonly address: string;
  readonly agent: string;
  /** What an earlier sign-in gave this browser. */
  readonly browserToken: string | undefined;
  /** As the request names them: for passkeys, which are of one host. */
  readonly host: string | undefined;
  readonly origin: string | undefined;
};

/** `token` is of the session; undefined: it has ended. */
export type Cookies = {
  readonly token: string | undefined;
  readonly browserToken?: string | undefined;
};

/** An answer with which the browser gets other cookies. */
export class WithCookies<Value> {
  readonly value: Value;
  readonly cookies: Cookies;

  constructor(value: Value, cookies: Cookies) {
    this.value = value;
    this.cookies = cookies;
  }
}
