/** What the document says of a command, beside what its line in the table of commands says. */
import type { Sentence } from '#core/words.ts';
import type { JsonSchema } from './json-schema.ts';

export type CommandNote = {
  readonly summary: Sentence;
  readonly takes?: Readonly<Record<string, JsonSchema>>;
  /** Other names of them, and parameters of the interface that change nothing here. */
  readonly alsoTakes?: readonly string[];
  /** Those of them that must be there. */
  readonly needs?: readonly string[];
  /** A request under an `Idempotency-Key` is run once. */
  readonly keyed?: boolean;
  /** Members of the reply beside `success` and `code`. */
  readonly gives?: Readonly<Record<string, JsonSchema>>;
  /** Members that a reply has where there is something to say. */
  readonly givesSome?: Readonly<Record<string, JsonSchema>>;
  /** Every reply has all members of `gives`. */
  readonly givesAll?: boolean;
  /** The command whose reply this one gives where `dryRun` is asked. */
  readonly dryAs?: string;
  /** Where the reply is neither JSON nor XML. */
  readonly givesType?: 'text/event-stream' | 'audio/wav';
};

export type CommandNotes = Readonly<Record<string, CommandNote>>;
