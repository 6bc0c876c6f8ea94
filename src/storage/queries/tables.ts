/**
 * The tables as queries see them, alike in every backend: instants are integer milliseconds, money
 * integer millionths, yes and no 1 and 0, structures JSON texts.
 */
import type { Generated } from 'kysely';
import type { AccountState, Transliteration } from '#accounts/account.ts';
import type { Movement, Purse } from '#accounts/account-store.ts';
import type { KeyMode } from '#accounts/api-key.ts';
import type { CountedBy } from '#accounts/limits/counters.ts';
import type { LimitAction, RuleName, Trust } from '#accounts/limits/rules.ts';
import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { BindRecord } from '#sms/customers/customer-store.ts';
import type { SmppUserState } from '#sms/customers/smpp-user.ts';
import type { InboundMessage } from '#sms/inbound/inbound-store.ts';
import type { MessageClass } from '#sms/message.ts';
import type { Receipt } from '#sms/message-store.ts';
import type { OwnNumber } from '#sms/numbers/own-number.ts';
import type { RecipientStatus } from '#sms/send-request.ts';
import type { StopSource } from '#sms/stops/stop-store.ts';
import type { WrittenForm } from '#sms/text/form.ts';
import type { AttemptOutcome, Endpoint, EndpointSource } from '#webhooks/webhook-store.ts';

export interface Tables {
  readonly settings_version: SettingsVersionTable;
  readonly id_block: IdBlockTable;
  readonly setting: SettingTable;
  readonly administrator: AdministratorTable;
  readonly account: AccountTable;
  readonly api_key: ApiKeyTable;
  readonly movement: MovementTable;
  readonly spent: SpentTable;
  readonly contact_group: ContactGroupTable;
  readonly contact: ContactTable;
  readonly operator: OperatorTable;
  readonly route: RouteTable;
  readonly price: PriceTable;
  readonly network_prefix: NetworkPrefixTable;
  readonly route_choice: RouteChoiceTable;
  readonly account_policy: AccountPolicyTable;
  readonly limit_exception: LimitExceptionTable;
  readonly limit_window: LimitWindowTable;
  readonly audit: AuditTable;
  readonly operator_health: OperatorHealthTable;
  readonly job: JobTable;
  readonly lane_state: LaneStateTable;
  readonly message: MessageTable;
  readonly recipient: RecipientTable;
  readonly idempotent_request: IdempotentRequestTable;
  readonly submitted_part: SubmittedPartTable;
  readonly submit_intent: SubmitIntentTable;
  readonly unmatched_receipt: UnmatchedReceiptTable;
  readonly number: NumberTable;
  readonly account_short_number: AccountShortNumberTable;
  readonly simulator_order: SimulatorOrderTable;
  readonly stop_entry: StopEntryTable;
  readonly stop_version: StopVersionTable;
  readonly stop_change: StopChangeTable;
  readonly webhook_endpoint: WebhookEndpointTable;
  readonly webhook_event: WebhookEventTable;
  readonly webhook_attempt: WebhookAttemptTable;
  readonly inbound_message: InboundMessageTable;
  readonly last_sent: LastSentTable;
  readonly reply_address: ReplyAddressTable;
  readonly id_mark: IdMarkTable;
  readonly retention_round: RetentionRoundTable;
  readonly smpp_user: SmppUserTable;
  readonly smpp_bind: SmppBindTable;
  readonly process: ProcessTable;
  readonly lease: LeaseTable;
}

type SettingsVersionTable = { readonly one: 1; version: number };

type IdBlockTable = { readonly name: string; next: number };

type SettingTable = { readonly name: string; value: string };

type AdministratorTable = {
  readonly id: Generated<number>;
  email: string;
  password_hash: string;
  created_at: number;
};

type AccountTable = {
  readonly id: number;
  name: string;
  email: string;
  firstname: Generated<string>;
  lastname: Generated<string>;
  currency: string;
  home_country: string;
  transliterate: Generated<Transliteration>;
  state: AccountState;
  balance: Millionths;
  test_balance: Millionths;
  created_at: number;
  parent_id: Generated<number | null>;
  removed_at: Generated<number | null>;
};

