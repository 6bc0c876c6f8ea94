/** The tables of accounts, their keys and their money. */

import type { Generated } from 'kysely';
import type { AccountState, KeyPlaces, Transliteration, XmlForm } from '#accounts/account.ts';
import type { MovementKind, Purse } from '#accounts/ledger.ts';
import type { CountedBy } from '#accounts/limits/counters.ts';
import type { QuietHours } from '#accounts/limits/policy.ts';
import type { LimitAction, RuleName, Trust } from '#accounts/limits/rules.ts';
import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { KeyMode } from '#model/key-mode.ts';

export interface AccountTables {
  readonly account: {
    readonly id: number;
    name: string;
    email: string;
    firstname: Generated<string>;
    lastname: Generated<string>;
    currency: string;
    home_country: string;
    transliterate: Generated<Transliteration>;
    key_places: Generated<KeyPlaces>;
    xml_form: Generated<XmlForm>;
    time_zone: Generated<string>;
    state: AccountState;
    alert_level: Generated<Millionths | null>;
    alerted_at: Generated<number | null>;
    alerts: Generated<number>;
    balance: Millionths;
    test_balance: Millionths;
    created_at: number;
    parent_id: Generated<number | null>;
    removed_at: Generated<number | null>;
  };
  readonly api_key: {
    readonly id: Generated<number>;
    account_id: number;
    /** With a space between. */
    bases: string;
    mode: KeyMode;
    prefix: string;
    label: string;
    hash: string;
    created_at: number;
    revoked_at: number | null;
    used_at: Generated<number | null>;
    /** Ranges with a space between; empty: any address. */
    cidrs: Generated<string>;
    /** With a space between; null: all, also those to come. */
    scopes: Generated<string | null>;
    expires_at: Generated<number | null>;
  };
  readonly key_network: {
    readonly key_id: number;
    readonly network: string;
    readonly seen_at: number;
    /** New to a live key that was used from somewhere before. */
    readonly news: 0 | 1;
    told_at: Generated<number | null>;
  };
  readonly api_request: {
    readonly id: Generated<number>;
    readonly account_id: number;
    readonly at: number;
    readonly request_id: string;
    readonly method: string;
    readonly path: string;
    readonly status: number;
    readonly code: number | null;
    readonly refusal: string | null;
    readonly duration_ms: number;
    readonly key_id: number | null;
    readonly network: string;
    readonly octets: number;
    readonly parameters: string;
    readonly answer: string;
    readonly skipped: number;
    readonly size: number;
  };
  readonly movement: {
    readonly id: Generated<number>;
    account_id: number;
    purse: Purse;
    kind: MovementKind;
    amount: Millionths;
    actor: string;
    at: number;
    recipient_id: number | null;
    /** What an email, a rent or a call moved it for; each moves it once. */
    subject: Generated<string | null>;
  };
  readonly spent: { readonly account_id: number; readonly purse: Purse; amount: Millionths };
  readonly spent_hour: {
    readonly account_id: number;
    readonly purse: Purse;
    readonly starts_at: number;
    readonly product: 'sms' | 'email';
    cost: Millionths;
    parts: number;
  };
}

/** A row is never changed. */
/** What forgotten messages have cost. */
/** What an hour's accepts cost, and their parts. */

/** The tables of address books. */
export interface AddressBookTables {
  readonly contact_group: {
    readonly id: number;
    account_id: number;
    name: string;
    created_at: number;
  };
  readonly contact: {
    readonly id: number;
    group_id: number;
    phone: PhoneNumber;
    /** JSON: what is said of the person. */
    details: string;
    created_at: number;
  };
}

/** The tables of what accounts may send, and have sent. */
export interface LimitTables {
  readonly account_policy: {
    readonly account_id: number;
    trust: Trust;
    /** `home`, `all`, or country codes with a space between. */
    countries: string;
    costly_numbers: number;
    quiet: QuietHours;
    marketing: number;
    refund_undelivered: number;
  };
  readonly limit_exception: {
    readonly account_id: number;
    /** 0: of the whole account. */
    readonly key_id: number;
    readonly rule: RuleName;
    max: number;
    action: LimitAction;
  };
  readonly limit_window: {
    readonly rule: CountedBy;
    readonly subject: string;
    readonly starts_at: number;
    readonly ends_at: number;
    amount: number;
  };
}
