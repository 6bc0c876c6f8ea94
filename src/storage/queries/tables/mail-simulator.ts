/** The table of the mail catcher. */
import type { Generated } from 'kysely';

export interface MailSimulatorTables {
  readonly caught_mail: {
    readonly id: Generated<number>;
    readonly caught_at: number;
    readonly sender: string;
    /** A JSON list. */
    readonly recipients: string;
    readonly mail_from: string;
    readonly subject: string;
    readonly size: number;
    readonly dialogue: string;
    readonly octets: Uint8Array;
    readonly account_id: number | null;
    readonly mail_id: number | null;
  };
}
