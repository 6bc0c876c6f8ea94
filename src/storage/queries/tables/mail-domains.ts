/** The tables of sending domains and senders. */
import type { Generated } from 'kysely';
import type { DomainName, EmailAddress } from '#core/email-address.ts';

export interface MailDomainTables {
  readonly mail_domain: {
    readonly id: Generated<number>;
    readonly account_id: number;
    readonly name: DomainName;
    keys: string;
    rotation: number;
    readonly created_at: number;
    verified_at: number | null;
    return_path_at: number | null;
    proof_checked_at: number;
    proof_missing_at: number | null;
    stays_here: Generated<number>;
    caught_only: Generated<number>;
  };
  readonly mail_sender: {
    readonly account_id: number;
    readonly address: EmailAddress;
    name: string;
    is_default: number;
    readonly created_at: number;
  };
}
