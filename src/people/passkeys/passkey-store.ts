/** What passkeys ask of the storage. */
import type { Author } from '#core/author.ts';
import type { AnsweredChallenge } from './challenges.ts';
import type { Passkey, ProvedPasskey } from './passkey.ts';

/** `last way in`: who has no password keeps one. */
export type PasskeyRemoval = 'done' | 'not there' | 'last way in';

export interface PasskeyStore {
  /** By their ids. */
  listPasskeys(userId: number): Promise<readonly Passkey[]>;
  findPasskey(credential: string): Promise<Passkey | undefined>;
  /**
   * The named session counts as begun with it, and all others of the person end. False where the challenge
   * was answered before or the credential is known.
   */
  addPasskey(addition: PasskeyAddition, author: Author): Promise<boolean>;
  /** False where the challenge was answered before, or the counter does not grow. */
  takeAssertion(use: PasskeyUse): Promise<boolean>;
  renamePasskey(userId: number, id: number, name: string, author: Author): Promise<boolean>;
  /** All sessions but the named one end. */
  removePasskey(
    userId: number,
    id: number,
    exceptSessionId: number,
    author: Author,
  ): Promise<PasskeyRemoval>;
  /** How many work at which host. */
  countPasskeys(): Promise<readonly { readonly host: string; readonly count: number }[]>;
}

export type PasskeyAddition = ProvedPasskey & {
  readonly userId: number;
  readonly sessionId: number;
};

export type PasskeyUse = {
  readonly id: number;
  readonly counter: number;
  readonly challenge: AnsweredChallenge;
  readonly atMs: number;
};