type ApiKeyTable = {
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
};

type MovementTable = {
  readonly id: Generated<number>;
  account_id: number;
  purse: Purse;
  kind: Movement['kind'] | 'refund' | 'transfer';
  amount: Millionths;
  actor: string;
  at: number;
  recipient_id: number | null;
};

/** What forgotten messages have cost. */
type SpentTable = { readonly account_id: number; readonly purse: Purse; amount: Millionths };

type ContactGroupTable = {
  readonly id: number;
  account_id: number;
  name: string;
  created_at: number;
};

type ContactTable = {
  readonly id: number;
  group_id: number;
  phone: PhoneNumber;
  /** JSON: what is said of the person. */
  details: string;
  created_at: number;
};

type OperatorTable = {
  readonly id: Generated<number>;
  name: string;
  built_in: number;
  /** The row of a removed one stays, because messages name it. */
  state: 'active' | 'paused' | 'removed';
  /** What becomes of it; a removed one leaves nothing to ask for. */
  course: Generated<'stays' | 'drains' | 'leaves'>;
  sealed_password: string;
  settings: string;
  created_at: number;
};

type RouteTable = {
  readonly id: Generated<number>;
  readonly prefix: string;
  readonly network: string;
  /** 0: either. */
  readonly grade: number;
  /** With a space between; empty for any. */
  readonly senders: string;
  readonly operator_id: number;
  priority: number;
  weight: number;
  buy_price: Millionths | null;
  enabled: number;
};

type PriceTable = {
  readonly account_id: number;
  readonly prefix: string;
  readonly from_at: number;
  price: Millionths;
};

type NetworkPrefixTable = { readonly prefix: string; network: string };

type RouteChoiceTable = {
  readonly recipient_id: number;
  readonly at: number;
  readonly left_operator_id: number | null;
  readonly operator_id: number;
  readonly reason: string;
};

type AccountPolicyTable = {
  readonly account_id: number;
  trust: Trust;
  /** `home`, `all`, or country codes with a space between. */
  countries: string;
  costly_numbers: number;
  quiet_hours: number;
  marketing: number;
};

type LimitExceptionTable = {
  readonly account_id: number;
  /** 0: of the whole account. */
  readonly key_id: number;
  readonly rule: RuleName;
  max: number;
  action: LimitAction;
};

type LimitWindowTable = {
  readonly rule: CountedBy;
  readonly subject: string;
  readonly starts_at: number;
  readonly ends_at: number;
  amount: number;
};

type OperatorHealthTable = {
  readonly operator_id: number;
  readonly bind: number;
  /** Null while it is up. */
  down_since: number | null;
  noted_at: number;
};

type AuditTable = {
  readonly id: Generated<number>;
  readonly at: number;
  readonly actor: string;
  readonly account_id: number | null;
  readonly action: string;
  readonly target: string;
  readonly details: string;
};

type JobTable = {
  readonly id: number;
  lane: string;
  due_at: number;
  attempt: number;
  order_key: string | null;
  expires_at: number;
  subject: number;
};

type LaneStateTable = {
  readonly lane: string;
  open_until: number;
  failures: number;
  failing_since: number;
};

type MessageTable = {
  readonly id: number;
  account_id: number;
  key_id: number;
  accepted_at: number;
  sender: string;
  text: string;
  tag: string;
  class: MessageClass;
  valid_until: number;
  scheduled_at: number | null;
  report_url: string | null;
  report_endpoint_id: number | null;
  cost: Millionths;
  currency: string;
  test: number;
  request_id: string;
  submission: string | null;
};

type RecipientTable = {
  readonly id: number;
  phone: PhoneNumber;
  operator_id: number;
  text: string | null;
  form: WrittenForm;
  parts: number;
  concat_reference: number;
  cost: Millionths;
  state: 'accepted' | RecipientStatus['state'];
  reason: Generated<string>;
  changed_at: number;
  /** Bits, one for each part. */
  delivered_parts: Generated<number>;
  refused_parts: Generated<number>;
};

