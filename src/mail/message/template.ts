/**
 * `#FIRSTNAME#` in html, text and subject. A text is cut at its words once per email; for each recipient
 * the pieces are joined. Values are never looked through for words again.
 */
import { escapeHtml } from '#core/html-text.ts';
import type { Variables } from './email-content.ts';

/** Where a value goes, which says how it is escaped. */
type Place = 'html' | 'text';

type Word = { readonly written: string; readonly name: string; readonly isUrl: boolean };

export type Template = {
  readonly place: Place;
  /** `words[n]` stands between `texts[n]` and `texts[n + 1]`. */
  readonly texts: readonly string[];
  readonly words: readonly Word[];
};

const wordForm = /#(?<name>[A-Za-z0-9_]{1,32})(?<filter>\|url)?#/g;

export function compileTemplate(text: string, place: Place): Template {
  const texts: string[] = [];
  const words: Word[] = [];
  let from = 0;
  for (const found of text.matchAll(wordForm)) {
    const { name = '', filter } = found.groups ?? {};
    texts.push(text.slice(from, found.index));
    words.push({ written: found[0], name: name.toUpperCase(), isUrl: filter !== undefined });
    from = found.index + found[0].length;
  }
  texts.push(text.slice(from));
  return { place, texts, words };
}

/** Nothing in it differs from one recipient to the next. */
export function isFixed({ words }: Template): boolean {
  return words.length === 0;
}

/** The first of the tables that has a word wins; a word that none has stays as it was written. */
export function fillTemplate(template: Template, tables: readonly Variables[]): string {
  const { place, texts, words } = template;
  let filled = texts[0] ?? '';
  for (const [at, word] of words.entries()) {
    filled += textOf(word, place, tables) + (texts[at + 1] ?? '');
  }
  return filled;
}

/** Each word once that none of the tables has, as it was written; reading on finds the next. */
export function* unfilledWords({ words }: Template, isFilled: (name: string) => boolean) {
  const seen = new Set<string>();
  for (const { name, written } of words) {
    if (seen.has(name)) continue;
    seen.add(name);
    if (!isFilled(name)) yield written;
  }
}

/** Whether one of the tables has a word of this name, which is in capitals. */
export function hasWord(name: string, tables: readonly Variables[]): boolean {
  return tables.some((table) => Object.hasOwn(table, name));
}

function textOf(word: Word, place: Place, tables: readonly Variables[]): string {
  const table = tables.find((candidate) => Object.hasOwn(candidate, word.name));
  const value = table?.[word.name];
  if (value === undefined) return word.written;
  const written = word.isUrl ? encodeURIComponent(value.toWellFormed()) : value;
  return place === 'html' ? escapeHtml(written) : written;
}
