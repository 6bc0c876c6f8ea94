/** What numbers ask of the storage. They are read whole; a change raises the settings' version. */
import type { OwnNumber, ShortNumberUse } from './own-number.ts';

export type NewNumber = Omit<OwnNumber, 'id' | 'state'>;

/** What is left out stays; `accountId` null takes the number from its account. */
export type NumberChange = {
  readonly accountId?: number | null | undefined;
  readonly operatorId?: number | undefined;
  readonly state?: OwnNumber['state'] | undefined;
  readonly takesSms?: boolean | undefined;
  readonly takesCalls?: boolean | undefined;
};

export interface NumberStore {
  listNumbers(): Promise<readonly OwnNumber[]>;
  /** Undefined if there is such a number already. */
  createNumber(number: NewNumber): Promise<OwnNumber | undefined>;
  changeNumber(numberId: number, change: NumberChange): Promise<OwnNumber | undefined>;
  /** Also takes it from the accounts that send from it. */
  removeNumber(numberId: number): Promise<boolean>;
  listShortNumberUses(): Promise<readonly ShortNumberUse[]>;
  /** False if another account has this keyword on the number. */
  setShortNumber(use: ShortNumberUse): Promise<boolean>;
  clearShortNumber(accountId: number): Promise<boolean>;
}
