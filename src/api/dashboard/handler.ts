/** A route of the dashboard's API and the function that answers it. */
import type { z } from 'zod';
import type { HttpReply, HttpRequest } from '#api/http/http-message.ts';
import type { Refusal } from '#api/reply.ts';
import type { Needs } from '#core/operation.ts';
import type { Role } from '#core/permissions.ts';
import type { SignedIn } from '#core/signed-in.ts';

/** Whom it lets in, and its place in the OpenAPI document. */
export type Definition = {
  readonly method: 'GET' | 'POST';
  /** `/api/accounts/{account}/operations/message-show`; nothing else is a name in it. */
  readonly path: string;
  /** A permission is one in the account that the path names as `{account}`. */
  readonly needs: Needs;
  /** A sign-in within the last ten minutes. */
  readonly fresh?: boolean;
  /** Also for who has no second factor where one is needed. */
  readonly withoutFactor?: boolean;
  /** Also in an account that is disabled or blocked: it takes something away, spends nothing and opens nothing. */
  readonly whileClosed?: boolean;
  /** Its body may be as large as an email with attachments. */
  readonly largeBodies?: boolean;
  /** A sentence, for the docs. */
  readonly summary: string;
  /** They arrive as text, each at most once. */
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Left out: the reply is no JSON. */
  readonly reply?: z.ZodType;
};

/** Of an account: which, and what the person is there. */
export type DashboardCall = {
  readonly who: SignedIn | undefined;
  readonly accountId: number | undefined;
  readonly role: Role | undefined;
  readonly request: HttpRequest;
};

export type Handled =
  | {
      readonly ok: true;
      /** Members that nobody may hear are cut already. */
      readonly value: unknown;
      /** `Set-Cookie` and their like, as names and values in turn. */
      readonly headers?: readonly string[] | undefined;
    }
  /** A download, a document or a stream, whole with its headers. */
  | { readonly ok: true; readonly raw: HttpReply }
  | Refusal;

export type Handler = {
  readonly definition: Definition;
  readonly answer: (call: DashboardCall) => Promise<Handled> | Handled;
};
