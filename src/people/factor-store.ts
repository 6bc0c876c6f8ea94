/** What second factors ask of the storage. */
import type { Author } from '#core/author.ts';

export type NewFactor = {
  readonly userId: number;
  readonly sealedSecret: string;
  /** Of the code that proved it. */
  readonly step: number;
  /** They take the place of all before; none: those before stay. */
  readonly recoveryHashes: readonly string[];
  /** All others of the person end. */
  readonly sessionId: number;
};

export interface FactorStore {
  findTotp(
    userId: number,
  ): Promise<{ readonly sealedSecret: string; readonly lastStep: number } | undefined>;
  saveTotp(factor: NewFactor, author: Author): Promise<void>;
  /** With the recovery codes; all sessions but the named one end. False: there was none. */
  removeTotp(userId: number, exceptSessionId: number | undefined, author: Author): Promise<boolean>;
  /** False if a code of this step or a later one has been taken. */
  takeStep(userId: number, step: number): Promise<boolean>;
  /** False if there is none such; it is gone then. */
  takeRecoveryCode(userId: number, hash: string): Promise<boolean>;
  countRecoveryCodes(userId: number): Promise<number>;
  replaceRecoveryCodes(userId: number, hashes: readonly string[], author: Author): Promise<void>;
}
