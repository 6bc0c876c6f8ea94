/** A command: its name, its help, and what it does with the words that stand behind it. */
import type { Config } from '#config.ts';
import type { Clock } from '#core/clock.ts';
import type { BackupPorts } from './backup-ports.ts';
import type { Installation, OpenWish } from './installation.ts';
import type { ListenRequest } from './listen-request.ts';
import type { Moved, MoveRequest } from './moving.ts';
import { flagOf, type Options, type Values } from './option.ts';
import type { WrittenWords } from './written-words.ts';

/** What a command works with. */
export type CommandContext = {
  readonly config: Config;
  readonly clock: Clock;
  /** Throws `OlderSchema` for a database of an older version, which a server's start brings up to date. */
  readonly open: (wish?: OpenWish) => Promise<Installation>;
  /** Standard input, if it is no terminal. */
  readonly readInput: () => Promise<string | undefined>;
  /** Runs the server until it is told to stop. */
  readonly serve: () => Promise<void>;
  readonly move: (request: MoveRequest) => Promise<Moved>;
  readonly backups: () => Promise<BackupPorts>;
  /** Until told to stop; answers why not, where the server refuses. */
  readonly listen: (request: ListenRequest) => Promise<string | undefined>;
  /** A line for people while a long command runs, apart from what it answers. */
  readonly tell: (line: string) => void;
};

export type Outcome =
  | {
      readonly ok: true;
      /** For people. */
      readonly text: string;
      /** For programs. */
      readonly json: object;
      readonly warnings?: readonly string[] | undefined;
      /** What it tells is bad: the exit code says so. */
      readonly isBad?: boolean | undefined;
    }
  | { readonly ok: false; readonly why: 'failed' | 'misused'; readonly problem: string };

type Prepared =
  | { readonly ok: true; readonly run: (context: CommandContext) => Promise<Outcome> }
  | { readonly ok: false; readonly problems: readonly string[] };

export type Command = {
  /** In one to three words: `account create`. */
  readonly name: string;
  readonly sentence: string;
  /** What stands behind the name without a flag, in order. */
  readonly takes: Options;
  readonly options: Options;
  /** Whether it takes every setting as a flag, or only those that say where the data is. */
  readonly settings: 'all' | 'place';
  /** Whether it prints one JSON document where that is asked. */
  readonly hasJson: boolean;
  readonly prepare: (words: WrittenWords) => Prepared;
};

type CommandDefinition<Taken extends Options, Given extends Options> = {
  readonly name: string;
  readonly sentence: string;
  readonly takes: Taken;
  readonly options: Given;
  readonly settings?: Command['settings'];
  readonly hasJson?: boolean;
  readonly run: (
    values: Values<Taken> & Values<Given>,
    context: CommandContext,
  ) => Promise<Outcome>;
};

export function command<Taken extends Options, Given extends Options>(
  definition: CommandDefinition<Taken, Given>,
): Command {
  const { name, sentence, takes, options, settings = 'place', run } = definition;
  const { hasJson = settings === 'place' } = definition;
  return {
    name,
    sentence,
    takes,
    options,
    settings,
    hasJson,
    prepare(words) {
      const reading = readValues(words, takes, options);
      if (!reading.ok) return reading;
      const values = reading.values as Values<Taken> & Values<Given>;
      return { ok: true, run: (context) => run(values, context) };
    },
  };
}

export function done(text: string, json: object, warnings?: readonly string[]): Outcome {
  return { ok: true, text, json, warnings };
}

/** The command was right, but what it asks cannot be. */
export function failed(problem: string): Outcome {
  return { ok: false, why: 'failed', problem };
}

/** The command says too little, or contradicts itself. */
export function misused(problem: string): Outcome {
  return { ok: false, why: 'misused', problem };
}

type ValuesReading =
  | { readonly ok: true; readonly values: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly problems: readonly string[] };

function readValues(words: WrittenWords, takes: Options, options: Options): ValuesReading {
  const taken = Object.entries(takes);
  const written = [
    ...taken.map(([name, { shape, read }], place) => ({
      name,
      label: shape ?? name,
      reading: read(words.positionals[place]),
    })),
    ...Object.entries(options).map(([name, { read }]) => ({
      name,
      label: flagOf(name),
      reading: read(words.options.get(flagOf(name))),
    })),
  ];
  const problems = words.positionals.slice(taken.length).map((word) => `What is "${word}"?`);
  for (const { label, reading } of written) {
    if (!reading.ok) problems.push(`${label} ${reading.problem}`);
  }
  if (problems.length > 0) return { ok: false, problems };
  const values = written.map(({ name, reading }) => [name, reading.ok ? reading.value : undefined]);
  return { ok: true, values: Object.fromEntries(values) as Record<string, unknown> };
}
