/** What mail costs accounts, how theirs is received, and what waits until an administrator releases it. */
import type { Author } from '#core/author.ts';
import type { Millionths } from '#core/money.ts';
import type { MailClass } from '../mail-fact.ts';

export type MailPrice = {
  /** 0: of all accounts that have none of their own. */
  readonly accountId: number;
  /** In force from then on. */
  readonly fromMs: number;
  /** Of one mail. */
  readonly price: Millionths;
};

/** How the last mails of an account were received. */
export type Reception = {
  readonly mails: number;
  readonly hardBounces: number;
  readonly complaints: number;
};

export type MailStanding = {
  /** Why its mail is held; undefined: it is not. */
  readonly heldBecause: string | undefined;
  /** What came before is forgiven. */
  readonly countsFromMs: number;
};

export type HeldMails = {
  readonly accountId: number;
  readonly mails: number;
  /** Empty where only a limit holds them. */
  readonly reason: string;
};

export type ReceptionWish = {
  /** None from before it. */
  readonly sinceMs: number;
  /** So many at most. */
  readonly mailsMax: number;
  /** Bounces of these classes are counted. */
  readonly hardClasses: readonly MailClass[];
};

export interface MailAccountStore {
  /** By account, then by day. */
  listMailPrices(): Promise<readonly MailPrice[]>;
  setMailPrice(price: MailPrice, author: Author): Promise<void>;
  /** False: there is none. */
  removeMailPrice(price: Omit<MailPrice, 'price'>, author: Author): Promise<boolean>;
  findStanding(accountId: number): Promise<MailStanding>;
  /** Of its last live mails of which anything is known. */
  findReception(accountId: number, wish: ReceptionWish): Promise<Reception>;
  /** False: it was held already. */
  holdMail(accountId: number, reason: string, atMs: number): Promise<boolean>;
  listHeldMails(): Promise<readonly HeldMails[]>;
  /**
   * Forgives the account, and has so many of its held mails go, or expire with their money given back.
   * Answers how many; more may be left where these are as many as were asked for.
   */
  releaseMails(
    accountId: number,
    how: 'send' | 'expire',
    release: { readonly author: Author; readonly limit: number },
  ): Promise<number>;
  /** Lets held mails go whose time is over, for their lane gives them up; answers how many. */
  expireHeldMails(nowMs: number): Promise<number>;
}
