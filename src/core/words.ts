/** What people are told, in English and French side by side. `{name}` is filled in; `{.name}` is a field, called as its door calls it. */

export type Language = 'en' | 'fr';

export type Sentence = { readonly en: string; readonly fr: string };

/** What a refusal is about: HTTP makes its status of it, the command line its exit code. */
export type RefusalKind =
  | 'invalid'
  | 'unproved'
  | 'forbidden'
  | 'unknown'
  | 'conflict'
  | 'too many'
  | 'unavailable';

export type RefusalWords = Sentence & {
  readonly kind: RefusalKind;
  /** What to do about it. */
  readonly fix: Sentence;
};

/** How a field is asked for. The flag is its own name where none is said. */
export type FieldWords = { readonly says: string; readonly shape: string; readonly flag?: string };

/** The words of the operations of a noun. */
export type NounWords = {
  /** By the name of an operation: what it does. */
  readonly does: Readonly<Record<string, Sentence>>;
  readonly fields: Readonly<Record<string, FieldWords>>;
  readonly refusals: Readonly<Record<string, RefusalWords>>;
};

export type Params = Readonly<Record<string, string | number | Sentence>>;

/** A name that nobody fills in stays as it is. */
export function fillIn(text: string, params: Params, language: Language): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : whole;
    return typeof value === 'object' ? value[language] : String(value);
  });
}

/** A longer one is not read: values that repeat what stands between them would be tried in every way. */
const filledMax = 500;

/** What `fillIn` has put into a text; undefined: the text was another one, or is long. */
export function valuesIn(text: string, filled: string): Params | undefined {
  if (filled.length > filledMax) return undefined;
  const seen = new Set<string>();
  const pattern = text
    .replace(/[$()*+.?[\\\]^|]/g, '\\$&')
    .replace(/\{(\w+)\}/g, (_whole, name: string) => {
      if (seen.has(name)) return `\\k<${name}>`;
      seen.add(name);
      return `(?<${name}>.*?)`;
    });
  const found = new RegExp(`^${pattern}$`, 's').exec(filled);
  return found === null ? undefined : { ...found.groups };
}

/** Fields as a door calls them: `--tls-ca`, `tlsCa`. */
export function nameFields(text: string, nameOf: (field: string) => string): string {
  return text.replace(/\{\.(\w+)\}/g, (_whole, field: string) => nameOf(field));
}

export function fillSentence({ en, fr }: Sentence, params: Params): Sentence {
  return { en: fillIn(en, params, 'en'), fr: fillIn(fr, params, 'fr') };
}

/** One after the other: with a comma between them where nothing else is said. */
export function joined(
  sentences: readonly Sentence[],
  separator: Sentence | string = ', ',
): Sentence {
  const between = typeof separator === 'string' ? { en: separator, fr: separator } : separator;
  return {
    en: sentences.map(({ en }) => en).join(between.en),
    fr: sentences.map(({ fr }) => fr).join(between.fr),
  };
}
