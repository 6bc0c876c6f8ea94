/** What a text becomes: its form and how many parts. Price, preview and sending ask the same function. */
import { partsMax } from '#sms/message.ts';
import { type Form, type LongMessages, submitsOf, type TextCode } from './form.ts';
import { septetsOf, septetsOfUnit } from './gsm.ts';
import { languageOf, lockingTable, type NationalLanguage } from './national-tables.ts';
import { countParts, unitsOf } from './segments.ts';
import type { DefaultAlphabet } from './text-decoding.ts';

export type Plan = {
  readonly form: Form;
  /** Septets in GSM, UTF-16 units in UCS-2; headers not counted. */
  readonly units: number;
  /** What is paid for. */
  readonly parts: number;
  /** What the operator is sent. */
  readonly submits: number;
  /** What forced UCS-2, for the client to see. */
  readonly firstNonGsm: string | undefined;
};

/** How an operator takes texts. */
export type PlanSettings = {
  readonly longMessages: LongMessages;
  readonly defaultAlphabet: DefaultAlphabet;
  readonly nationalTables: readonly NationalLanguage[];
};

export type PlanRefusal =
  | { readonly why: 'text is empty' }
  | { readonly why: 'text is too long'; readonly parts: number; readonly partsMax: number };

export type PlanReply =
  | { readonly ok: true; readonly plan: Plan }
  | { readonly ok: false; readonly refusal: PlanRefusal };

export type PlanWish = {
  readonly settings: PlanSettings;
  /** UCS-2 whatever the text. */
  readonly unicode?: boolean | undefined;
};

/** `text` is normalised. The fewest parts win; of equal ones what every phone can read: GSM, UCS-2, tables. */
export function plan(text: string, { settings, unicode = false }: PlanWish): PlanReply {
  if (text === '') return { ok: false, refusal: { why: 'text is empty' } };
  const simple = unicode ? undefined : measure(text, formOf(settings, settings.defaultAlphabet));
  const best =
    simple?.parts === 1
      ? simple
      : fewestParts(text, simple, unicode ? withoutTables(settings) : settings);
  if (best.parts > partsMax) {
    return { ok: false, refusal: { why: 'text is too long', parts: best.parts, partsMax } };
  }
  const forced = best.form.code === 'ucs2' && !unicode;
  const firstNonGsm = forced ? firstOutside(text, settings.defaultAlphabet) : undefined;
  return { ok: true, plan: { ...best, submits: submitsOf(best), firstNonGsm } };
}

type Measured = Pick<Plan, 'form' | 'units' | 'parts'>;

function fewestParts(text: string, simple: Measured | undefined, settings: PlanSettings): Measured {
  const ucs2 = { form: formOf(settings, 'ucs2'), units: text.length };
  let best = simple ?? { ...ucs2, parts: countParts(text, ucs2.form, text.length) };
  for (const form of formsWithTables(settings)) {
    const measured = measure(text, form);
    if (measured !== undefined && measured.parts < best.parts && mayTravel(measured))
      best = measured;
  }
  return best;
}

/** A header that names tables stands in each part: no TLV can join those, and an operator that cuts loses it. */
function mayTravel({ form, parts }: Measured): boolean {
  return parts === 1 || form.long === 'udh8' || form.long === 'udh16';
}

/** Undefined for a text with a character outside. */
function measure(text: string, form: Form): Measured | undefined {
  const units = fitsCode(text, form.code) ? unitsOf(text, form) : undefined;
  return units === undefined ? undefined : { form, units, parts: countParts(text, form, units) };
}

/** What travels as octets of another code is of that code and of GSM: the operator turns it into septets. */
function fitsCode(text: string, code: TextCode): boolean {
  if (code === 'ascii') return !/[^\0-\x7f]/.test(text);
  return code !== 'latin1' || !/[^\0-\xff]/.test(text);
}

function firstOutside(text: string, code: DefaultAlphabet): string | undefined {
  for (const character of text) {
    const isGsm = septetsOfUnit(character.codePointAt(0) ?? 0) > 0;
    if (!isGsm || !fitsCode(character, code)) return character;
  }
  return undefined;
}

function formOf({ longMessages }: PlanSettings, code: TextCode, locking = 0, single = 0): Form {
  return { code, long: longMessages, locking, single };
}

/** TS 23.040 §9.2.3.24.15, .16: a single shift table, a locking one, or both of a language. */
function formsWithTables(settings: PlanSettings): readonly Form[] {
  const { nationalTables, defaultAlphabet: code } = settings;
  if (code !== 'gsm7' && code !== 'gsm7Packed') return [];
  return nationalTables
    .map(languageOf)
    .flatMap((language) => [
      formOf(settings, code, 0, language),
      ...(lockingTable(language) === undefined
        ? []
        : [formOf(settings, code, language), formOf(settings, code, language, language)]),
    ]);
}

function withoutTables(settings: PlanSettings): PlanSettings {
  return { ...settings, nationalTables: [] };
}

/** Octets that travel as they came are one part, whatever can be read of them. */
export function planCarried(text: string): PlanReply {
  const septets = septetsOf(text);
  const code = septets === undefined ? 'ucs2' : 'gsm7';
  const form: Form = { code, long: 'udh8', locking: 0, single: 0 };
  const units = septets ?? text.length;
  return { ok: true, plan: { form, units, parts: 1, submits: 1, firstNonGsm: undefined } };
}
