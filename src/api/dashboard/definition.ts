/**
 * What a route of the dashboard's API says of itself. One definition is the check of what comes in, the
 * type of what the pages call, and the route's place in the OpenAPI document. It imports nothing that
 * runs on the server alone: the pages see its types.
 */
import type { z } from 'zod';
import type { Needs } from '#core/operation.ts';

export type Definition = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `/api/accounts/{account}/messages/{message}`. */
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
  /** Of the names in the path; they arrive as text. */
  readonly params?: z.ZodObject;
  /** They arrive as text, each at most once. */
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Members that are not named here are not written. Left out: the reply is no JSON. */
  readonly reply?: z.ZodType;
};

export function define<const One extends Definition>(definition: One): One {
  return definition;
}

type Read<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

export type Params<One extends Definition> = Read<One['params']>;
export type Query<One extends Definition> = Read<One['query']>;
export type Body<One extends Definition> = Read<One['body']>;
/** What a handler gives. */
export type Reply<One extends Definition> = One['reply'] extends z.ZodType
  ? z.input<One['reply']>
  : undefined;
