/** Texts in both languages, side by side: an area's file defines them, a page asks for those of its reader. */

export const languages = ['en', 'fr'] as const;

export type Language = (typeof languages)[number];

/** A text, or its forms by number as `Intl.PluralRules` names them. `{names}` in it are filled in. */
export type Text = string | Plural;

export type Plural = { readonly one: string; readonly other: string };

type Texts = { readonly [key: string]: Text };

export type Catalogue<Keys extends string = string> = Readonly<
  Record<Language, Readonly<Record<Keys, Text>>>
>;

/** Both languages have the same keys, and each the same kind of text behind them. */
export function defineTexts<const English extends Texts>(texts: {
  readonly en: English;
  readonly fr: { readonly [Key in keyof English]: English[Key] extends string ? string : Plural };
}): { readonly [One in Language]: { readonly [Key in keyof English]: Shape<English[Key]> } } {
  const spaced = Object.entries<Text>(texts.fr).map(([key, text]) => [key, spaceSigns(text)]);
  const french: unknown = Object.fromEntries(spaced);
  return { en: texts.en, fr: french } as never;
}

/** French has a narrow space that does not break before `: ; ! ?` and inside « ». */
function spaceSigns(text: Text): Text {
  if (typeof text !== 'string') return { one: spaceLine(text.one), other: spaceLine(text.other) };
  return spaceLine(text);
}

/** Of a line of prose. */
export function spaceLine(line: string): string {
  return line.replace(/ (?=[:;!?»])/g, '\u202f').replace(/(?<=«) /g, '\u202f');
}

type Shape<One> = One extends string ? string : Plural;

export type Values = Readonly<Record<string, string | number>>;

/** Fills `{names}` in; what has no value stays as it is, so that it is seen. */
export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** The language as the reader's region writes it: their browser says en-GB, or fr-CH, where we know en and fr. */
export function localeOf(language: Language): string {
  return navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;
}

const rules: Readonly<Record<Language, Intl.PluralRules>> = {
  en: new Intl.PluralRules('en'),
  fr: new Intl.PluralRules('fr'),
};

const numbers: Readonly<Record<Language, Intl.NumberFormat>> = {
  en: new Intl.NumberFormat(localeOf('en')),
  fr: new Intl.NumberFormat(localeOf('fr')),
};

/** The form that fits the count, with `{count}` written as the language writes it. */
export function countText(
  text: Plural,
  count: number,
  language: Language,
  values: Values = {},
): string {
  const form = rules[language].select(count) === 'one' ? text.one : text.other;
  return fill(form, { ...values, count: numbers[language].format(count) });
}
