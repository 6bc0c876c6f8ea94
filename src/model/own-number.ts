/** Numbers of ours, which people write to and messages are sent from. */

/** A long number is one account's; a short one may serve many. */
export type OwnNumber = {
  readonly id: number;
  /** Digits: E.164 without its plus, or those of a short number. */
  readonly digits: string;
  readonly kind: 'long' | 'short';
  /** Whose alone it is; null: nobody's, or shared. */
  readonly accountId: number | null;
  /** The operator that serves it; null: any. */
  readonly operatorId: number | null;
  readonly state: 'active' | 'deactivated';
  readonly takesSms: boolean;
  readonly takesCalls: boolean;
  readonly createdAtMs: number;
};
