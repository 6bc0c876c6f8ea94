/**
 * Signing in, and what keeps people signed in: sessions that are begun, found, renewed and ended. Who is
 * unknown, disabled or without a password costs the same hash, and gets the same answer.
 */
import { hashPassword, verifyPassword } from '#accounts/password.ts';
import { unreachable } from '#core/assert.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import { networkOf, wideNetworkOf } from '#core/network.ts';
import type { SignedIn } from '#core/signed-in.ts';
import type { Visit } from '#core/visit.ts';
import type { GuessGuard, GuessTurn } from './guessing-guard.ts';
import { hashAnew } from './hash-anew.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import type { Assertion } from './passkeys/passkey.ts';
import type { Passkeys } from './passkeys/passkeys.ts';
import type { RelyingParty } from './passkeys/relying-party.ts';
import type { PeopleStore } from './people-store.ts';
import type { SecondFactor } from './second-factor.ts';
import {
  activityStepMs,
  type Factors,
  type FoundSession,
  freshMs,
  hashToken,
  isAlive,
  makeToken,
  type SessionLife,
  sessionsMax,
} from './session.ts';
import { emailKey, type User } from './user.ts';

export type SignInPorts = {
  readonly people: PeopleStore;
  readonly guard: GuessGuard;
  readonly browsers: KnownBrowsers;
  readonly life: SessionLife;
  readonly secondFactor: Pick<SecondFactor, 'check' | 'takeRecoveryCode'>;
  readonly passkeys: Pick<Passkeys, 'check'>;
  /** Nobody does anything without. */
  readonly needsSecondFactor: boolean;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: Log;
};

/** Where somebody comes from. */
export type Visitor = Pick<Visit, 'address' | 'agent' | 'browserToken'>;

export type Credentials = {
  readonly email: string;
  /** Of who has none: a recovery code. */
  readonly password: string;
  /** Of the authenticator app, or a recovery code; undefined: none was asked for yet. */
  readonly code: string | undefined;
};

type WrongWord = 'sign-in is wrong' | 'code is needed' | 'code is wrong' | 'passkey is wrong';

export type SignInRefusal =
  | { readonly ok: false; readonly why: WrongWord }
  | { readonly ok: false; readonly why: 'too many sign-ins'; readonly retryAfterS: number };

export type Begun = {
  readonly ok: true;
  /** For the session's cookie. */
  readonly token: string;
  /** For the browser's cookie. */
  readonly browserToken: string;
  readonly signedIn: SignedIn;
  /** Of who has used one just now, for who signs in by password. */
  readonly recoveryCodesLeft?: number | undefined;
};

/** Longer agents say nothing more. */
const agentLengthMax = 200;

export class SignInService {
  readonly #ports: SignInPorts;
  /** What unknown people's passwords are compared with. */
  #nobody: Promise<string> | undefined;

  constructor(ports: SignInPorts) {
    this.#ports = ports;
  }

  get life(): SessionLife {
    return this.#ports.life;
  }

  async signIn(credentials: Credentials, visitor: Visitor): Promise<Begun | SignInRefusal> {
    const email = emailKey(credentials.email);
    const found = await this.#ports.people.findUserByEmail(email);
    const passed = await this.#judge(found, { ...credentials, email }, visitor);
    if (!passed.ok) return passed;
    return this.#tellCodesLeft(passed, await this.begin(passed.user, passed.factors, visitor));
  }

  async signInByPasskey(
    assertion: Assertion,
    party: RelyingParty,
    visitor: Visitor,
  ): Promise<Begun | SignInRefusal> {
    const { passkeys, people, log } = this.#ports;
    const network = wideNetworkOf(visitor.address);
    const userId = await passkeys.check(assertion, party, network);
    if (userId === undefined) return { ok: false, why: 'passkey is wrong' };
    const user = await people.findUser(userId);
    if (user?.state !== 'active') {
      log.info('security.sign-in-refused', { user: userId, factor: 'passkey', network });
      return { ok: false, why: 'passkey is wrong' };
    }
    return this.begin(user, 'passkey', visitor);
  }

  /** For somebody who has shown who they are. */
  async begin(user: User, factors: Factors, visitor: Visitor): Promise<Begun> {
    const { people, browsers, life, clock, log } = this.#ports;
    const nowMs = clock.nowMs();
    const token = makeToken();
    const session = await people.createSession(
      {
        tokenHash: hashToken(token),
        userId: user.id,
        createdAtMs: nowMs,
        activeAtMs: nowMs,
        expiresAtMs: nowMs + life.longestMs,
        freshUntilMs: nowMs + freshMs,
        factors,
        address: visitor.address,
        agent: visitor.agent.slice(0, agentLengthMax),
      },
      sessionsMax,
    );
    const network = wideNetworkOf(visitor.address);
    log.info('security.signed-in', { user: user.id, session: session.id, factors, network });
    const signedIn = this.#toSignedIn({ session, user });
    return { ok: true, token, browserToken: browsers.tokenOf(user.id), signedIn };
  }

  /** What happens in the background is no activity. */
  async findSession(
    token: string,
    { isBackground }: { readonly isBackground: boolean },
  ): Promise<SignedIn | undefined> {
    const { people, life, clock } = this.#ports;
    const found = await people.findSession(hashToken(token));
    const nowMs = clock.nowMs();
    if (found === undefined || !isAlive(found.session, life, nowMs)) return undefined;
    const { id, activeAtMs } = found.session;
    if (!isBackground && nowMs >= activeAtMs + activityStepMs) {
      await people.noteActivity(id, nowMs);
    }
    return this.#toSignedIn(found);
  }

