/**
 * Calls of the server's API, typed by its definitions: `call('GET /api/accounts/{account}/endpoints',
 * { params: { account } })` answers what the definition of that route says.
 */
import { ApiFailure } from './api-failure.ts';
import type { Definitions } from './definitions.ts';
import { type Sent, transport } from './transport.ts';

type Routes = { [One in Definitions as `${One['method']} ${One['path']}`]: One };

/** `GET /api/accounts/{account}/messages`. */
export type Route = keyof Routes;

/** What a call of that route answers. */
export type Answered<R extends Route> = Routes[R] extends { readonly reply: infer Schema }
  ? Output<Schema>
  : undefined;

type Input<Schema> = Schema extends { readonly _zod: { readonly input: infer One } } ? One : never;
type Output<Schema> = Schema extends { readonly _zod: { readonly output: infer One } }
  ? One
  : undefined;

type Names<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;

type ParamsPart<P extends string> = [Names<P>] extends [never]
  ? { readonly params?: undefined }
  : { readonly params: Readonly<Record<Names<P>, string | number>> };
type QueryPart<One> = One extends { readonly query: infer Query }
  ? { readonly query?: AsText<Input<Query>> | undefined }
  : { readonly query?: undefined };
type BodyPart<One> = One extends { readonly body: infer Body }
  ? { readonly body: Input<Body> }
  : { readonly body?: undefined };

/** All of a query is text on its way. */
type AsText<Query> = { readonly [Name in keyof Query]?: string | number | boolean | undefined };

type Options<R extends Route> = ParamsPart<R> &
  QueryPart<Routes[R]> &
  BodyPart<Routes[R]> &
  Pick<Sent, 'isBackground' | 'signal'>;

/** Where nothing must be said they may be left out. */
type OptionsGiven<R extends Route> =
  Partial<Options<R>> extends Options<R> ? [options?: Options<R>] : [options: Options<R>];

type AnyOptions = Sent & { readonly params?: Params | undefined };
type Params = Readonly<Record<string, string | number>>;

/** Throws an ApiFailure. */
export async function call<R extends Route>(
  route: R,
  ...given: OptionsGiven<R>
): Promise<Answered<R>> {
  // Its type is a choice among all routes here, which would take the compiler too long to look through.
  const [options = {}] = given as unknown as readonly [AnyOptions?];
  const { params = {}, ...sent } = options;
  const [method = '', path = ''] = route.split(' ');
  return withPerson(() => transport(method, fillPath(path, params), sent) as Promise<Answered<R>>);
}

/** Where a fresh sign-in is needed the person is asked, and the call made again. */
export async function withPerson<Value>(ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask();
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    if (failure.word === 'nobody is signed in') hooks.sessionEnded();
    if (failure.word !== 'sign-in is not fresh' || !(await hooks.confirmPerson())) throw failure;
    return ask();
  }
}

/** A path with its `{names}` filled in. */
function fillPath(path: string, params: Params): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

type Hooks = {
  sessionEnded: () => void;
  /** Whether they have signed in anew. */
  confirmPerson: () => Promise<boolean>;
  /** These reads would answer something else now. */
  changed: (reads: readonly string[]) => void;
};

/** What the frame does when the server asks for a person; it sets this at its start. */
export const hooks: Hooks = {
  sessionEnded: () => undefined,
  confirmPerson: () => Promise.resolve(false),
  changed: () => undefined,
};
