/**
 * Whether a bind's password is right. One that was is known again by a keyed hash in memory, so that
 * software which binds over and over costs nothing; a wrong one is hashed slowly, one at a time.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { hashPassword, PasswordsBusy, verifyPassword } from '#accounts/password.ts';
import { BoundedMap } from '#core/bounded-map.ts';
import type { Try, TryGuard } from './bind-guard.ts';
import type { SmppUser } from './smpp-user.ts';

export type PasswordVerdict = 'right' | 'wrong' | 'too many at once';

type Known = { readonly passwordHash: string; readonly digest: Buffer };

/** Binds whose password waits to be hashed; people who sign in share its threads. */
const waitingMax = 20;
const knownMax = 10_000;

export class BindPasswords {
  readonly #guard: TryGuard;
  readonly #secret = randomBytes(32);
  readonly #known = new BoundedMap<number, Known>(knownMax);
  #nobodys: Promise<string> | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(guard: TryGuard) {
    this.#guard = guard;
  }

  /** Without a user it takes as long, and is wrong. */
  async check(user: SmppUser | undefined, password: string, who: Try): Promise<PasswordVerdict> {
    if (user !== undefined && this.#isKnown(user, password)) return 'right';
    if (!this.#guard.mayTry(who)) return 'wrong';
    if (this.#waiting >= waitingMax) return 'too many at once';
    const isRight = await this.#inTurn(() => this.#verify(user, password, who));
    if (isRight === undefined) return 'too many at once';
    return isRight ? 'right' : 'wrong';
  }

  #isKnown({ id, passwordHash }: SmppUser, password: string): boolean {
    const known = this.#known.get(id);
    if (known?.passwordHash !== passwordHash) return false;
    return timingSafeEqual(known.digest, this.#digest(password));
  }

  async #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    this.#waiting += 1;
    const mine = this.#turn.then(work).finally(() => {
      this.#waiting -= 1;
    });
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  /** Undefined where the threads are taken by others. */
  async #verify(user: SmppUser | undefined, password: string, who: Try) {
    // Those who waited in front may have used up what this one may try.
    if (!(await this.#guard.begin(who))) return false;
    try {
      this.#nobodys ??= hashPassword(randomBytes(16).toString('hex'));
      const isRight = await verifyPassword(password, user?.passwordHash ?? (await this.#nobodys));
      if (user === undefined || !isRight) {
        await this.#guard.wasWrong(who);
        return false;
      }
      await this.#guard.wasRight(who);
      const digest = this.#digest(password);
      this.#known.set(user.id, { passwordHash: user.passwordHash, digest });
      return true;
    } catch (error) {
      await this.#guard.wasNone(who);
      if (error instanceof PasswordsBusy) return undefined;
      throw error;
    }
  }

  #digest(password: string): Buffer {
    return createHmac('sha256', this.#secret).update(password).digest();
  }
}
