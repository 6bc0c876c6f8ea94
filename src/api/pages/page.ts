/** A path that is no command: a page for people, or a question of a machine that watches us. */
import type { HttpReply, HttpRequest } from '#api/http/http-message.ts';

export type Page = {
  /** With a slash at its end: all that stands behind it. */
  readonly path: string;
  readonly methods: readonly string[];
  readonly answer: (request: HttpRequest) => Promise<HttpReply> | HttpReply;
};
