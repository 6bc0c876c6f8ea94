/** All that the dashboard asks about people, as one thing to hand over. */
import { hashPassword } from '#accounts/password.ts';
import type { Author } from '#core/author.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { Sealer } from '#core/sealed.ts';
import type { SignedIn } from '#core/signed-in.ts';
import type { Visit } from '#core/visit.ts';
import { AccountViews } from './account-view.ts';
import { AddressChanges } from './address-change.ts';
import { ForgottenPasswords } from './forgotten-passwords.ts';
import { GuessingGuard } from './guessing-guard.ts';
import { KnownBrowsers } from './known-browsers.ts';
import { Links, type PasswordSet } from './links.ts';
import { Passkeys } from './passkeys/passkeys.ts';
import { type NoPasskeys, type RelyingParty, relyingPartyOf } from './passkeys/relying-party.ts';
import { type PasswordRefusal, type PasswordRule, refusePassword } from './password-rules.ts';
import type { PeopleStore } from './people-store.ts';
import { type Mailer, Post } from './post.ts';
import { SecondFactor } from './second-factor.ts';
import { sessionLife } from './session.ts';
import {
  lookAtSetup,
  proposeSetupPasskey,
  type SetupResult,
  type SetupWish,
  setUp,
} from './setup.ts';
import { SharedGuesses } from './shared-guesses.ts';
import { SignInService } from './sign-in.ts';

export type PeopleOptions = {
  /** Nobody but this machine can reach us. */
  readonly onlyThisMachine: boolean;
  /** What nobody may take for a password: the names of the host. */
  readonly hostNames: readonly string[];
  /** A password alone lets nobody in. */
  readonly needsSecondFactor: boolean;
  /** Where people see us; undefined: no links are mailed. */
  readonly publicUrl: string | undefined;
  /** Others may serve the same people: what is limited is counted where all of them count. */
  readonly isShared: boolean;
};

export type PeoplePorts = {
  readonly people: PeopleStore;
  readonly sealer: Pick<Sealer, 'seal' | 'open'>;
  readonly settings: { findSetting(name: string): Promise<string | undefined> };
  readonly clock: Clock;
  readonly log: Log;
  /** Of `browserKeyUse`. */
  readonly browserKey: Buffer;
  /** Of `challengeKeyUse`. */
  readonly challengeKey: Buffer;
  /** Undefined: nobody is mailed, and links are given by hand. */
  readonly mailer: Mailer | undefined;
};

export class People {
  readonly signIn: SignInService;
  readonly store: PeopleStore;
  readonly secondFactor: SecondFactor;
  readonly passkeys: Passkeys;
  readonly post: Post;
  readonly links: Links;
  readonly forgotten: ForgottenPasswords;
  readonly addresses: AddressChanges;
  readonly views: AccountViews;
  readonly passwordRule: PasswordRule;
  readonly needsSecondFactor: boolean;
  readonly publicUrl: string | undefined;
  readonly #ports: PeoplePorts;

  constructor(options: PeopleOptions, ports: PeoplePorts) {
    const { onlyThisMachine, hostNames, needsSecondFactor } = options;
    const { clock, browserKey } = ports;
    this.#ports = ports;
    this.store = ports.people;
    this.needsSecondFactor = needsSecondFactor;
    this.secondFactor = new SecondFactor(ports);
    this.passkeys = new Passkeys(ports);
    this.post = new Post(ports);
    this.passwordRule = { charactersMin: onlyThisMachine ? 8 : 15, knownWords: hostNames };
    this.links = new Links({ ...ports, ...this.#ways });
    const { publicUrl } = options;
    this.publicUrl = publicUrl;
    this.forgotten = new ForgottenPasswords({ ...ports, post: this.post, publicUrl });
    this.addresses = new AddressChanges({ ...ports, post: this.post, publicUrl });
    this.views = new AccountViews({ store: ports.people, clock });
    const own = new GuessingGuard(clock);
    this.signIn = new SignInService({
      ...ports,
      secondFactor: this.secondFactor,
      passkeys: this.passkeys,
      needsSecondFactor,
      guard: options.isShared ? new SharedGuesses({ ...ports, own }) : own,
      browsers: new KnownBrowsers(browserKey),
      life: sessionLife(onlyThisMachine),
    });
  }

  /** Whose session it is, with what they view. */
  async findSession(
    ...asked: Parameters<SignInService['findSession']>
  ): Promise<SignedIn | undefined> {
    const who = await this.signIn.findSession(...asked);
    return who && this.views.withView(who);
  }

  setUp(wish: SetupWish): Promise<SetupResult> {
    return setUp(wish, { ...this.#ports, ...this.#ways });
  }

  lookAtSetup(token: string): ReturnType<typeof lookAtSetup> {
    return lookAtSetup(token, { ...this.#ports, ...this.#ways });
  }

  proposeSetupPasskey(
    wish: Pick<SetupWish, 'token' | 'email' | 'name'>,
    party: RelyingParty,
  ): ReturnType<typeof proposeSetupPasskey> {
    return proposeSetupPasskey(wish, party, { ...this.#ports, ...this.#ways });
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
    await this.post.tell({ what: 'password changed' }, who);
    return undefined;
  }

  /** By a link that was mailed: they sign in again, with all factors. */
  async setForgottenPassword(token: string, password: string): Promise<PasswordSet> {
    const set = await this.links.setPassword(token, password);
    if (!set.ok) return set;
    const { id: userId, email, language } = set.user;
    this.#ports.log.info('security.password-changed', { user: userId });
    const who = { userId, email, language: language ?? undefined };
    await this.post.tell({ what: 'password changed' }, who);
    return set;
  }

  /** For whom the browser of a visit makes passkeys. */
  partyOf(visit: Pick<Visit, 'host' | 'origin'>): RelyingParty | NoPasskeys {
    return relyingPartyOf(visit, this.publicUrl);
  }

  get #ways() {
    return { passwordRule: this.passwordRule, passkeys: this.passkeys };
  }

  /** Who the ledger and the audit name. */
  authorOf({ email }: Pick<SignedIn, 'email'>): Author {
    return { actor: email, atMs: this.#ports.clock.nowMs() };
  }
}
