/** Which page of calls or messages is asked for: of which number, and before which id. */
import { Fields } from '#api/parameters/fields.ts';
import { type Refusal, refuse } from '#api/reply.ts';
import { type PhoneNumber, parsePhoneNumber } from '#core/phone-number.ts';
import type { Call } from '../command.ts';

type Page =
  | Refusal
  | { readonly ok: true; readonly number: PhoneNumber | undefined; readonly beforeId: number };

export function readPage({ caller, parameters }: Call): Page {
  const fields = new Fields(parameters);
  const before = fields.text('before')?.trim() ?? '';
  const written = fields.text('number') ?? '';
  if (fields.refusal !== undefined) return fields.refusal;
  if (!/^\d{0,15}$/.test(before)) return refuse('value is not digits', { field: 'before' });
  const isNamed = written.trim() !== '';
  // As it is written: a space in front may be its plus.
  const number = isNamed ? parsePhoneNumber(written, caller.account.homeCountry) : undefined;
  if (isNamed && number === undefined) {
    return refuse('value is not digits', { field: 'number' });
  }
  const beforeId = before === '' ? Number.MAX_SAFE_INTEGER : Number(before);
  return { ok: true, number, beforeId };
}