  /** Who signs in again in the middle of a session, by all that they have: it gets another token. */
  async confirm(
    who: SignedIn,
    proof: Pick<Credentials, 'password' | 'code'>,
    visitor: Visitor,
  ): Promise<Begun | SignInRefusal> {
    const found = await this.#ports.people.findUserByEmail(who.email);
    const passed = await this.#judge(found, { email: who.email, ...proof }, visitor);
    return passed.ok ? this.#tellCodesLeft(passed, await this.#renew(who, visitor)) : passed;
  }

  async #tellCodesLeft<Told extends Begun | SignInRefusal>(
    { user, byRecoveryCode }: Passed,
    begun: Told,
  ): Promise<Told> {
    if (!begun.ok || !byRecoveryCode) return begun;
    return { ...begun, recoveryCodesLeft: await this.#ports.people.countRecoveryCodes(user.id) };
  }

  async confirmByPasskey(
    who: SignedIn,
    assertion: Assertion,
    party: RelyingParty,
    visitor: Visitor,
  ): Promise<Begun | SignInRefusal> {
    const { passkeys, log } = this.#ports;
    const network = wideNetworkOf(visitor.address);
    const userId = await passkeys.check(assertion, party, network);
    if (userId === who.userId) return this.#renew(who, visitor);
    if (userId !== undefined) {
      log.info('security.sign-in-refused', { user: who.userId, factor: 'passkey', network });
    }
    return { ok: false, why: 'passkey is wrong' };
  }

  async #renew(who: SignedIn, { address }: Visitor): Promise<Begun | SignInRefusal> {
    const { people, browsers, clock, log } = this.#ports;
    const atMs = clock.nowMs();
    const token = makeToken();
    const freshUntilMs = atMs + freshMs;
    const renewal = { tokenHash: hashToken(token), freshUntilMs, atMs };
    // Somebody may have ended it meanwhile.
    if (!(await people.renewSession(who.sessionId, renewal))) {
      return { ok: false, why: 'sign-in is wrong' };
    }
    const network = wideNetworkOf(address);
    log.info('security.confirmed', { user: who.userId, session: who.sessionId, network });
    const signedIn = { ...who, freshUntilMs };
    return { ok: true, token, browserToken: browsers.tokenOf(who.userId), signedIn };
  }

  async #judge(
    found: Found | undefined,
    { code, ...credentials }: Credentials,
    visitor: Visitor,
  ): Promise<Passed | SignInRefusal> {
    const { secondFactor, log } = this.#ports;
    const passed = await this.#judgePassword(found, credentials, visitor);
    if (!passed.ok) return passed;
    const { user, turn, byCode } = passed;
    const network = wideNetworkOf(visitor.address);
    const checked = byCode ? 'none is needed' : await secondFactor.check(user.id, code);
    switch (checked) {
      case 'none is needed':
      case 'right':
      case 'recovery code':
        await turn.wasRight();
        return {
          ok: true,
          user,
          factors: checked === 'none is needed' ? 'password' : 'password code',
          byRecoveryCode: byCode || checked === 'recovery code',
        };
      case 'code is needed':
        // Who knows the password alone may guess codes no faster for asking again.
        await turn.wasNone();
        return { ok: false, why: 'code is needed' };
      case 'wrong':
        log.info('security.sign-in-refused', { user: user.id, factor: 'code', network });
        return { ok: false, why: 'code is wrong' };
      default:
        return unreachable(checked);
    }
  }

  async #judgePassword(
    found: Found | undefined,
    { email, password }: Omit<Credentials, 'code'>,
    { address, browserToken }: Visitor,
  ): Promise<PasswordPassed | SignInRefusal> {
    const { guard, browsers, log } = this.#ports;
    const browser = found && browsers.knownBy(browserToken, found.user.id);
    const turn = await guard.begin({ email, address: networkOf(address), browser });
    const { user, passwordHash = '' } = found ?? {};
    const refused = { user: user?.id, factor: 'password', network: wideNetworkOf(address) };
    if (!turn.ok) {
      log.info('security.sign-in-refused', { ...refused, why: 'too many' });
      return { ...turn, why: 'too many sign-ins' };
    }
    const isActive = user?.state === 'active';
    const hash = isActive && passwordHash !== '' ? passwordHash : await this.#hashOfNobody();
    const isRight = await verifyPassword(password, hash);
    if (isActive && passwordHash !== '' && isRight) {
      await hashAnew(user.id, { password, hash }, this.#ports);
      return { ok: true, user, turn, byCode: false };
    }
    if (isActive && passwordHash === '') {
      const isTaken = await this.#ports.secondFactor.takeRecoveryCode(user.id, password);
      if (isTaken) return { ok: true, user, turn, byCode: true };
    }
    log.info('security.sign-in-refused', refused);
    return { ok: false, why: 'sign-in is wrong' };
  }

  #hashOfNobody(): Promise<string> {
    this.#nobody ??= hashPassword(makeToken());
    return this.#nobody;
  }

  #toSignedIn({ session, user }: FoundSession): SignedIn {
    return {
      userId: user.id,
      email: user.email,
      name: user.name,
      language: user.language ?? undefined,
      isAdministrator: user.isAdministrator,
      sessionId: session.id,
      endsAtMs: session.expiresAtMs,
      freshUntilMs: session.freshUntilMs,
      lacksFactor: this.#ports.needsSecondFactor && session.factors === 'password',
    };
  }
}

type Found = { readonly user: User; readonly passwordHash: string };

type Passed = {
  readonly ok: true;
  readonly user: User;
  readonly factors: Factors;
  /** In place of the password, or as the second factor. */
  readonly byRecoveryCode: boolean;
};

type PasswordPassed = {
  readonly ok: true;
  readonly user: User;
  readonly turn: Extract<GuessTurn, { readonly ok: true }>;
  /** They have no password: a recovery code stood in its place. */
  readonly byCode: boolean;
};
