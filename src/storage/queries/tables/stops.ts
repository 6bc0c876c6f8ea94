/** The tables of the STOP list. */
import type { Generated } from 'kysely';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { StopSource } from '#sms/stops/stop-store.ts';

export interface StopTables {
  readonly stop_entry: {
    readonly id: Generated<number>;
    account_id: number;
    phone: PhoneNumber;
    source: StopSource;
    created_at: number;
  };
  readonly stop_version: { readonly one: 1; version: number };
  readonly stop_change: {
    readonly version: number;
    account_id: number;
    phone: PhoneNumber;
    stopped: number;
  };
}
