/** What customers' binds ask of the storage. Users are read whole; a change of one raises the settings' version and leaves an audit row. */

import type { Author } from '#core/author.ts';
import type { KeyReach } from '#model/key-mode.ts';
import type { RecipientState } from '#model/recipient-state.ts';
import type { BindMode } from '#sms/smpp/permissions.ts';
import type {
  Customer,
  NewSmppUser,
  SmppUser,
  SmppUserSettings,
  SmppUserState,
} from './smpp-user.ts';

/** What is left out stays. */
export type SmppUserChange = {
  readonly passwordHash?: string | undefined;
  readonly state?: SmppUserState | undefined;
  readonly settings?: SmppUserSettings | undefined;
};

/** A bind that is there now, or was when its process was last heard of. */
export type BindRecord = {
  readonly id: number;
  readonly userId: number;
  readonly process: string;
  readonly mode: BindMode;
  readonly address: string;
  readonly boundAtMs: number;
  readonly seenAtMs: number;
};

export interface CustomerStore {
  /** Those of removed accounts too: nobody may bind as them, but their reports know where not to go. */
  listCustomers(): Promise<readonly Customer[]>;
  /** Undefined if there is such a system_id already. */
  createSmppUser(user: NewSmppUser, author: Author): Promise<SmppUser | undefined>;
  changeSmppUser(
    userId: number,
    change: SmppUserChange,
    author: Author,
  ): Promise<SmppUser | undefined>;
  removeSmppUser(userId: number, author: Author): Promise<boolean>;
  /**
   * Counts the user's binds seen since an instant, drops the others, and adds this one if they are
   * fewer than `max`: its id, or undefined. Two processes never count the same place.
   */
  openBind(bind: Omit<BindRecord, 'id'>, limits: BindLimits): Promise<number | undefined>;
  /** Notes that these are there still, also those that were taken for gone meanwhile. */
  seeBinds(binds: readonly BindRecord[]): Promise<void>;
  closeBind(bindId: number): Promise<void>;
  /** All binds, of a process or of every one that was. */
  forgetBinds(process: string | undefined): Promise<void>;
  listBinds(seenSinceMs: number): Promise<readonly BindRecord[]>;
  /** How the recipients of a message stand; none where the account has no such message. */
  findRecipients(query: RecipientsQuery): Promise<readonly RecipientStanding[]>;
}

export type RecipientStanding = {
  readonly state: RecipientState;
  /** Why it was not delivered; empty otherwise. */
  readonly reason: string;
  readonly changedAtMs: number;
};

export type RecipientsQuery = KeyReach & { readonly messageId: number; readonly limit: number };

export type BindLimits = { readonly max: number; readonly seenSinceMs: number };
