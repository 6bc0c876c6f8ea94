/** What campaigns ask of the storage. Those of other accounts are as unknown as none. */
import type { Author } from '#core/author.ts';
import type { TimedPage } from '#core/id-paging.ts';
import type { Millionths } from '#core/money.ts';
import type {
  Campaign,
  CampaignState,
  CampaignTally,
  NewCampaign,
  Slice,
  SliceOutcome,
} from './campaign.ts';

/** Of an account; the time is that of its start. */
export type CampaignQuery = TimedPage & {
  readonly accountId: number;
  /** Part of its name, in any letter case. */
  readonly name?: string | undefined;
  readonly state?: CampaignState | undefined;
};

export type StateChange = {
  readonly accountId: number;
  readonly campaignId: number;
  readonly from: readonly CampaignState[];
  readonly to: CampaignState;
  /** A new ceiling of its cost; undefined: as it was. */
  readonly costMax?: Millionths | null | undefined;
};

/** A slice that was sent and of which not all recipients have ended. */
export type OpenSlice = Pick<Slice, 'campaignId' | 'n'> & {
  readonly messageId: number;
  readonly recipients: number;
  readonly sentAtMs: number;
};

export type SliceCount = {
  readonly recipients: number;
  readonly delivered: number;
  readonly notDelivered: number;
  readonly cost: Millionths;
};

/** Parts of one lane that wait in another from now on. */
export type LaneMove = {
  readonly from: string;
  readonly to: string;
  readonly limit: number;
  /** Untried texts of it alone. */
  readonly campaignId?: number | undefined;
  /** Those that expire until then alone. */
  readonly expiredAtMs?: number | undefined;
};

export interface CampaignStore {
  /** Undefined if the account has so many open ones. */
  addCampaign(
    campaign: NewCampaign,
    openMax: number,
    author: Author,
  ): Promise<Campaign | undefined>;
  listCampaigns(query: CampaignQuery): Promise<readonly Campaign[]>;
  /** Of all pages. */
  countCampaigns(query: CampaignQuery): Promise<number>;
  findCampaign(accountId: number, campaignId: number): Promise<Campaign | undefined>;
  /** Of each that has slices. */
  tallyCampaigns(campaignIds: readonly number[]): Promise<ReadonlyMap<number, CampaignTally>>;
  /** False, and nothing is changed, where it is in none of these states. */
  changeState(change: StateChange, author: Author): Promise<boolean>;

  /** Those for whose state there is something to do now, those first that began first. */
  pendingCampaigns(nowMs: number, limit: number): Promise<readonly Campaign[]>;
  /** The slice that is in progress; at most one is. */
  findSlice(campaignId: number): Promise<Slice | undefined>;
  /** False where it does not run any more, or somebody else has begun its next slice. */
  beginSlice(
    campaign: Campaign,
    slice: Pick<Slice, 'throughContactId' | 'contacts'>,
  ): Promise<boolean>;
  /** What was accepted for a slice, by its name; undefined: nothing was. */
  findSent(accountId: number, sliceName: string): Promise<SliceOutcome | undefined>;
  endSlice(slice: Slice, outcome: SliceOutcome, times: EndTimes): Promise<void>;
  /** It runs no more, for a reason of its own. */
  pauseFor(campaignId: number, reason: string): Promise<void>;
  finish(campaignId: number, atMs: number): Promise<void>;
  /** There is nothing left to do for this state. */
  settle(campaignId: number, state: CampaignState): Promise<void>;
  /** Messages of its slices, those whose recipients have not all ended. */
  openMessages(campaignId: number): Promise<readonly number[]>;

  /** Bulk parts of the account that could leave now, counted no further than `max`. */
  countDue(lanes: readonly string[], nowMs: number, max: number): Promise<number>;
  /** Answers how many; what holds parts in memory hears that they have moved. */
  moveParts(move: LaneMove): Promise<number>;

  slicesToCount(nowMs: number, limit: number): Promise<readonly OpenSlice[]>;
  /** As their rows say now; of a message that was forgotten none is left. */
  countSlice(messageId: number): Promise<SliceCount>;
  noteCount(slice: OpenSlice, count: SliceCount, lookAtMs: number | null): Promise<void>;
  stopCounting(slice: OpenSlice): Promise<void>;
}

export type EndTimes = { readonly atMs: number; readonly lookAtMs: number };
