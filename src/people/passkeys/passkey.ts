/** A passkey of a person, and what browsers send of one. */
import type { AnsweredChallenge } from './challenges.ts';

export type Passkey = {
  readonly id: number;
  readonly userId: number;
  /** Its id, which its authenticator made, in base64url. */
  readonly credential: string;
  /** COSE, in base64url. */
  readonly publicKey: string;
  /** Of signatures; 0 for ever where the authenticator does not count. */
  readonly counter: number;
  /** The host it was made for: it works at no other. */
  readonly host: string;
  readonly name: string;
  readonly createdAtMs: number;
  /** Null: it was never signed in with. */
  readonly usedAtMs: number | null;
};

export type NewPasskey = Omit<Passkey, 'id' | 'userId' | 'usedAtMs'>;

/** What an authenticator says that has made one, in base64url. */
export type NewCredential = {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly attestationObject: string;
};

/** What it says for a sign-in, in base64url. */
export type Assertion = {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
};

/** A passkey that was proved, with what is written beside it. */
export type ProvedPasskey = {
  readonly passkey: NewPasskey;
  readonly challenge: AnsweredChallenge;
  /** Empty: those that there are stay. */
  readonly recoveryHashes: readonly string[];
};
