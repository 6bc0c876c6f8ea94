/**
 * One thing that a person or a program can do. From it come a route of the dashboard's API with its place in the
 * OpenAPI document, a call of the pages, and a command with its options, its help and its `--json`.
 */
import { z } from 'zod';
import type { Author } from './author.ts';
import { mayDo, type Permission, type Role } from './permissions.ts';
import type { SignedIn } from './signed-in.ts';
import type { Visit, WithCookies } from './visit.ts';
import type { Params } from './words.ts';

/**
 * Who may: anybody, before a sign-in; people who are signed in, each for themselves; those who run the installation; or
 * the roles of an account that have the permission.
 */
export type Needs = 'nobody' | 'signed in' | 'administrator' | Permission;

/** Who asks within an account, and as what. */
export type InAccount = Author & {
  readonly accountId: number;
  readonly role: Role;
  /** Of the request of a page. */
  readonly requestId?: string | undefined;
  /** An administrator sees the account as its people do, and leaves no mark there. */
  readonly isOnlyViewed?: boolean | undefined;
};

/** Who asks on a page. */
export type OnPage = Author & { readonly visit: Visit };

/** An operation of an account is told whose, and what it may show. Commands have no person who is signed in. */
export type CallerOf<Needed extends Needs> = Needed extends Permission
  ? InAccount & { readonly who?: SignedIn | undefined }
  : Needed extends 'nobody'
    ? OnPage
    : Needed extends 'signed in'
      ? OnPage & { readonly who: SignedIn }
      : Author & { readonly who?: SignedIn | undefined };

/**
 * What somebody is: they run the installation, or are a member of an account. A person who may read the data is both, and
 * nobody who is signed in.
 */
export type Standing = {
  readonly isAdministrator: boolean;
  readonly role: Role | undefined;
  readonly who?: SignedIn | undefined;
};

export function mayRun(needs: Needs, { isAdministrator, role, who }: Standing): boolean {
  if (needs === 'nobody') return true;
  if (needs === 'signed in') return who !== undefined;
  if (needs === 'administrator') return isAdministrator;
  return role !== undefined && mayDo(role, needs);
}

export function isOfAccount<One extends { readonly needs: Needs }>(
  one: One,
): one is One & { readonly needs: Permission } {
  return permissionOf(one.needs) !== undefined;
}

export function permissionOf(needs: Needs): Permission | undefined {
  const isOfNone = needs === 'nobody' || needs === 'signed in' || needs === 'administrator';
  return isOfNone ? undefined : needs;
}

/** An expected failure; `words.ts` of the room has its sentences by the code. */
export class Refusal<Code extends string = string> {
  readonly code: Code;
  /** The field of the input that it is about. */
  readonly field: string | undefined;
  readonly params: Params;
  /** What else is wrong. */
  readonly others: readonly Refusal<Code>[] | undefined;

  constructor(
    code: Code,
    field: string | undefined,
    params: Params,
    others?: readonly Refusal<Code>[],
  ) {
    this.code = code;
    this.field = field;
    this.params = params;
    this.others = others;
  }
}

type About = { readonly field?: string; readonly params?: Params };

export function refuse<const Code extends string>(
  code: Code,
  { field, params = {} }: About = {},
): Refusal<Code> {
  return new Refusal(code, field, params);
}

type Does = 'reads' | 'writes';

/** Where a list has several that are wrong, each is told. */
export function refuseAll<Code extends string>(
  { code, field, params }: Refusal<Code>,
  others: readonly Refusal<Code>[],
): Refusal<Code> {
  return new Refusal(code, field, params, others.slice(0, othersMax));
}

/** A reply stays readable. */
const othersMax = 499;

type Definition<
  Name extends string,
  Kind extends Does,
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Code extends string,
  Ports,
  Needed extends Needs,
> = {
  /** As the command is typed: a noun and a verb. */
  readonly name: Name;
  readonly does: Kind;
  readonly needs: Needed;
  /** On pages: a sign-in within the last ten minutes. */
  readonly fresh?: boolean;
  /** Also for people who have no second factor where one is needed. */
  readonly withoutFactor?: boolean;
  /** Also in an account that is disabled or blocked: it takes something away, spends nothing and opens nothing. */
  readonly whileClosed?: boolean;
  /** The reads whose answers a write changes: what pages read again. */
  readonly changes?: readonly string[];
  /** What commands call the account, where that is not `account`. */
  readonly accountFlag?: string;
  /** Whose the thing is that the input names, so that a command need not say `--account`. */
  accountOf?(
    ports: NoInfer<Ports>,
    input: z.output<Input>,
  ): Promise<number | Refusal<NoInfer<Code>>>;
  /** Fields that a command takes without a flag, in order; `account` is the account of the operation. */
  readonly positional?: readonly ((keyof z.input<Input> & string) | 'account')[];
  /** Left out: nothing. */
  readonly input?: Input;
  /** Members that are not named here are cut. */
  readonly output: Output;
  /** Left out: none. */
  readonly refusals?: readonly Code[];
  // A method: operations of different inputs stand in one list, each called with what its own schema has read.
  run(
    ports: Ports,
    input: z.output<Input>,
    caller: CallerOf<Needed>,
  ): Promise<z.input<Output> | WithCookies<z.input<Output>> | Refusal<NoInfer<Code>>>;
};

export type Operation<
  Name extends string = string,
  Kind extends Does = Does,
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Code extends string = string,
  Ports = never,
  Needed extends Needs = Needs,
> = Definition<Name, Kind, Input, Output, Code, Ports, Needed> & {
  readonly input: Input;
  readonly refusals: readonly Code[];
};

const nothing = z.strictObject({});

/** A refusal that `refusals` does not name does not compile: nothing is inferred from what `run` answers. */
export function operation<
  const Name extends string,
  const Kind extends Does,
  const Needed extends Needs,
  Output extends z.ZodType,
  Ports,
  Input extends z.ZodObject = typeof nothing,
  const Code extends string = never,
>(
  definition: Definition<Name, Kind, Input, Output, Code, Ports, Needed>,
): Operation<Name, Kind, Input, Output, Code, Ports, Needed> {
  // Where a definition has no input, `Input` is that of nothing.
  return { input: nothing as z.ZodObject as Input, refusals: [], ...definition };
}
