/** All that the dashboard asks about people, as one thing to hand over. */
import { hashPassword } from '#accounts/password.ts';
import type { Author } from '#core/author.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { Sealer } from '#core/sealed.ts';
import type { FactorStore } from './factor-store.ts';
import { GuessingGuard } from './guessing-guard.ts';
import { KnownBrowsers } from './known-browsers.ts';
import { Links } from './links.ts';
import type { MemberStore } from './member-store.ts';
import { type PasswordRefusal, type PasswordRule, refusePassword } from './password-rules.ts';
import type { PeopleStore, SessionStore } from './people-store.ts';
import { SecondFactor } from './second-factor.ts';
import { sessionLife } from './session.ts';
import { type SetupResult, type SetupWish, setUp } from './setup.ts';
import { SignInDesk } from './sign-in.ts';
import type { SignedIn } from './signed-in.ts';

export type PeopleOptions = {
  /** Nobody but this machine can reach us. */
  readonly onlyThisMachine: boolean;
  /** What nobody may take for a password: the names of the host. */
  readonly hostNames: readonly string[];
  /** A password alone lets nobody in. */
  readonly needsSecondFactor: boolean;
};

export type PeoplePorts = {
  readonly people: PeopleStore;
  readonly sessions: SessionStore;
  readonly members: MemberStore;
  readonly factors: FactorStore;
  readonly sealer: Pick<Sealer, 'seal' | 'open'>;
  readonly settings: { findSetting(name: string): Promise<string | undefined> };
  readonly clock: Clock;
  readonly log: Log;
  /** Of `browserKeyUse`. */
  readonly browserKey: Buffer;
};

export class People {
  readonly signIn: SignInDesk;
  readonly store: PeopleStore;
  readonly sessions: SessionStore;
  readonly members: MemberStore;
  readonly secondFactor: SecondFactor;
  readonly links: Links;
  readonly passwordRule: PasswordRule;
  readonly needsSecondFactor: boolean;
  readonly #ports: PeoplePorts;

  constructor(options: PeopleOptions, ports: PeoplePorts) {
    const { onlyThisMachine, hostNames, needsSecondFactor } = options;
    const { clock, browserKey } = ports;
    this.#ports = ports;
    this.store = ports.people;
    this.needsSecondFactor = needsSecondFactor;
    this.sessions = ports.sessions;
    this.members = ports.members;
    this.secondFactor = new SecondFactor(ports);
    this.passwordRule = { charactersMin: onlyThisMachine ? 8 : 15, knownWords: hostNames };
    this.links = new Links({ ...ports, passwordRule: this.passwordRule });
    this.signIn = new SignInDesk({
      ...ports,
      secondFactor: this.secondFactor,
      needsSecondFactor,
      guard: new GuessingGuard(clock),
      browsers: new KnownBrowsers(browserKey),
      life: sessionLife(onlyThisMachine),
    });
  }

  setUp(wish: SetupWish): Promise<SetupResult> {
    return setUp(wish, { ...this.#ports, passwordRule: this.passwordRule });
  }

  /** Ends all sessions of theirs but the one that asks. */
  async changePassword(who: SignedIn, password: string): Promise<PasswordRefusal | undefined> {
    const accounts = await this.store.accountsOf(who.userId);
    const names = [who.email, who.name, ...accounts.map(({ name }) => name)];
    const knownWords = [...this.passwordRule.knownWords, ...names];
    const refusal = refusePassword(password, { ...this.passwordRule, knownWords });
    if (refusal !== undefined) return refusal;
    const hash = await hashPassword(password);
    const change = { password: { hash, exceptSessionId: who.sessionId } };
    await this.store.changeUser(who.userId, change, this.authorOf(who));
    this.#ports.log.info('security.password-changed', { user: who.userId });
    return undefined;
  }

  /** Who the ledger and the audit name. */
  authorOf({ email }: Pick<SignedIn, 'email'>): Author {
    return { actor: email, atMs: this.#ports.clock.nowMs() };
  }
}
