/** A definition and the function that answers it. */
import type { HttpReply, HttpRequest } from '#api/http/http-message.ts';
import type { Refusal } from '#api/reply.ts';
import type { Role } from '#core/permissions.ts';
import type { SignedIn } from '#core/signed-in.ts';
import type { Body, Definition, Params, Query, Reply } from './definition.ts';

/** Where a call of an account acts, and as what. */
export type InAccount = { readonly accountId: number; readonly role: Role };

type Who<One extends Definition> = One['needs'] extends 'nobody'
  ? { readonly who: SignedIn | undefined }
  : One['needs'] extends 'signed in' | 'administrator'
    ? { readonly who: SignedIn }
    : { readonly who: SignedIn } & InAccount;

export type DashboardCall<One extends Definition> = Who<One> & {
  readonly params: Params<One>;
  readonly query: Query<One>;
  readonly body: Body<One>;
  readonly request: HttpRequest;
};

export type Handled<Value> =
  | {
      readonly ok: true;
      readonly value: Value;
      /** `Set-Cookie` and their like, as names and values in turn. */
      readonly headers?: readonly string[] | undefined;
    }
  /** A download, a document or a stream, whole with its headers. */
  | { readonly ok: true; readonly raw: HttpReply }
  | Refusal;

export type Handler = {
  readonly definition: Definition;
  /** What the dashboard handler has read fits the definition. */
  readonly answer: (call: ReadCall) => Promise<Handled<unknown>> | Handled<unknown>;
};

/** A call as the dashboard handler makes it, before its handler's types are known. */
export type ReadCall = {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly who: SignedIn | undefined;
  readonly accountId: number | undefined;
  readonly role: Role | undefined;
  readonly request: HttpRequest;
};

export function handle<const One extends Definition>(
  definition: One,
  answer: (call: DashboardCall<One>) => Promise<Handled<Reply<One>>> | Handled<Reply<One>>,
): Handler {
  // The dashboard handler has checked each member by the schemas of this definition before it calls.
  return { definition, answer: (call) => answer(call as unknown as DashboardCall<One>) };
}

export function give<Value>(value: Value, headers?: readonly string[]): Handled<Value> {
  return { ok: true, value, headers };
}