type IdempotentRequestTable = {
  readonly account_id: number;
  readonly key: string;
  fingerprint: string;
  reply: string;
  created_at: number;
};

type SubmittedPartTable = {
  readonly id: number;
  operator_id: number;
  remote_id: string;
  part_id: number;
  phone: string;
  submitted_at: number;
  outcome: Receipt['outcome'] | null;
  word: Generated<string>;
  error: Generated<string>;
  reported_at: number | null;
  awaited: number;
};

type SubmitIntentTable = { readonly job_id: number };

type UnmatchedReceiptTable = {
  readonly id: Generated<number>;
  operator_id: number;
  remote_id: string;
  phone: string;
  outcome: Receipt['outcome'];
  word: string;
  error: string;
  received_at: number;
};

type NumberTable = {
  readonly id: Generated<number>;
  number: string;
  kind: OwnNumber['kind'];
  account_id: number | null;
  operator_id: number | null;
  state: OwnNumber['state'];
  takes_sms: number;
  takes_calls: number;
  created_at: number;
};

type SimulatorOrderTable = { readonly id: Generated<number>; body: string; created_at: number };

type StopEntryTable = {
  readonly id: Generated<number>;
  account_id: number;
  phone: PhoneNumber;
  source: StopSource;
  created_at: number;
};

type StopVersionTable = { readonly one: 1; version: number };

type StopChangeTable = {
  readonly version: number;
  account_id: number;
  phone: PhoneNumber;
  stopped: number;
};

type AccountShortNumberTable = {
  readonly account_id: number;
  number_id: number;
  /** In capitals; empty: none. */
  keyword: string;
};

type WebhookEndpointTable = {
  readonly id: Generated<number>;
  account_id: number;
  source: EndpointSource;
  url: string;
  /** Empty for the account's own endpoints. */
  origin: string;
  state: Endpoint['state'];
  reason: Generated<string>;
  sealed_secrets: string;
  in_flight_max: Generated<number>;
  created_at: number;
};

type WebhookEventTable = {
  readonly id: number;
  account_id: number;
  kind: string;
  order_key: string;
  url: string | null;
  body: Uint8Array;
  created_at: number;
  test: number;
};

type WebhookAttemptTable = {
  readonly id: Generated<number>;
  event_id: number;
  endpoint_id: number;
  job_id: number;
  n: number;
  at: number;
  outcome: AttemptOutcome;
  status: number;
  error: string;
  duration_ms: number;
  ip: string;
  response_head: string;
  response_body: string;
};

type InboundMessageTable = {
  readonly id: Generated<number>;
  operator_id: number;
  sender: string;
  receiver: string;
  kind: InboundMessage['kind'];
  account_id: number | null;
  text: string | null;
  octets: Uint8Array;
  data_coding: number;
  received_at: number;
  parts_received: number;
  parts_total: number;
  answers_message_id: number;
  test: number;
};

type LastSentTable = {
  readonly number: string;
  readonly phone: string;
  readonly test: number;
  account_id: number;
  message_id: number;
  at: number;
};

type ReplyAddressTable = { readonly message_id: number; url: string; endpoint_id: number };

/** Ids that were given before an instant are below these. */
type IdMarkTable = {
  readonly at: number;
  message: number;
  job: number;
  submitted_part: number;
};

/** Raised by each commit that forgets. */
type RetentionRoundTable = { readonly name: string; round: number };
type SmppUserTable = {
  readonly id: Generated<number>;
  account_id: number;
  system_id: string;
  password_hash: string;
  mode: KeyMode;
  state: SmppUserState;
  settings: string;
  created_at: number;
};

type SmppBindTable = {
  readonly id: Generated<number>;
  user_id: number;
  process: string;
  mode: BindRecord['mode'];
  address: string;
  bound_at: number;
  seen_at: number;
};

type ProcessTable = {
  readonly id: number;
  host: string;
  pid: number;
  version: string;
  /** With a space between. */
  roles: string;
  started_at: number;
  seen_at: number;
  draining: number;
};

type LeaseTable = {
  readonly name: string;
  owner: number | null;
  epoch: number;
  expires_at: number;
};
