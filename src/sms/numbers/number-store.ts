/** What numbers ask of the storage. They are read whole; a change raises the settings' version. */
import type { Author } from '#core/author.ts';
import type { OwnNumber } from '#model/own-number.ts';
import type { ShortNumberUse } from './short-number-use.ts';

export type NewNumber = Omit<OwnNumber, 'id' | 'state'>;

/** What is left out stays; `accountId` null takes the number from its account. */
export type NumberChange = {
  readonly accountId?: number | null | undefined;
  readonly operatorId?: number | undefined;
  readonly state?: OwnNumber['state'] | undefined;
  readonly takesSms?: boolean | undefined;
  readonly takesCalls?: boolean | undefined;
};

/** Where an author is named the audit names them. */
export interface NumberStore {
  listNumbers(): Promise<readonly OwnNumber[]>;
  /** Undefined if there is such a number already. */
  createNumber(number: NewNumber, author?: Author): Promise<OwnNumber | undefined>;
  changeNumber(
    numberId: number,
    change: NumberChange,
    author?: Author,
  ): Promise<OwnNumber | undefined>;
  /** Also takes it from the accounts that send from it. */
  removeNumber(numberId: number, author?: Author): Promise<boolean>;
  listShortNumberUses(): Promise<readonly ShortNumberUse[]>;
  /** False if another account has this keyword on the number. */
  setShortNumber(use: ShortNumberUse): Promise<boolean>;
  clearShortNumber(accountId: number): Promise<boolean>;
}
