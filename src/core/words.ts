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

/** What `fillIn` has put into a text; undefined: the text was another one. */
export function valuesIn(text: string, filled: string): Params | undefined {
  const [begin = '', ...pieces] = text.split(/\{(\w+)\}/);
  if (!filled.startsWith(begin)) return undefined;
  const values = new Map<string, string>();
  let at = begin.length;
  for (let place = 0; place < pieces.length; place += 2) {
    const [name = '', behind = ''] = pieces.slice(place, place + 2);
    const isLast = place + 2 === pieces.length;
    const end = isLast ? filled.length - behind.length : filled.indexOf(behind, at);
    if (end < at || !filled.startsWith(behind, end)) return undefined;
    const value = filled.slice(at, end);
    if ((values.get(name) ?? value) !== value) return undefined;
    values.set(name, value);
    at = end + behind.length;
  }
  return at === filled.length ? Object.fromEntries(values) : undefined;
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
