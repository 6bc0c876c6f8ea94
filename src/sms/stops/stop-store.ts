/** What the opt-out list asks of the storage. */
import type { TimedPage } from '#core/id-paging.ts';
import type { PhoneNumber } from '#core/phone-number.ts';

/** Who put a phone on the list: the phone itself, the account, or the administrator of the installation. */
export type StopSource = 'reply' | 'client' | 'administrator';

export type StopEntry = {
  readonly id: number;
  readonly accountId: number;
  readonly phone: PhoneNumber;
  readonly source: StopSource;
  readonly createdAtMs: number;
};

export type NewStop = Omit<StopEntry, 'id'>;

/** A phone came to the list or left it; versions follow the commits, so that none is skipped. */
export type StopChange = {
  readonly version: number;
  readonly accountId: number;
  readonly phone: PhoneNumber;
  readonly stopped: boolean;
};

export type StopPage = TimedPage & {
  /** Phones that begin with these digits. */
  readonly begins?: string | undefined;
};

export interface StopStore {
  /** The entry that stands then; `isNew` false: it stood before. */
  addStop(stop: NewStop): Promise<{ readonly entry: StopEntry; readonly isNew: boolean }>;
  /** False: it was not on the list. */
  removeStop(accountId: number, phone: PhoneNumber): Promise<boolean>;
  findStop(accountId: number, id: number): Promise<StopEntry | undefined>;
  findStopOf(accountId: number, phone: PhoneNumber): Promise<StopEntry | undefined>;
  /** By id, behind `afterId`. */
  listStops(accountId: number, afterId: number, limit: number): Promise<readonly StopEntry[]>;
  stopPage(accountId: number, page: StopPage): Promise<readonly StopEntry[]>;
  countStops(accountId: number): Promise<number>;
  /** In the order of their digits as text, behind `afterPhone`. */
  stoppedPhones(
    accountId: number,
    afterPhone: string,
    limit: number,
  ): Promise<readonly PhoneNumber[]>;
  /** Those of these that are on the list. */
  findStopped(accountId: number, phones: readonly PhoneNumber[]): Promise<readonly PhoneNumber[]>;
  stopVersion(): Promise<number>;
  /** Oldest first; changes of long ago are forgotten, so a gap behind `afterVersion` means: read again. */
  stopChanges(afterVersion: number, limit: number): Promise<readonly StopChange[]>;
}
