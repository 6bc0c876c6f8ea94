/** The first person of a new installation, let in by the setup link. */
import { invitationSetting, isInvited } from '#accounts/invitation.ts';
import type { Clock } from '#core/clock.ts';
import {
  type Beginning,
  type BeginningRefusal,
  type BeginningWish,
  judgeBeginning,
} from './beginning.ts';
import type { CreationOptions, Passkeys } from './passkeys/passkeys.ts';
import type { RelyingParty } from './passkeys/relying-party.ts';
import type { PasswordRule } from './password-rules.ts';
import type { PeopleStore } from './people-store.ts';
import { hashToken } from './session.ts';
import { emailKey, type User } from './user.ts';

export type SetupPorts = {
  readonly people: Pick<PeopleStore, 'countUsers' | 'createFirstUser'>;
  readonly settings: { findSetting(name: string): Promise<string | undefined> };
  readonly passkeys: Passkeys;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly passwordRule: PasswordRule;
};

type Newcomer = { readonly token: string; readonly email: string; readonly name: string };

export type SetupWish = Newcomer & BeginningWish;

type NotOpen = { readonly ok: false; readonly why: 'setup is done' | 'setup link is not valid' };

export type Entered = Pick<Beginning, 'ok' | 'codes' | 'factors'> & { readonly user: User };

export type SetupResult = Entered | NotOpen | BeginningRefusal;

/** They run the installation, and own the accounts that there are. */
export async function setUp(wish: SetupWish, ports: SetupPorts): Promise<SetupResult> {
  const { people, clock, passwordRule } = ports;
  const open = await findInvitation(wish.token, ports);
  if (!open.ok) return open;
  const email = emailKey(wish.email);
  const knownWords = [...passwordRule.knownWords, email, wish.name];
  const purpose = purposeOf(wish.token);
  const { passkeys } = ports;
  const begun = await judgeBeginning(wish, { ...passwordRule, knownWords }, { passkeys, purpose });
  if (!begun.ok) return begun;
  const { passwordHash, passkey, codes, factors } = begun;
  const user = await people.createFirstUser(
    { email, name: wish.name, passwordHash, passkey, createdAtMs: clock.nowMs() },
    { name: invitationSetting, value: open.kept },
  );
  return user === undefined
    ? { ok: false, why: 'setup is done' }
    : { ok: true, user, codes, factors };
}

/** Before anything is typed: whether the link lets somebody in. */
export async function lookAtSetup(
  token: string,
  ports: SetupPorts,
): Promise<{ readonly ok: true } | NotOpen> {
  return findInvitation(token, ports);
}

/** What a browser needs to make the passkey of the first person. */
export async function proposeSetupPasskey(
  { token, email, name }: Newcomer,
  party: RelyingParty,
  ports: SetupPorts,
): Promise<{ readonly ok: true; readonly options: CreationOptions } | NotOpen> {
  const open = await findInvitation(token, ports);
  if (!open.ok) return open;
  const person = { email: emailKey(email), name };
  return { ok: true, options: ports.passkeys.optionsFor(person, purposeOf(token), party) };
}

async function findInvitation(
  token: string,
  { people, settings, clock }: SetupPorts,
): Promise<{ readonly ok: true; readonly kept: string } | NotOpen> {
  if ((await people.countUsers()) > 0) return { ok: false, why: 'setup is done' };
  const kept = await settings.findSetting(invitationSetting);
  return kept === undefined || !isInvited(token, kept, clock.nowMs())
    ? { ok: false, why: 'setup link is not valid' }
    : { ok: true, kept };
}

function purposeOf(token: string): string {
  return `setup by ${hashToken(token)}`;
}
