/** The words behind a command's name, sorted into options and arguments; whatever fits nowhere is a problem. */
import { parseArgs } from 'node:util';
import { nearest } from '#core/nearest.ts';

export type WrittenWords = {
  /** By flag, with its dashes; a switch that is set has an empty text. */
  readonly options: ReadonlyMap<string, string>;
  readonly positionals: readonly string[];
};

export type WordsReading =
  | { readonly ok: true; readonly words: WrittenWords }
  | { readonly ok: false; readonly problems: readonly string[] };

export type KnownFlags = {
  /** With a value behind them, such as `--name`. */
  readonly valued: readonly string[];
  readonly switches: readonly string[];
};

type OptionToken = {
  readonly kind: 'option';
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
};

export function readWords(words: readonly string[], known: KnownFlags): WordsReading {
  const problems: string[] = [];
  const options = new Map<string, string>();
  const positionals: string[] = [];
  for (const token of tokensOf(words, known)) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const problem = problemOf(token, known, options);
    if (problem === undefined) options.set(longName(token.rawName), token.value ?? '');
    else problems.push(problem);
  }
  return problems.length > 0
    ? { ok: false, problems }
    : { ok: true, words: { options, positionals } };
}

function tokensOf(words: readonly string[], { valued, switches }: KnownFlags) {
  const options: Record<string, { type: 'string' | 'boolean' }> = {};
  for (const flag of valued) options[flag.slice(2)] = { type: 'string' };
  for (const flag of switches) options[flag.slice(2)] = { type: 'boolean' };
  // Not strict: the parser's own words for what is wrong speak to programmers.
  return parseArgs({
    args: [...words],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  }).tokens;
}

function problemOf(
  { rawName, value, inlineValue = false }: OptionToken,
  { valued, switches }: KnownFlags,
  given: ReadonlyMap<string, string>,
): string | undefined {
  const flag = longName(rawName);
  if (given.has(flag)) return `${flag} is given twice`;
  if (switches.includes(flag)) return value === undefined ? undefined : `${flag} takes no value`;
  if (!valued.includes(flag)) {
    return `There is no option ${flag}; the nearest is ${nearest(flag, [...valued, ...switches])}`;
  }
  // `--name --email x` has lost its name, and takes the next flag for it.
  const lost = value === undefined || (!inlineValue && value.startsWith('-'));
  return lost ? `${flag} needs a value (one that begins with a dash: ${flag}=-…)` : undefined;
}

function longName(rawName: string): string {
  return rawName === '-h' ? '--help' : rawName;
}
