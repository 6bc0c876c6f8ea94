/** The second factor of a person: an authenticator app or a passkey, and codes for the day it is lost. */

import type { Author } from '#core/author.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { Sealer } from '#core/sealed.ts';
import type { SignedIn } from '#core/signed-in.ts';
import type { Passkey } from './passkeys/passkey.ts';
import type { PeopleStore } from './people-store.ts';
import {
  codesForNewFactor,
  hashesOf,
  hashRecoveryCode,
  makeRecoveryCodes,
} from './recovery-codes.ts';
import { isTotpSecret, makeTotpSecret, matchTotp, totpAddress } from './totp.ts';

export type SecondFactorPorts = {
  readonly people: Pick<
    PeopleStore,
    | 'listPasskeys'
    | 'findTotp'
    | 'saveTotp'
    | 'removeTotp'
    | 'takeStep'
    | 'takeRecoveryCode'
    | 'countRecoveryCodes'
    | 'replaceRecoveryCodes'
  >;
  readonly sealer: Pick<Sealer, 'seal' | 'open'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: Log;
};

const issuer = 'Parley';

export type FactorState = {
  readonly hasTotp: boolean;
  readonly passkeys: readonly Passkey[];
  readonly codesLeft: number;
};

export class SecondFactor {
  readonly #ports: SecondFactorPorts;

  constructor(ports: SecondFactorPorts) {
    this.#ports = ports;
  }

  async state(userId: number): Promise<FactorState> {
    const { people } = this.#ports;
    const hasTotp = (await people.findTotp(userId)) !== undefined;
    const listed = await people.listPasskeys(userId);
    return { hasTotp, passkeys: listed, codesLeft: await people.countRecoveryCodes(userId) };
  }

  /** Nothing is kept before a code has proved that the app has it. */
  propose({ email }: SignedIn): { readonly secret: string; readonly address: string } {
    const secret = makeTotpSecret();
    return { secret, address: totpAddress(secret, email, issuer) };
  }

  /** Recovery codes, to be shown once, none where earlier ones are left; undefined for a wrong code. */
  async add(
    who: SignedIn,
    { secret, code }: { readonly secret: string; readonly code: string },
    author: Author,
  ): Promise<readonly string[] | undefined> {
    const { people, sealer, clock, log } = this.#ports;
    if (!isTotpSecret(secret)) return undefined;
    const step = matchTotp(secret, code, { nowMs: clock.nowMs(), lastStep: 0 });
    if (step === undefined) return undefined;
    const { userId, sessionId } = who;
    const codes = await codesForNewFactor(userId, people);
    const sealedSecret = sealer.seal(secret, totpPlace(userId));
    const recoveryHashes = hashesOf(codes);
    await people.saveTotp({ userId, sealedSecret, step, recoveryHashes, sessionId }, author);
    log.info('security.factor-added', { user: userId, factor: 'code' });
    return codes;
  }

  async remove(who: SignedIn, author: Author): Promise<boolean> {
    const { people, log } = this.#ports;
    const isRemoved = await people.removeTotp(who.userId, who.sessionId, author);
    if (isRemoved) log.info('security.factor-removed', { user: who.userId, factor: 'code' });
    return isRemoved;
  }

  async renewCodes(who: SignedIn, author: Author): Promise<readonly string[]> {
    const codes = makeRecoveryCodes();
    await this.#ports.people.replaceRecoveryCodes(who.userId, hashesOf(codes), author);
    return codes;
  }

  /** A code of the app, or one of recovery; each is good once. */
  async check(
    userId: number,
    code: string | undefined,
  ): Promise<'none is needed' | 'code is needed' | 'right' | 'recovery code' | 'wrong'> {
    const { people, sealer, clock } = this.#ports;
    const totp = await people.findTotp(userId);
    // Who has passkeys alone shows one in place of the password, or gives a recovery code beside it.
    if (totp === undefined && (await people.listPasskeys(userId)).length === 0) {
      return 'none is needed';
    }
    if (code === undefined) return 'code is needed';
    if (await this.takeRecoveryCode(userId, code)) return 'recovery code';
    if (totp === undefined) return 'wrong';
    const secret = sealer.open(totp.sealedSecret, totpPlace(userId));
    const { lastStep } = totp;
    const step = matchTotp(secret, code.replace(/\s/g, ''), { nowMs: clock.nowMs(), lastStep });
    return step !== undefined && (await people.takeStep(userId, step)) ? 'right' : 'wrong';
  }

  async takeRecoveryCode(userId: number, code: string): Promise<boolean> {
    const hash = hashRecoveryCode(code);
    if (hash === undefined) return false;
    const isTaken = await this.#ports.people.takeRecoveryCode(userId, hash);
    if (isTaken) this.#ports.log.warn('security.recovery-code-used', { user: userId });
    return isTaken;
  }
}

/** For the seal. */
export function totpPlace(userId: number): string {
  return `dashboard_user/${userId}/totp_secret`;
}
