/** What erasing a person asks of the storage. */
import type { Author } from '#core/author.ts';
import type { ErasurePart } from '#core/erased.ts';
import type { PhoneNumber } from '#core/phone-number.ts';

/** Whom: by a phone or by an email address, and what lists keep in its place. */
export type ErasureSubject =
  | { readonly kind: 'phone'; readonly phone: PhoneNumber; readonly pseudonym: PhoneNumber }
  | { readonly kind: 'email'; readonly address: string; readonly pseudonym: string };

/** A row as it is exported before it is erased: with its id and what it says. */
export type KeptRow = { readonly id: number } & Readonly<Record<string, unknown>>;

export type ErasureScope = {
  readonly subject: ErasureSubject;
  /** Undefined: everybody's. */
  readonly accountId: number | undefined;
};

export type Erased = {
  readonly counts: Readonly<Record<ErasurePart, number>>;
  /** Entries of lists of who wants nothing, which stay as hashes. */
  readonly hashed: number;
  /** Messages and mails that have not ended: they stay until they have. */
  readonly underWay: number;
};

export interface ErasureStore {
  /** The sealed key of the installation's pseudonyms: this one, or the one that stood before. */
  keepKey(sealed: string): Promise<string>;
  /** What is kept and can be erased, a page at a time. */
  find(
    scope: ErasureScope,
  ): AsyncIterable<{ readonly part: ErasurePart; readonly rows: readonly KeptRow[] }>;
  countUnderWay(scope: ErasureScope): Promise<number>;
  /** Whatever `find` shows, and the names on lists; audited. Done again it erases what has come since. */
  erase(scope: ErasureScope, author: Author): Promise<Erased>;
}
