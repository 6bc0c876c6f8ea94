/**
 * Signing in, and what keeps people signed in: sessions that are begun, found, renewed and ended. Who is
 * unknown, disabled or without a password costs the same hash, and gets the same answer.
 */
import { hashPassword, verifyPassword } from '#accounts/password.ts';
import { must } from '#core/assert.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import { networkOf } from '#core/network.ts';
import type { GuessingGuard } from './guessing-guard.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import type { PeopleStore, SessionStore } from './people-store.ts';
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
import type { SignedIn } from './signed-in.ts';
import { emailKey, type User } from './user.ts';

export type SignInPorts = {
  readonly people: Pick<PeopleStore, 'findUser' | 'findUserByEmail'>;
  readonly sessions: SessionStore;
  readonly guard: GuessingGuard;
  readonly browsers: KnownBrowsers;
  readonly life: SessionLife;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: Log;
};

/** Where somebody comes from. */
export type Visitor = {
  readonly address: string;
  readonly agent: string;
  /** What `browserToken` of an earlier sign-in gave this browser. */
  readonly browserToken: string | undefined;
};

export type Credentials = { readonly email: string; readonly password: string };

export type SignInRefusal =
  | { readonly ok: false; readonly why: 'sign-in is wrong' }
  | { readonly ok: false; readonly why: 'too many sign-ins'; readonly retryAfterS: number };

export type Begun = {
  readonly ok: true;
  /** For the session's cookie. */
  readonly token: string;
  /** For the browser's cookie. */
  readonly browserToken: string;
  readonly signedIn: SignedIn;
};

/** Longer agents say nothing more. */
const agentLengthMax = 200;

export class SignInDesk {
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
    return this.begin(passed.user, 'password', visitor);
  }

  /** For somebody who has shown who they are. */
  async begin(user: User, factors: Factors, visitor: Visitor): Promise<Begun> {
    const { sessions, browsers, life, clock, log } = this.#ports;
    const nowMs = clock.nowMs();
    const token = makeToken();
    const session = await sessions.createSession(
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
    log.info('security.signed-in', { user: user.id, session: session.id, factors });
    const signedIn = tellWho({ session, user });
    return { ok: true, token, browserToken: browsers.tokenOf(user.id), signedIn };
  }

  /** What happens in the background is no activity. */
  async findSession(
    token: string,
    { isBackground }: { readonly isBackground: boolean },
  ): Promise<SignedIn | undefined> {
    const { sessions, life, clock } = this.#ports;
    const found = await sessions.findSession(hashToken(token));
    const nowMs = clock.nowMs();
    if (found === undefined || !isAlive(found.session, life, nowMs)) return undefined;
    const { id, activeAtMs } = found.session;
    if (!isBackground && nowMs >= activeAtMs + activityStepMs) {
      await sessions.noteActivity(id, nowMs);
    }
    return tellWho(found);
  }

  /** Who signs in again in the middle of a session: it gets another token, and is fresh. */
  async confirm(who: SignedIn, password: string, visitor: Visitor): Promise<Begun | SignInRefusal> {
    const { email } = who;
    const found = await this.#ports.people.findUserByEmail(email);
    const passed = await this.#judge(found, { email, password }, visitor);
    if (!passed.ok) return passed;
    return this.renew(who, 'password', passed.user);
  }

  async renew(who: SignedIn, factors: Factors, user: User): Promise<Begun | SignInRefusal> {
    const { sessions, browsers, clock, log } = this.#ports;
    const atMs = clock.nowMs();
    const token = makeToken();
    const freshUntilMs = atMs + freshMs;
    const renewal = { tokenHash: hashToken(token), freshUntilMs, factors, atMs };
    // Somebody may have ended it meanwhile.
    if (!(await sessions.renewSession(who.sessionId, renewal))) {
      return { ok: false, why: 'sign-in is wrong' };
    }
    log.info('security.confirmed', { user: user.id, session: who.sessionId, factors });
    const signedIn = { ...who, freshUntilMs };
    return { ok: true, token, browserToken: browsers.tokenOf(user.id), signedIn };
  }

  async #judge(
    found: { readonly user: User; readonly passwordHash: string } | undefined,
    { email, password }: Credentials,
    { address, browserToken }: Visitor,
  ): Promise<{ readonly ok: true; readonly user: User } | SignInRefusal> {
    const { guard, browsers, log } = this.#ports;
    const browser = found && browsers.knownBy(browserToken, found.user.id);
    const turn = guard.begin({ email, address: networkOf(address), browser });
    if (!turn.ok) return { ...turn, why: 'too many sign-ins' };
    const isActive = found?.user.state === 'active' && found.passwordHash !== '';
    const hash = isActive ? found.passwordHash : await this.#hashOfNobody();
    const isRight = await verifyPassword(password, hash);
    if (!isActive || !isRight) {
      log.info('security.sign-in-refused', { user: found?.user.id, factor: 'password' });
      return { ok: false, why: 'sign-in is wrong' };
    }
    turn.wasRight();
    return { ok: true, user: must(found, 'person who signs in').user };
  }

  #hashOfNobody(): Promise<string> {
    this.#nobody ??= hashPassword(makeToken());
    return this.#nobody;
  }
}

function tellWho({ session, user }: FoundSession): SignedIn {
  return {
    userId: user.id,
    email: user.email,
    name: user.name,
    language: user.language ?? undefined,
    isAdministrator: user.isAdministrator,
    sessionId: session.id,
    freshUntilMs: session.freshUntilMs,
  };
}
