/**
 * Replaces characters that the GSM alphabet lacks by ones that it has and people read alike, so that a
 * text does not cost twice the parts. A text that would not fit the alphabet even so stays as it is.
 *
 * The replacements follow from the Unicode Character Database: spaces, dashes and quotation marks by
 * their properties, wide and small forms by their compatibility decomposition, letters by their
 * canonical one; the tables hold what only a character's name tells.
 */
import type { Transliteration } from '#accounts/account.ts';
import { septetsOf } from './gsm.ts';

/** `text` is normalised. `punctuation` leaves every letter as it is; `letters` also drops their marks. */
export function transliterate(text: string, how: Transliteration): string {
  if (how === 'off' || septetsOf(text) !== undefined) return text;
  let written = '';
  for (const character of text) {
    const replacement = isGsm(character) ? character : replace(character, how);
    if (replacement === undefined) return text;
    written += replacement;
  }
  // What stands for a text of invisible characters alone would be nothing.
  return written === '' ? text : written;
}

function replace(character: string, how: Transliteration): string | undefined {
  const named = punctuation.get(character) ?? byProperty(character);
  if (named !== undefined) return named;
  const compatible = compatibleForm(character);
  if (compatible !== undefined) return compatible;
  return how === 'letters' ? plainLetter(character) : undefined;
}

function isGsm(text: string): boolean {
  return septetsOf(text) !== undefined;
}

/** UAX #44: General_Category and Dash. */
function byProperty(character: string): string | undefined {
  if (/\p{Zs}/u.test(character)) return ' ';
  if (/[\u2028\u2029]/.test(character)) return '\n';
  if (/[\p{Dash}]/u.test(character)) return '-';
  return /[\u00ad\u200b\u2060\ufeff]/.test(character) ? '' : undefined;
}

/** Wide, small and presentation forms, ligatures, fractions: what the character is made of. */
function compatibleForm(character: string): string | undefined {
  const decomposed = character.normalize('NFKC');
  if (decomposed === character) return undefined;
  let form = '';
  for (const each of decomposed) {
    const known = isGsm(each) ? each : (punctuation.get(each) ?? byProperty(each));
    if (known === undefined) return undefined;
    form += known;
  }
  return form;
}

/** A letter without its marks, where the rest is in the alphabet; ç keeps its cedilla as a capital. */
function plainLetter(character: string): string | undefined {
  const named = letters.get(character);
  if (named !== undefined) return named;
  const bare = character.normalize('NFD').replace(/\p{M}/gu, '');
  return isGsm(bare) ? bare : undefined;
}

const punctuation = table({
  '"': '«»“”„‟ʺˮ❝❞〝〞″',
  "'": '‘’‚‛ʹʻʼʽˈˊˋ´`❛❜′',
  '<': '‹',
  '>': '›',
  '/': '÷⁄∕⧸',
  '\\': '⧵⧹',
  '|': '∣⎸⎹⎜⎟⏐¦',
  _: '‗',
  '-': '•⁃⎼⎽−·',
  '!': 'ǃ',
  ',': '、､﹑︐︑',
  '.': '。｡',
  ':': 'ː˸⦂꞉',
  ';': '⁏',
  '(': '❨❪⟮⦅',
  ')': '❩❫⟯⦆',
  '{': '❴',
  '}': '❵',
  '*': '⁎∗⊛✢✣✤✥✱✲✳✺✻✼✽❃❉❊❋⧆',
  '+': '˖',
  '=': '꞊',
  '^': 'ˆ',
  '~': '˜˷∼',
  ...smallCapitals('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'ABCDEFGHIJKLMNOPRSTUVWYZ'),
});

const letters = table({
  Ç: 'ç',
  oe: 'œ',
  OE: 'Œ',
  l: 'ł',
  L: 'Ł',
  d: 'đð',
  D: 'ĐÐ',
  th: 'þ',
  TH: 'Þ',
  h: 'ħ',
  H: 'Ħ',
  i: 'ı',
  k: 'ĸ',
  n: 'ŋ',
  N: 'Ŋ',
  t: 'ŧ',
  T: 'Ŧ',
});

/** From replacements with all that they replace to a look-up. */
function table(groups: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const pairs = Object.entries(groups).flatMap(([replacement, characters]) =>
    Array.from(characters, (character) => [character, replacement] as const),
  );
  return new Map(pairs);
}

function smallCapitals(small: string, capitals: string): Record<string, string> {
  const all = Array.from(small);
  return Object.fromEntries(Array.from(capitals, (capital, at) => [capital, all[at] ?? '']));
}
