/** What a field of an input must be, told from its schema in both languages, and how it reads where all is text. */
import { z } from 'zod';
import type { ValueKind } from './value-kind.ts';
import { fillSentence, type Sentence } from './words.ts';

type Note = {
  /** What a text must be, where its schema cannot tell. */
  readonly form?: Sentence;
  /** Commands read it from a file or from standard input. */
  readonly isSecret?: boolean;
  /** Of a secret: it has no option that all could see in ps. */
  readonly isNeverTyped?: boolean;
  /** Commands take the path of a file that holds it. */
  readonly isFile?: boolean;
  /** Of that file: its octets come in base64. */
  readonly isOctets?: boolean;
  /** Several paths with commas between: each file comes with its name, in base64. */
  readonly isList?: boolean;
  /** Of that file: 128 KiB, where it does not say more. */
  readonly fileBytesMax?: number;
  /** What the text of that file says, where it is not taken as it is. */
  readonly fromFile?: (text: string) => unknown;
  /** Empty is allowed, and written `none`. */
  readonly orNone?: boolean;
  /** The word for an empty list where that is not `none`. */
  readonly emptyWord?: string;
  /** The word for all that the list may hold. */
  readonly allWord?: string;
};

const notes = z.registry<Note>();

export function noted<Schema extends z.ZodType>(schema: Schema, note: Note): Schema {
  notes.add(schema, note);
  return schema;
}

/** A text whose form no schema tells, read by its kind; `kind.form` is told in the words of `form`. */
export function textOf<Value>(
  kind: Pick<ValueKind<Value>, 'read'>,
  form: Sentence,
  note: Omit<Note, 'form'> = {},
): z.ZodPipe<z.ZodString, z.ZodTransform<Value, string>> {
  const schema = z.string().transform((text, context): Value => {
    const value =
      note.orNone === true && text === '' ? (text as unknown as Value) : kind.read(text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom' });
    return z.NEVER;
  });
  return schema.register(notes, { ...note, form: note.orNone === true ? orNone(form) : form });
}

const forms = {
  anything: { en: 'in the right form', fr: 'la bonne forme' },
  whole: { en: 'a whole number from {min} to {max}', fr: 'un nombre entier de {min} à {max}' },
  onOff: { en: 'on or off', fr: 'on ou off' },
  none: { en: '{form}, or none', fr: '{form}, ou none' },
  list: {
    en: '{words}, several with commas between, or none',
    fr: '{words}, plusieurs séparés par des virgules, ou none',
  },
  table: {
    en: '{name}={meaning}, up to {max} of them with commas between, or none',
    fr: '{name}={meaning}, {max} au plus, séparés par des virgules, ou none',
  },
  ascii: { en: '{min} to {max} ASCII characters', fr: '{min} à {max} caractères ASCII' },
} satisfies Record<string, Sentence>;

export function noteOf(schema: z.core.$ZodType): Note {
  return notes.get(innermost(schema)) ?? {};
}

/** The form of the field that the path leads to, as far as it leads to one. */
export function formOf(schema: z.core.$ZodType, path: readonly PropertyKey[] = []): Sentence {
  const [step, ...rest] = path;
  const inner = innermost(schema);
  const member = step === undefined ? undefined : memberOf(inner, String(step));
  if (member !== undefined) return formOf(member, rest);
  const form = notes.get(inner)?.form ?? formOfKind(inner);
  return isNullable(schema) ? orNone(form) : form;
}

/** Entries of a list are told of by the list itself, but where they are objects. */
function memberOf(schema: z.core.$ZodType, name: string): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodObject) {
    const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
    return shape[name];
  }
  const isOfObjects = schema instanceof z.ZodArray && schema.element instanceof z.ZodObject;
  return isOfObjects ? schema.element : undefined;
}

function formOfKind(schema: z.core.$ZodType): Sentence {
  if (schema instanceof z.ZodNumber) {
    const { minValue, maxValue } = schema;
    return fillSentence(forms.whole, { min: minValue ?? 0, max: maxValue ?? 0 });
  }
  if (schema instanceof z.ZodBoolean) return forms.onOff;
  if (schema instanceof z.ZodEnum) return wordsOf(schema);
  return schema instanceof z.ZodArray
    ? fillSentence(forms.list, { words: enumWords(schema.element).join(', ') })
    : forms.anything;
}

function orNone(form: Sentence): Sentence {
  return fillSentence(forms.none, { form });
}

function enumWords(schema: z.core.$ZodType): readonly string[] {
  return schema instanceof z.ZodEnum ? schema.options.map((word) => writtenWord(String(word))) : [];
}

function wordsOf(schema: z.core.$ZodType): Sentence {
  const words = enumWords(schema).join(', ');
  return { en: words.replace(/, (?=[^,]*$)/, ' or '), fr: words.replace(/, (?=[^,]*$)/, ' ou ') };
}

/** A word of a flag has no space: `not-delivered`. */
function writtenWord(word: string): string {
  return word.replaceAll(' ', '-');
}

/** Behind what may be absent, null or a default. */
function innermost(schema: z.core.$ZodType): z.core.$ZodType {
  return isWrapper(schema) ? innermost(schema.unwrap()) : schema;
}

function isNullable(schema: z.core.$ZodType): boolean {
  return isWrapper(schema) && (schema instanceof z.ZodNullable || isNullable(schema.unwrap()));
}

function isWrapper(
  schema: z.core.$ZodType,
): schema is z.ZodOptional | z.ZodNullable | z.ZodDefault {
  return [z.ZodOptional, z.ZodNullable, z.ZodDefault].some((wrapper) => schema instanceof wrapper);
}

