/**
 * Passkeys: made for a person who is signed in or comes in, and checked at a sign-in. Each was used with a
 * finger, a face or a PIN, so it counts as both factors.
 */

import type { Author } from '#core/author.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { SignedIn } from '#core/signed-in.ts';
import type { PasskeyRemoval, PeopleStore } from '#people/people-store.ts';
import { codesForNewFactor, hashesOf } from '../recovery-codes.ts';
import { type AnsweredChallenge, Challenges, challengeMs } from './challenges.ts';
import type { Assertion, NewCredential, ProvedPasskey } from './passkey.ts';
import type { RelyingParty } from './relying-party.ts';
import { algorithms, verifyAssertion, verifyNew } from './verify.ts';

type PasskeyStore = Pick<
  PeopleStore,
  | 'listPasskeys'
  | 'findPasskey'
  | 'addPasskey'
  | 'takeAssertion'
  | 'renamePasskey'
  | 'removePasskey'
  | 'countPasskeys'
>;

export type PasskeysPorts = {
  readonly people: PasskeyStore & Pick<PeopleStore, 'countRecoveryCodes'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: Log;
  /** Of `challengeKeyUse`. */
  readonly challengeKey: Buffer;
};

/** Of one person. */
const passkeysMax = 20;

const issuer = 'Parley';

export type PasskeyWish = { readonly name: string; readonly credential: NewCredential };

/** Codes are shown once; none where there are some already. */
export type Added =
  | { readonly ok: true; readonly codes: readonly string[] }
  | { readonly ok: false; readonly why: 'passkey is wrong' };

export type CreationOptions = ReturnType<Passkeys['optionsFor']>;

export class Passkeys {
  readonly #ports: PasskeysPorts;
  readonly #challenges: Challenges;

  constructor(ports: PasskeysPorts) {
    this.#ports = ports;
    this.#challenges = new Challenges(ports.challengeKey, ports.clock);
  }

  get store(): PasskeyStore {
    return this.#ports.people;
  }

  /** What a browser needs to make one for people who are signed in; undefined: they have as many as they may. */
  async propose(who: SignedIn, party: RelyingParty): Promise<CreationOptions | undefined> {
    const standing = await this.store.listPasskeys(who.userId);
    if (standing.length >= passkeysMax) return undefined;
    const known = standing.filter(({ host }) => host === party.host);
    const options = this.optionsFor(who, purposeOf(who), party);
    return {
      ...options,
      excludeCredentials: known.map(({ credential: id }) => ({ id, type: 'public-key' as const })),
    };
  }

  /** The same for a person who is not here yet; `purpose` names what lets them in. */
  optionsFor(
    { email, name }: Pick<SignedIn, 'email' | 'name'>,
    purpose: string,
    { host }: RelyingParty,
  ) {
    const none: readonly { readonly id: string; readonly type: 'public-key' }[] = [];
    return {
      rp: { id: host, name: issuer },
      user: { id: this.#challenges.handleOf(email), name: email, displayName: name || email },
      challenge: this.#challenges.make(purpose),
      pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' as const })),
      timeout: challengeMs,
      excludeCredentials: none,
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    } as const;
  }

  async add(who: SignedIn, wish: PasskeyWish, party: RelyingParty, author: Author): Promise<Added> {
    const { people, log } = this.#ports;
    const codes = await codesForNewFactor(who.userId, people);
    const proved = await this.prove(wish, codes, { purpose: purposeOf(who), party });
    const { userId, sessionId } = who;
    const isAdded =
      proved !== undefined &&
      (await this.store.addPasskey({ ...proved, userId, sessionId }, author));
    if (!isAdded) return { ok: false, why: 'passkey is wrong' };
    log.info('security.factor-added', { user: userId, factor: 'passkey' });
    return { ok: true, codes };
  }

  /** Undefined for what no authenticator has said to our challenge. */
  async prove(
    { name, credential }: PasskeyWish,
    codes: readonly string[],
    { purpose, party }: { readonly purpose: string; readonly party: RelyingParty },
  ): Promise<ProvedPasskey | undefined> {
    const isOurs = (challenge: string) => this.#challenges.read(challenge, purpose) !== undefined;
    const found = await verifyNew(credential, { party, isOurs });
    const challenge = found && this.#challenges.read(found.challenge, purpose);
    if (found === undefined || challenge === undefined) return undefined;
    const { credential: id, publicKey, counter } = found;
    const createdAtMs = this.#ports.clock.nowMs();
    const passkey = { credential: id, publicKey, counter, host: party.host, name, createdAtMs };
    return { passkey, challenge, recoveryHashes: hashesOf(codes) };
  }

  async remove(who: SignedIn, id: number, author: Author): Promise<PasskeyRemoval> {
    const removal = await this.store.removePasskey(who.userId, id, who.sessionId, author);
    if (removal === 'done') {
      this.#ports.log.info('security.factor-removed', { user: who.userId, factor: 'passkey' });
    }
    return removal;
  }

  /** What a browser needs to sign somebody in. Whom, their authenticator knows. */
  ask({ host }: RelyingParty) {
    return {
      rpId: host,
      challenge: this.#challenges.make(signInPurpose),
      timeout: challengeMs,
      userVerification: 'required',
    } as const;
  }

  /** Whose passkey has answered; undefined: nobody's, or not to a challenge that stands. */
  /** `network`: where the browser is, for the log; a passkey that nobody knows is logged as well. */
  async check(
    assertion: Assertion,
    party: RelyingParty,
    network: string,
  ): Promise<number | undefined> {
    const { clock, log } = this.#ports;
    const passkey = await this.store.findPasskey(assertion.id);
    if (passkey?.host !== party.host) {
      log.info('security.sign-in-refused', { user: passkey?.userId, factor: 'passkey', network });
      return undefined;
    }
    const read = (given: string) => this.#challenges.read(given, signInPurpose);
    const isOurs = (given: string) => read(given) !== undefined;
    const found = await verifyAssertion(assertion, passkey, { party, isOurs });
    const challenge: AnsweredChallenge | undefined = found && read(found.challenge);
    const { id, userId } = passkey;
    if (found !== undefined && challenge !== undefined) {
      const use = { id, counter: found.counter, challenge, atMs: clock.nowMs() };
      if (await this.store.takeAssertion(use)) return userId;
    }
    log.info('security.sign-in-refused', { user: userId, factor: 'passkey', network });
    return undefined;
  }
}

const signInPurpose = 'sign-in';

function purposeOf({ userId }: SignedIn): string {
  return `passkey of ${userId}`;
}
