/**
 * The tables as queries see them, alike in every backend: instants are integer milliseconds, money
 * integer millionths, yes and no 1 and 0, structures JSON texts.
 */
import type { AccountTables, AddressBookTables, LimitTables } from './tables/accounts.ts';
import type {
  EmailTables,
  MailDomainTables,
  MailSimulatorTables,
  SuppressionTables,
} from './tables/emails.ts';
import type { InboundTables } from './tables/inbound.ts';
import type { InstallationTables } from './tables/installation.ts';
import type { CampaignTables, MessageTables, StopTables } from './tables/messages.ts';
import type { NumberTables, VoicemailTables } from './tables/numbers.ts';
import type { CustomerTables, OperatorTables } from './tables/operators.ts';
import type { PeopleTables } from './tables/people.ts';
import type { QueueTables } from './tables/queue.ts';
import type { WebhookTables } from './tables/webhooks.ts';

export interface Tables
  extends InstallationTables,
    AccountTables,
    AddressBookTables,
    CampaignTables,
    LimitTables,
    OperatorTables,
    QueueTables,
    MessageTables,
    InboundTables,
    NumberTables,
    PeopleTables,
    StopTables,
    WebhookTables,
    CustomerTables,
    MailDomainTables,
    MailSimulatorTables,
    EmailTables,
    SuppressionTables,
    VoicemailTables {}
