/** A path that is no command: a page for people, or a question of a machine that watches us. */
import type { HttpReply, HttpRequest, Identity, RequestHead } from '#api/http/http-message.ts';

export type Page = {
  /** With a slash at its end: all that stands behind it. */
  readonly path: string;
  readonly methods: readonly string[];
  /** Whether a body may be as large as an email with attachments; left out: none may. */
  readonly takesLargeBodies?: (head: RequestHead) => boolean;
  /** Who asks, as far as the head says it; asked before a larger body is read. */
  readonly identify?: (head: RequestHead) => Promise<Identity | undefined>;
  /** True: its handler writes its line of the log, too. */
  readonly isLogged?: boolean;
  readonly answer: (request: HttpRequest) => Promise<HttpReply> | HttpReply;
};
