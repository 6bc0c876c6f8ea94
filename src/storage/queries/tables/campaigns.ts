/** The tables of campaigns. */
import type { Generated } from 'kysely';
import type { Millionths } from '#core/money.ts';
import type { CampaignState } from '#sms/campaigns/campaign.ts';

export interface CampaignTables {
  readonly campaign: {
    readonly id: number;
    account_id: number;
    name: string;
    test: 0 | 1;
    group_id: number;
    sender: string;
    text: string;
    says_stop: 0 | 1;
    marketing: 0 | 1;
    cost_max: Millionths | null;
    state: CampaignState;
    reason: Generated<string>;
    starts_at: number;
    created_at: number;
    ended_at: number | null;
    contacts: number;
    last_contact_id: number;
    through_contact_id: Generated<number>;
    slices: Generated<number>;
    pending: Generated<0 | 1>;
  };
  readonly campaign_slice: {
    readonly campaign_id: number;
    readonly n: number;
    after_contact_id: number;
    through_contact_id: number;
    contacts: number;
    sent_at: number | null;
    message_id: number | null;
    recipients: Generated<number>;
    parts: Generated<number>;
    cost: Generated<Millionths>;
    delivered: Generated<number>;
    not_delivered: Generated<number>;
    /** JSON: how many of each reason. */
    skipped: Generated<string>;
    look_at: number | null;
  };
}
