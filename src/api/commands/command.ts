/** What a command is: a path, its methods, and a function from one call to its answer. */
import type { ApiBase } from '#accounts/api-key.ts';
import type { Caller } from '#accounts/authenticator.ts';
import type { ErrorWord } from '#api/errors.ts';
import type { Language } from '#api/language.ts';
import type { Parameters } from '#api/parameters/parameters.ts';
import type { Answer, Refusal } from '#api/reply.ts';
import type { KeyScope } from '#model/key-scope.ts';

export type Call = {
  readonly caller: Caller;
  readonly base: ApiBase;
  readonly parameters: Parameters;
  /** That its sentences are read in. */
  readonly language: Language;
  /** From its header; a parameter may carry it too. */
  readonly idempotencyKey: string | undefined;
  readonly requestId: string;
  /** The client's own, from its header of the same name. */
  readonly clientRequestId?: string | undefined;
  /** What would refuse the same call by now: asked before each piece of an answer that takes its time. */
  readonly barred: () => Promise<Refusal | undefined>;
  /** Where a client that comes back to a stream stood. */
  readonly lastEventId?: string | undefined;
  /** Of a file: the header of that name. */
  readonly range?: string | undefined;
};

export type Run = (call: Call) => Promise<Answer>;

export type Command = {
  readonly path: string;
  /** Which keys open it. */
  readonly base: ApiBase;
  /** What of a key it needs. */
  readonly scope: KeyScope;
  readonly methods: readonly Method[];
  /** Whether it changes nothing; unless it says so, one of the scope `read` does not. */
  readonly reads?: boolean;
  /** What a caller without a key hears, where it is not code 1. */
  readonly keyMissing?: ErrorWord;
  /** The parameter that may also stand behind the path: `/v1/message-cancel/307`. */
  readonly idInPath?: string;
  readonly run: Run;
  /** It brings messages: refused unread where there is no room for any. */
  readonly bringsWork?: boolean;
  /** It carries files. */
  readonly largeBodies?: boolean;
  /** Another command that the same path stands for, where the parameters say so. */
  readonly otherwise?: {
    readonly when: (parameters: Parameters) => boolean;
    readonly command: Command;
  };
};

type Methods = Method | `${Method} ${Method}` | `${Method} ${Method} ${Method}`;

/** A line of the table of commands: `GET POST /v1/vn/list`. Paths below `/mail/` are of the base of email. */
export function command(
  route: `${Methods} /${string}`,
  definition: Omit<Command, 'path' | 'base' | 'methods'>,
): Command {
  const [path = '', ...methods] = route.split(' ').toReversed();
  const base = path.startsWith('/mail/') ? 'email' : 'sms';
  return { path, base, methods: methods.toReversed() as Method[], ...definition };
}

export function isReading({ scope, reads = scope === 'read' }: Command): boolean {
  return reads;
}

type Method = 'GET' | 'POST' | 'DELETE';
