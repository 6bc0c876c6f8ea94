/** The options of a command: each knows how it reads, what it is when nobody gives it, and its help. */
import type { ValueKind } from '#core/value-kind.ts';

export type Option<Value> = {
  readonly sentence: string;
  /** What stands behind it in the help, such as `URL`; a switch has nothing there. */
  readonly shape: string | undefined;
  readonly presence: 'needed' | 'optional';
  readonly read: (text: string | undefined) => OptionReading<Value>;
};

/** `problem` continues the option's name: "--binds" "must be a whole number from 1 to 32". */
export type OptionReading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: string };

export type Options = Readonly<Record<string, Option<unknown>>>;

export type Values<Given extends Options> = {
  readonly [Name in keyof Given]: Given[Name] extends Option<infer Value> ? Value : never;
};

/** What `shape` and `sentence` say in the help. */
type Described = readonly [shape: string, sentence: string];

export function needed<Value>(kind: ValueKind<Value>, ...described: Described): Option<Value> {
  const read = (text: string | undefined): OptionReading<Value> =>
    text === undefined ? { ok: false, problem: 'is missing' } : readAs(kind, text);
  return option('needed', described, read);
}

export function maybe<Value>(
  kind: ValueKind<Value>,
  ...described: Described
): Option<Value | undefined> {
  const read = (text: string | undefined): OptionReading<Value | undefined> =>
    text === undefined ? { ok: true, value: undefined } : readAs(kind, text);
  return option('optional', described, read);
}

/** The value to fall back on is told by the help. */
export function otherwise<Value>(
  fallback: Value & (string | number),
  kind: ValueKind<Value>,
  ...[shape, sentence]: Described
): Option<Value> {
  const read = (text: string | undefined): OptionReading<Value> =>
    text === undefined ? { ok: true, value: fallback } : readAs(kind, text);
  return option('optional', [shape, `${sentence} Default: ${fallback}.`], read);
}

export function toggle(sentence: string): Option<boolean> {
  return {
    sentence,
    shape: undefined,
    presence: 'optional',
    read: (text) => ({ ok: true, value: text !== undefined }),
  };
}

/** `--reply-url` of `replyUrl`. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function option<Value>(
  presence: Option<Value>['presence'],
  [shape, sentence]: Described,
  read: Option<Value>['read'],
): Option<Value> {
  return { sentence, shape, presence, read };
}

// The value is not repeated: it may be a password.
function readAs<Value>(kind: ValueKind<Value>, text: string): OptionReading<Value> {
  const value = kind.read(text);
  return value === undefined ? { ok: false, problem: `must be ${kind.form}` } : { ok: true, value };
}
