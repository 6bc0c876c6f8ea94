/** The first person of a new installation, let in by the setup link. */
import { invitationSetting, isInvited } from '#accounts/invitation.ts';
import { hashPassword } from '#accounts/password.ts';
import type { Clock } from '#core/clock.ts';
import { type PasswordRefusal, type PasswordRule, refusePassword } from './password-rules.ts';
import type { PeopleStore } from './people-store.ts';
import { emailKey, type User } from './user.ts';

export type SetupPorts = {
  readonly people: Pick<PeopleStore, 'countUsers' | 'createFirstUser'>;
  readonly settings: { findSetting(name: string): Promise<string | undefined> };
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly passwordRule: PasswordRule;
};

export type SetupWish = {
  readonly token: string;
  readonly email: string;
  readonly name: string;
  readonly password: string;
};

export type SetupResult =
  | { readonly ok: true; readonly user: User }
  | { readonly ok: false; readonly why: 'setup is done' | 'setup link is not valid' }
  | { readonly ok: false; readonly why: 'password is refused'; readonly refusal: PasswordRefusal };

/** They run the installation, and own the accounts that there are. */
export async function setUp(wish: SetupWish, ports: SetupPorts): Promise<SetupResult> {
  const { people, settings, clock, passwordRule } = ports;
  if ((await people.countUsers()) > 0) return { ok: false, why: 'setup is done' };
  const kept = await settings.findSetting(invitationSetting);
  if (kept === undefined || !isInvited(wish.token, kept, clock.nowMs())) {
    return { ok: false, why: 'setup link is not valid' };
  }
  const email = emailKey(wish.email);
  const knownWords = [...passwordRule.knownWords, email, wish.name];
  const refusal = refusePassword(wish.password, { ...passwordRule, knownWords });
  if (refusal !== undefined) return { ok: false, why: 'password is refused', refusal };
  const user = await people.createFirstUser(
    {
      email,
      name: wish.name,
      passwordHash: await hashPassword(wish.password),
      createdAtMs: clock.nowMs(),
    },
    { name: invitationSetting, value: kept },
  );
  return user === undefined ? { ok: false, why: 'setup is done' } : { ok: true, user };
}
