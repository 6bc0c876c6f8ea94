/**
 * One thing that a person or a program can do. From it come a route of the dashboard's API with its place in the
 * OpenAPI document, a call of the pages, and a command with its options, its help and its `--json`.
 */
import type { z } from 'zod';
import type { Author } from './author.ts';
import type { Params } from './words.ts';

/** Who may: those who run the installation. On the command line it is whoever may read the data. */
export type Needs = 'administrator';

/** An expected failure; `words.ts` of the room has its sentences by the code. */
export class Refusal<Code extends string = string> {
  readonly code: Code;
  /** The field of the input that it is about. */
  readonly field: string | undefined;
  readonly params: Params;

  constructor(code: Code, field: string | undefined, params: Params) {
    this.code = code;
    this.field = field;
    this.params = params;
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

export type Operation<
  Name extends string = string,
  Kind extends Does = Does,
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Code extends string = string,
  Ports = never,
> = {
  /** As the command is typed: a noun and a verb. */
  readonly name: Name;
  readonly does: Kind;
  readonly needs: Needs;
  /** On pages: a sign-in within the last ten minutes. */
  readonly fresh?: boolean;
  /** The reads whose answers a write changes: what pages read again. */
  readonly changes?: readonly string[];
  /** Fields that a command takes without a flag, in order. */
  readonly positional?: readonly (keyof z.input<Input> & string)[];
  readonly input: Input;
  /** Members that are not named here are cut. */
  readonly output: Output;
  readonly refusals: readonly Code[];
  // A method: operations of different inputs stand in one list, each called with what its own schema has read.
  run(
    ports: Ports,
    input: z.output<Input>,
    author: Author,
  ): Promise<z.input<Output> | Refusal<NoInfer<Code>>>;
};

/** A refusal that `refusals` does not name does not compile: nothing is inferred from what `run` answers. */
export function operation<
  const Name extends string,
  const Kind extends Does,
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Ports,
  const Code extends string = never,
>(
  definition: Operation<Name, Kind, Input, Output, Code, Ports>,
): Operation<Name, Kind, Input, Output, Code, Ports> {
  return definition;
}
