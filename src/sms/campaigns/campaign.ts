/**
 * A campaign: one text with fields, to the contacts that a group has when the campaign is made. They are handed over
 * slice by slice, each slice a message; what is not handed over yet costs nothing, and is what a pause holds first.
 *
 *   running ⇄ paused, by people or by itself; running → done; running, paused → cancelled
 */
import type { Millionths } from '#core/money.ts';

export const campaignStates = ['running', 'paused', 'done', 'cancelled'] as const;

export type CampaignState = (typeof campaignStates)[number];

/** Of an account, neither done nor cancelled. */
export const openCampaignsMax = 100;
export const campaignNameCharactersMax = 100;
export const campaignTextCharactersMax = 5_000;

export type Campaign = {
  readonly id: number;
  readonly accountId: number;
  readonly name: string;
  /** Paid with test money and sent to the built-in operator alone. */
  readonly test: boolean;
  readonly groupId: number;
  /** Empty: the account's own. */
  readonly sender: string;
  readonly text: string;
  readonly saysStop: boolean;
  /** It may have to wait for the day. */
  readonly marketing: boolean;
  /** It pauses before it costs more; null: it may cost what it costs. */
  readonly costMax: Millionths | null;
  readonly state: CampaignState;
  /** Why it paused by itself; empty: somebody paused it. */
  readonly reason: string;
  readonly startsAtMs: number;
  readonly createdAtMs: number;
  readonly endedAtMs: number | null;
  readonly contacts: number;
  readonly lastContactId: number;
  readonly throughContactId: number;
  /** Begun until now. */
  readonly slices: number;
};

export type NewCampaign = Pick<
  Campaign,
  | 'accountId'
  | 'name'
  | 'test'
  | 'groupId'
  | 'sender'
  | 'text'
  | 'saysStop'
  | 'marketing'
  | 'costMax'
  | 'startsAtMs'
  | 'contacts'
  | 'lastContactId'
>;

/** Contacts that are handed over together. */
export type Slice = {
  readonly campaignId: number;
  readonly n: number;
  readonly afterContactId: number;
  readonly throughContactId: number;
  readonly contacts: number;
};

/** How many of each reason got nothing. */
export type Skipped = Readonly<Record<string, number>>;

export type SliceOutcome = {
  readonly messageId: number | null;
  readonly recipients: number;
  readonly parts: number;
  readonly cost: Millionths;
  readonly skipped: Skipped;
};

/** What a campaign came to until now. */
export type CampaignTally = Omit<SliceOutcome, 'messageId'> & {
  /** Contacts that were looked at: sent to or skipped. */
  readonly contacts: number;
  readonly delivered: number;
  readonly notDelivered: number;
};

/** Of the client's own id of its message, by which a slice that was sent is found after a crash. */
export function sliceName({ campaignId, n }: Pick<Slice, 'campaignId' | 'n'>): string {
  return `campaign/${campaignId}/${n}`;
}
