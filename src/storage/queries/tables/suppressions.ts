/** The table of the suppression list. */
import type { Generated } from 'kysely';
import type { SuppressionReason, SuppressionSource } from '#mail/suppression/suppression.ts';

export interface SuppressionTables {
  readonly mail_suppression: {
    readonly id: Generated<number>;
    readonly account_id: number;
    readonly stream: string;
    readonly address: string;
    readonly reason: SuppressionReason;
    source: SuppressionSource;
    strikes: number;
    /** The last two strikes that count; 0: none. */
    struck_at: number;
    struck_before_at: number;
    /** How many times strikes have stopped mail. */
    times: number;
    stamp: number;
    /** The end that has been told. */
    ended_at: Generated<number>;
    created_at: number;
    expires_at: number | null;
  };
  readonly suppression_change: {
    readonly id: Generated<number>;
    readonly account_id: number;
    readonly stream: string;
    readonly address: string;
    readonly reason: SuppressionReason;
    readonly source: SuppressionSource;
    readonly kind: 'added' | 'removed';
    readonly at: number;
  };
}
