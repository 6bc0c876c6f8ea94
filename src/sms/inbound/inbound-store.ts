/** What received messages ask of the storage. One call is one commit. */

import type { OwedEvent } from '#queue/owed-event.ts';
import type { HandsetText } from './handset-text.ts';
import type { CodedPart } from './inbound-text.ts';
import type { PartNumbering } from './user-data.ts';

/** Who sent a message to which number, over which operator. */
export type InboundRoute = {
  readonly operatorId: number;
  /** E.164 in digits where they are phones; else as the operator wrote them: a short number, or a name. */
  readonly sender: string;
  readonly receiver: string;
};

/** A part of a longer text, as it came. */
export type InboundPart = InboundRoute &
  PartNumbering &
  CodedPart & {
    readonly receivedAtMs: number;
    /** If it is the first of its text: how long the others are waited for. Repeats are known as long. */
    readonly awaitedMs: number;
  };

/** The parts of one text that have come so far, by their number. */
export type InboundGroup = InboundRoute & {
  readonly id: number;
  readonly total: number;
  /** Of the first part that came. */
  readonly receivedAtMs: number;
  readonly parts: readonly (CodedPart & { readonly number: number })[];
};

/**
 * `reply` has a text and an account; `stop` and `start` besides change the opt-out list; `binary` has no
 * text and `unclaimed` no account: they are kept, and nobody is told.
 */
export type InboundKind = 'reply' | 'stop' | 'start' | 'binary' | 'unclaimed';

/** A message that is complete, or as complete as it will be. */
export type InboundMessage = InboundRoute & {
  readonly kind: InboundKind;
  /** Null where nobody is known to have asked for it. */
  readonly accountId: number | null;
  /** Undefined where the octets are no text that can be read. */
  readonly text: string | undefined;
  readonly octets: Uint8Array;
  readonly dataCoding: number;
  readonly receivedAtMs: number;
  /** How many of its parts came, of how many. */
  readonly partsReceived: number;
  readonly partsTotal: number;
  /** The message of ours that it answers; 0 where there is none. */
  readonly answersMessageId: number;
  /** From the built-in operator. */
  readonly test: boolean;
};

export type InboundItem =
  | { readonly kind: 'part'; readonly part: InboundPart }
  | {
      readonly kind: 'message';
      readonly message: InboundMessage;
      readonly events: readonly OwedEvent[];
      /** The group it was made of, which is closed by this; null where it came in one. */
      readonly groupId: number | null;
    };

/** `repeated`: the same part is there already, or the group is closed, and nothing was stored. */
export type InboundResult =
  | { readonly kind: 'stored' }
  | { readonly kind: 'repeated' }
  /** With this part all are there: the caller makes the message now, or the group falls due at once. */
  | { readonly kind: 'complete'; readonly group: InboundGroup };

/** The last message that went from a number of ours to a phone. */
export type LastSent = {
  readonly accountId: number;
  readonly messageId: number;
  /** Where its request wants the replies; null: the account's own endpoint. */
  readonly replyUrl: string | null;
  readonly replyEndpointId: number | null;
};

/** A text that a phone has sent to a number. */
export type ReplyRecord = {
  readonly id: number;
  /** Digits of a phone, or as the operator wrote it. */
  readonly sender: string;
  /** The number that it was sent to. */
  readonly receiver: string;
  readonly kind: InboundKind;
  /** Null: its octets are no text. */
  readonly text: string | null;
  readonly receivedAtMs: number;
  readonly partsReceived: number;
  readonly partsTotal: number;
  /** 0: none of ours. */
  readonly answersMessageId: number;
  readonly test: boolean;
};

type Page = {
  readonly accountId: number;
  readonly beforeId: number;
  readonly limit: number;
};

/** `untilMs` is exclusive. */
type TextTime = {
  readonly fromMs?: number | undefined;
  readonly untilMs?: number | undefined;
};

type ThreadQuery = Page &
  TextTime & {
    /** Defined: the oldest first, from behind it. */
    readonly afterId?: number | undefined;
    /** Of phones that begin with these digits. */
    readonly begins?: string | undefined;
  };

export type ThreadPage = {
  /** The last text of each phone to each number. */
  readonly threads: readonly ReplyRecord[];
  /** A page looks at so many texts and no more; undefined: there are no older ones. */
  readonly nextId: number | undefined;
};

export type ReplyAddress = {
  readonly messageId: number;
  readonly url: string;
  /** The lane of its origin. */
  readonly endpointId: number;
};

/** A message that came in one, as it was stored. */
export type StoredMessage = InboundRoute & {
  readonly dataCoding: number;
  readonly octets: Uint8Array;
  readonly receivedAtMs: number;
};

export interface InboundStore {
  /**
   * Stores in the order given. A part joins the newest open group of its text that lacks it; the same
   * octets under the same number are a repeat for as long as their group is remembered. A message
   * closes its group, once, with its events.
   */
  recordInbound(items: readonly InboundItem[]): Promise<readonly InboundResult[]>;
  /** Of test messages and live ones apart: a simulated message says nothing of a real phone. */
  findLastSent(query: LastSentQuery): Promise<LastSent | undefined>;
  /** Open groups whose time is over, oldest first, with their parts. */
  dueGroups(nowMs: number, limit: number): Promise<readonly InboundGroup[]>;
  /** Lets the oldest open groups fall due that an operator has beyond `max`; answers how many. */
  hastenGroups(operatorId: number, max: number, nowMs: number): Promise<number>;
  /** Drops closed groups of before an instant, a slice at a time; answers how many. */
  forgetGroups(receivedBeforeMs: number, limit: number): Promise<number>;
  /** Whether any is kept, open or closed. */
  hasGroups(): Promise<boolean>;

  keepReplyAddress(address: ReplyAddress): Promise<void>;

  /** Of all no more than `keptMax` stay, the newest. */
  noteText(text: HandsetText, keptMax: number): Promise<void>;
  /** The oldest one of that mark, once: who writes the same twice has noted it twice. */
  takeText(mark: string, sinceMs: number): Promise<LastSent | undefined>;

  /** Each stands where its last text does, which is of the time that is named. */
  listThreads(page: ThreadQuery): Promise<ThreadPage>;
  /** Of one phone, to one number or to all; newest first. */
  listReplies(
    page: Page & { readonly sender: string; readonly receiver?: string | undefined },
  ): Promise<readonly ReplyRecord[]>;
  /** The last STOP of each of these phones. */
  findStopTexts(accountId: number, phones: readonly string[]): Promise<readonly ReplyRecord[]>;

  /** Of an operator, received since an instant, among so many that were stored last of all. */
  newestMessages(
    operatorId: number,
    sinceMs: number,
    newest: number,
  ): Promise<readonly StoredMessage[]>;
  /** Up to when everything was answered, because the process that stored it ended in good order. */
  answeredUntilMs(): Promise<number>;
  saveAnsweredUntil(atMs: number): Promise<void>;
}

export type LastSentQuery = {
  readonly number: string;
  readonly phone: string;
  readonly test: boolean;
  readonly sinceMs: number;
};
