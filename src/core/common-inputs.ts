/** Fields that operations of several nouns take: amounts, accounts, days, what numbers begin with. */
import { z } from 'zod';
import { textOf } from './input-form.ts';
import { writtenDuration } from './moment.ts';
import { amountMax, formatExact, type Millionths, readAmount } from './money.ts';
import { line, type ValueKind } from './value-kind.ts';
import type { Sentence } from './words.ts';

/** Exact, in units of the currency: "0.038". */
const amountForm = {
  en: `an amount such as 100 or 0.038, with six decimals at most, up to ${formatExact(amountMax)}`,
  fr: `un montant comme 100 ou 0.038, avec six décimales au plus, jusqu’à ${formatExact(amountMax)}`,
};

/** Negative takes away. */
export const amountInput = amountOf((amount) => amount !== 0, { en: 'not 0', fr: 'pas 0' });

export const amountAboveZero = amountOf((amount) => amount > 0, { en: 'above 0', fr: 'plus de 0' });

function amountOf(fits: (amount: Millionths) => boolean, bound: Sentence) {
  return textOf<Millionths>(
    {
      read(text) {
        const amount = readAmount(text);
        return amount === undefined || !fits(amount) ? undefined : amount;
      },
    },
    { en: `${amountForm.en} and ${bound.en}`, fr: `${amountForm.fr}, et ${bound.fr}` },
  );
}

export const costInput = amountOf((amount) => amount >= 0, {
  en: 'not below 0',
  fr: 'pas moins de 0',
});

/** Of operators and trunks: people call them by it, and their passwords are sealed under it. */
const nameKind: ValueKind<string> = {
  form: '1 to 40 letters, digits, dots, dashes or underscores',
  read: (text) => (/^[A-Za-z0-9][\w.-]{0,39}$/.test(text) ? text : undefined),
};

export const nameInput = textOf(nameKind, {
  en: nameKind.form,
  fr: '1 à 40 lettres, chiffres, points, tirets ou soulignés',
});

/** One line of text that people read; of at least 0 it may be empty. */
export function lineInput(min: 0 | 1, max: number) {
  const kind = line(max);
  const read = (text: string) => (min === 0 && text.trim() === '' ? '' : kind.read(text));
  return textOf(
    { read },
    min === 0
      ? {
          en: `one line of at most ${max} characters`,
          fr: `une ligne de ${max} caractères au plus`,
        }
      : { en: kind.form, fr: `une ligne de ${min} à ${max} caractères` },
  );
}

/** RFC 5321 §4.5.3.1.3: a path of 256 octets with its brackets. */
const emailMax = 254;

export const emailKind: ValueKind<string> = {
  form: `an email address of at most ${emailMax} characters`,
  read: (text) =>
    text.length <= emailMax && /^[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}]+$/u.test(text) ? text : undefined,
};

export function emailInput(note: { readonly orNone?: boolean } = {}) {
  const form = { en: emailKind.form, fr: `une adresse e-mail de ${emailMax} caractères au plus` };
  return textOf({ read: (text) => emailKind.read(text.trim()) }, form, note);
}

/** What stores take for an id. */
export const idInput = z.int().min(1).max(999_999_999_999_999);

export const accountInput = z.int().min(1).max(999_999_999_999_999);

/** Digits that a number begins with, a plus in front if one likes; none at all fits every number. */
export const prefixInput = textOf(
  { read: (text) => (/^\+?[1-9]\d{0,14}$|^$/.test(text) ? text.replace('+', '') : undefined) },
  {
    en: 'up to 15 digits that numbers begin with, or "" for all numbers',
    fr: 'au plus 15 chiffres par lesquels commencent des numéros, ou "" pour tous',
  },
);

/** The first instant of a day, UTC, or any other as answers write it; in milliseconds. */
export const fromInput = textOf(
  {
    read(text) {
      const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
      const isInstant = /^\d{4}-\d{2}-\d{2}T[\d:.]{5,12}Z$/.test(text);
      const atMs = isDay || isInstant ? Date.parse(isDay ? `${text}T00:00:00Z` : text) : Number.NaN;
      return Number.isNaN(atMs) ? undefined : atMs;
    },
  },
  { en: 'a day such as 2030-12-31', fr: 'un jour comme 2030-12-31' },
);

/** In milliseconds, also as a page has them: 1500ms. */
export function durationInput(maxMs: number, max: Sentence) {
  return textOf(
    {
      read(text) {
        const ms = writtenDuration.read(text) ?? Number(/^(\d{1,11})ms$/.exec(text)?.[1]);
        return ms >= 0 && ms <= maxMs ? ms : undefined;
      },
    },
    {
      en: `${writtenDuration.form}, of ${max.en} at most`,
      fr: `une durée comme 30s, 5m, 1h ou 3d, de ${max.fr} au plus`,
    },
  );
}
