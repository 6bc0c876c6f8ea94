/**
 * How an account's mails went, hour by hour: counted behind their commits. Each mail says as what it was
 * counted last, in the commit that counts it, so nothing is counted twice or left out, whatever dies in
 * between, and one that changes late is counted again.
 */

import type { Purse } from '#accounts/ledger.ts';
import type { Millionths } from '#core/money.ts';
import type { MailFactKind } from '#model/mail-state.ts';

/** What waits for anything but a server's second thoughts is in progress. */
export type MailFigureState = 'under way' | Exclude<MailFactKind, 'scheduled' | 'queued' | 'held'>;

export type MailFigure = {
  readonly state: MailFigureState;
  /**
   * Of what was sent, how long it took: a bucket of `core/delays.ts`. Of what was refused or given up, its class
   * and what the server answered last: `mailbox-unknown 550 5.1.1`.
   */
  readonly detail: string;
  readonly mails: number;
  /** Less what was given back. */
  readonly cost: Millionths;
};

/** Added to what stands there; below 0 where it is taken from there. */
export type MailFigureChange = MailFigure & {
  readonly accountId: number;
  readonly purse: Purse;
  /** A whole hour, UTC, in which they were accepted. */
  readonly startsAtMs: number;
  /** The domain of a provider of mailboxes; empty for all others, which may be somebody's own. */
  readonly provider: string;
};

/** One whose state is another than it was counted with. */
export type UncountedMail = {
  readonly id: number;
  readonly accountId: number;
  readonly address: string;
  readonly state: MailFactKind;
  readonly class: string;
  readonly changedAtMs: number;
  readonly cost: Millionths;
  /** `550 5.1.1`: the last refusal; empty where there was none. */
  readonly refusal: string;
  /** As a former count wrote it; empty: it was never counted. */
  readonly countedAs: string;
  /** Null where it is forgotten: then there is no hour to count in. */
  readonly email: {
    readonly acceptedAtMs: number;
    readonly scheduledAtMs: number | null;
    readonly purse: Purse;
    /** Of ours, which the account did not send. */
    readonly isNotice: boolean;
  } | null;
};

export type CountedMails = {
  readonly changes: readonly MailFigureChange[];
  readonly marks: readonly {
    readonly mailId: number;
    readonly state: MailFactKind;
    readonly countedAs: string;
  }[];
};

/** Of one process at a time; false from `commit`, and nothing kept: another one has counted meanwhile. */
export interface MailFigureTurn {
  commit(counted: CountedMails): Promise<boolean>;
}

export type MailFigureWish = {
  readonly accountId: number;
  readonly purse: Purse;
  /** Whole hours, the second exclusive. */
  readonly fromMs: number;
  readonly untilMs: number;
};
