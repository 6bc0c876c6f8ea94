/** What a text becomes: its alphabet and how many parts. Price, preview and sending ask the same function. */
import { partsMax } from '#sms/message.ts';
import { firstNonGsm, septetsOf } from './gsm.ts';
import { countParts, type ReferenceBits } from './segments.ts';

export type Alphabet = 'gsm' | 'ucs2';

export type Plan = {
  readonly alphabet: Alphabet;
  /** Septets in GSM, UTF-16 units in UCS-2; headers not counted. */
  readonly units: number;
  readonly partCount: number;
  /** What forced UCS-2, for the client to see. */
  readonly firstNonGsm: string | undefined;
};

export type PlanOptions = {
  /** UCS-2 whatever the text. */
  readonly unicode?: boolean | undefined;
  readonly referenceBits?: ReferenceBits | undefined;
};

export type PlanRefusal =
  | { readonly why: 'text is empty' }
  | { readonly why: 'text is too long'; readonly parts: number; readonly partsMax: number };

export type PlanReply =
  | { readonly ok: true; readonly plan: Plan }
  | { readonly ok: false; readonly refusal: PlanRefusal };

/** `text` is normalised. */
export function plan(
  text: string,
  { unicode = false, referenceBits = 8 }: PlanOptions = {},
): PlanReply {
  if (text === '') return { ok: false, refusal: { why: 'text is empty' } };
  const septets = septetsOf(text);
  const alphabet = septets === undefined || unicode ? 'ucs2' : 'gsm';
  const units = septets === undefined || unicode ? text.length : septets;
  const parts = countParts(text, alphabet, units, referenceBits);
  if (parts > partsMax) {
    return { ok: false, refusal: { why: 'text is too long', parts, partsMax } };
  }
  const outside = septets === undefined ? firstNonGsm(text) : undefined;
  return { ok: true, plan: { alphabet, units, partCount: parts, firstNonGsm: outside } };
}

/** Octets that travel as they came are one part, whatever can be read of them. */
export function planCarried(text: string): PlanReply {
  const septets = septetsOf(text);
  const alphabet = septets === undefined ? 'ucs2' : 'gsm';
  const units = septets ?? text.length;
  return { ok: true, plan: { alphabet, units, partCount: 1, firstNonGsm: undefined } };
}
