/** How somebody who comes in signs in from then on: by a password, or by a passkey. */
import { hashPassword } from '#accounts/password.ts';
import type { ProvedPasskey } from './passkeys/passkey.ts';
import type { Passkeys, PasskeyWish } from './passkeys/passkeys.ts';
import type { RelyingParty } from './passkeys/relying-party.ts';
import { type PasswordRefusal, type PasswordRule, refusePassword } from './password-rules.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import type { Factors } from './session.ts';

export type BeginningWish = {
  /** Not looked at where a passkey is there. */
  readonly password: string;
  readonly passkey: (PasskeyWish & { readonly party: RelyingParty }) | undefined;
};

export type BeginningRefusal =
  | { readonly ok: false; readonly why: 'password is refused'; readonly refusal: PasswordRefusal }
  | { readonly ok: false; readonly why: 'passkey is wrong' };

export type Beginning = {
  readonly ok: true;
  /** Empty: signs in without a password. */
  readonly passwordHash: string;
  readonly passkey: ProvedPasskey | undefined;
  /** To be shown once. */
  readonly codes: readonly string[];
  /** Of the session that they begin with. */
  readonly factors: Factors;
};

export async function judgeBeginning(
  { password, passkey: wish }: BeginningWish,
  rule: PasswordRule,
  ports: { readonly passkeys: Pick<Passkeys, 'prove'>; readonly purpose: string },
): Promise<Beginning | BeginningRefusal> {
  if (wish === undefined) {
    const refusal = refusePassword(password, rule);
    if (refusal !== undefined) return { ok: false, why: 'password is refused', refusal };
    const passwordHash = await hashPassword(password);
    return { ok: true, passwordHash, passkey: undefined, codes: [], factors: 'password' };
  }
  const codes = makeRecoveryCodes();
  const { purpose } = ports;
  const passkey = await ports.passkeys.prove(wish, codes, { purpose, party: wish.party });
  return passkey === undefined
    ? { ok: false, why: 'passkey is wrong' }
    : { ok: true, passwordHash: '', passkey, codes, factors: 'passkey' };
}
