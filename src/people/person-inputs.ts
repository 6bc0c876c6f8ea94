/** What people write of themselves to come in, and why it is not taken. */
import { z } from 'zod';
import { emailInput } from '#core/common-inputs.ts';
import { textOf } from '#core/input-form.ts';
import { type Refusal, refuse } from '#core/operation.ts';
import type { Visit } from '#core/visit.ts';
import type { RelyingParty } from './passkeys/relying-party.ts';
import type { PasswordRefusal } from './password-rules.ts';
import type { People } from './people.ts';

export const addressInput = emailInput();
export const nameInput = charactersOf(100).pipe(z.string().trim());
/** What is too long for a rule hears of the rule; what is longer than this is nobody's. */
export const passwordInput = charactersOf(1_000);
export const tokenInput = charactersOf(100);

export function charactersOf(max: number) {
  const read = (text: string) => (text.length <= max ? text : undefined);
  const form = {
    en: `a text of at most ${max} characters`,
    fr: `un texte de ${max} caractères au plus`,
  };
  return textOf({ read }, form);
}

export const passwordRefusals = [
  'password is too short',
  'password is too long',
  'password is easy to guess',
] as const satisfies PasswordRefusal['why'][];

export function refuseGiven({ why, ...params }: PasswordRefusal): Refusal<PasswordRefusal['why']> {
  return refuse(why, { field: 'password', params });
}

/** Where browsers make no passkeys each operation says so. */
export async function withParty<Value>(
  { signIns }: { readonly signIns: Pick<People, 'partyOf'> },
  visit: Visit,
  work: (party: RelyingParty) => Promise<Value>,
): Promise<Value | Refusal<'passkeys are not offered'>> {
  const party = signIns.partyOf(visit);
  return typeof party === 'string' ? refuse('passkeys are not offered') : work(party);
}