/** Why a value is refused, where its schema says more than its form. */
export function reasonIn(issue: Pick<z.core.$ZodIssue, 'code'> | undefined): Sentence | undefined {
  const { params } = (issue ?? {}) as { readonly params?: { readonly reason?: Sentence } };
  return issue?.code === 'custom' ? params?.reason : undefined;
}

type Defaulted<Shape extends z.ZodRawShape> = {
  readonly [Name in keyof Shape]: Shape[Name] extends z.ZodType ? z.ZodDefault<Shape[Name]> : never;
};

/** Of a new thing. What changes one must not have them: a default that is filled in would reset what is not named. */
export function withDefaults<Shape extends z.ZodRawShape>(
  shape: Shape,
  defaults: { readonly [Name in keyof Shape]: unknown },
): Defaulted<Shape> {
  const entries = Object.entries(shape).map(([name, schema]) => [
    name,
    // The value of a setting fits the schema of its name.
    (schema as z.ZodType).default(defaults[name]),
  ]);
  return Object.fromEntries(entries) as Defaulted<Shape>;
}

/** What stands for a field that is not given. */
export function defaultOf(schema: z.core.$ZodType): unknown {
  return schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined;
}

/** What a text means where all is text, in a command or a query; one that means nothing stays as it is, and is refused. */
export function fromText(schema: z.core.$ZodType, text: string): unknown {
  if (isNullable(schema) && text === 'none') return null;
  const inner = innermost(schema);
  if (inner instanceof z.ZodNumber) return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
  if (inner instanceof z.ZodBoolean) return switches.get(text) ?? text;
  if (inner instanceof z.ZodEnum) return meantWord(inner, text);
  if (inner instanceof z.ZodArray) {
    const { emptyWord = 'none', allWord } = notes.get(inner) ?? {};
    if (text === allWord && inner.element instanceof z.ZodEnum) return inner.element.options;
    return text === emptyWord ? [] : listFrom(inner.element, text);
  }
  if (inner instanceof z.ZodRecord) return text === 'none' ? {} : tableFrom(inner.valueType, text);
  return notes.get(inner)?.orNone === true && text === 'none' ? '' : text;
}

const switches: ReadonlyMap<string, boolean> = new Map([
  ['on', true],
  ['off', false],
  ['true', true],
  ['false', false],
]);

function meantWord(schema: z.ZodEnum, text: string): unknown {
  return schema.options.find((word) => writtenWord(String(word)) === text) ?? text;
}

function listFrom(element: z.core.$ZodType, text: string): readonly unknown[] {
  return text.split(',').map((word) => fromText(element, word.trim()));
}

/** `NAME=MEANING,NAME=MEANING`; a name that stands there twice, or has no meaning, makes it no table. */
function tableFrom(meaning: z.core.$ZodType, text: string): unknown {
  const entries = text.split(',').map((entry) => entry.split('='));
  const names = new Set(entries.map(([name]) => name));
  if (names.size < entries.length || entries.some(({ length }) => length !== 2)) return text;
  return Object.fromEntries(
    entries.map(([name = '', word = '']) => [name, fromText(meaning, word)]),
  );
}

/** A table of words with the name of its keys, as help and refusals call them. */
export function tableOf<Meaning extends z.ZodType>(name: RegExp, shape: string, meaning: Meaning) {
  const keys = z.string().regex(name);
  const schema = z
    .record(keys, meaning)
    .refine((table) => Object.keys(table).length <= tableEntriesMax);
  const told = fillSentence(forms.table, {
    name: shape,
    meaning: formOf(meaning),
    max: tableEntriesMax,
  });
  return schema.register(notes, { form: told });
}

const tableEntriesMax = 100;

/** A list whose form its elements do not tell. */
export function listOf<Element extends z.ZodType>(
  element: Element,
  max: number,
  note: Required<Pick<Note, 'form' | 'emptyWord'>>,
) {
  return z.array(element).max(max).register(notes, note);
}

/** One word at least, each of them once. */
export function someOf<const Word extends string>(
  words: readonly Word[],
  note: Pick<Note, 'form' | 'allWord'>,
) {
  const schema = z.array(z.enum(words)).min(1);
  return noted(
    schema.refine((given) => new Set(given).size === given.length),
    note,
  );
}

/** Names and values, which commands read from a file of `Name: value`; a line without a colon is no such table. */
export function nameTableFile(form: Sentence) {
  const schema = z.record(z.string().max(200), z.string().max(8_192));
  return schema.register(notes, { form, isFile: true, fromFile: namesAndValues });
}

function namesAndValues(text: string): unknown {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const entries = lines.map((line) => line.split(/:(.*)/s, 2).map((word) => word.trim()));
  return entries.every(({ length }) => length === 2) ? Object.fromEntries(entries) : text;
}

/** A file of octets, in base64; commands take its path. */
export function octetsFile(form: Sentence, bytesMax: number) {
  const schema = z.string().max(4 * Math.ceil(bytesMax / 3));
  return schema.register(notes, { form, isFile: true, isOctets: true, fileBytesMax: bytesMax });
}

/** What a C-octet string of SMPP holds in front of its NUL. */
export function asciiOf(min: number, max: number, note: Omit<Note, 'form'> = {}) {
  const schema = z
    .string()
    .min(min)
    .max(max)
    .regex(/^[\x20-\x7e]*$/);
  return schema.register(notes, { ...note, form: fillSentence(forms.ascii, { min, max }) });
}
