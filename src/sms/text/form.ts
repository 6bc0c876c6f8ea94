/**
 * The form in which a text travels to one phone: which code its characters take and how its parts are
 * joined. It is chosen at accept, by the settings of the operator, and stored with the recipient, so
 * that a part has the same octets on each attempt, whatever the settings are by then.
 */
import { must } from '#core/assert.ts';
import { BoundedMap } from '#core/bounded-map.ts';
import type { DefaultAlphabet } from './text-decoding.ts';

/** UCS-2, or what the operator's default alphabet carries. */
export type TextCode = 'ucs2' | DefaultAlphabet;

/**
 * How the parts of a long text are joined again: a header with a reference of 8 or 16 bits, TLVs
 * (SMPP 3.4 §5.3.2.22 to 24), or one submit with all of it, which the operator cuts itself.
 */
export type LongMessages = 'udh8' | 'udh16' | 'sar' | 'payload';

export type Form = {
  readonly code: TextCode;
  readonly long: LongMessages;
  /** Numbers of national tables (3GPP TS 23.038 annex A); 0: the default one. */
  readonly locking: number;
  readonly single: number;
};

export type Alphabet = 'gsm' | 'ucs2';

export function alphabetOfForm({ code }: Form): Alphabet {
  return code === 'ucs2' ? 'ucs2' : 'gsm';
}

/** How many submits carry a text of so many parts. */
export function submitsOf({
  form,
  parts,
}: {
  readonly form: Form;
  readonly parts: number;
}): number {
  return form.long === 'payload' ? 1 : parts;
}

/** `gsm7/udh8/00`: what is stored. The last digits are the locking and the single shift table. */
export type WrittenForm = `${TextCode}/${LongMessages}/${number}${number}`;

export function writeForm({ code, long, locking, single }: Form): WrittenForm {
  return `${code}/${long}/${locking}${single}`;
}

const written =
  /^(?<code>ucs2|gsm7|gsm7Packed|latin1|ascii)\/(?<long>udh8|udh16|sar|payload)\/(?<locking>\d)(?<single>\d)$/;

/** There are a few hundred forms, and a few that are used. */
const parsed = new BoundedMap<WrittenForm, Form>(1_000);

export function readForm(text: WrittenForm): Form {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const { code, long, locking, single } = must(
    written.exec(text)?.groups as FormWords | undefined,
    `form ${text}`,
  );
  const form: Form = { code, long, locking: Number(locking), single: Number(single) };
  parsed.set(text, form);
  return form;
}

type FormWords = Pick<Form, 'code' | 'long'> & {
  readonly locking: string;
  readonly single: string;
};
