/**
 * The tables as queries see them, alike in every backend: instants are integer milliseconds, money
 * integer millionths, yes and no 1 and 0, structures JSON texts.
 */
import type { AccountTables } from './tables/accounts.ts';
import type { AddressBookTables } from './tables/address-book.ts';
import type { CampaignTables } from './tables/campaigns.ts';
import type { CustomerTables } from './tables/customers.ts';
import type { EmailTables } from './tables/emails.ts';
import type { InboundTables } from './tables/inbound.ts';
import type { InstallationTables } from './tables/installation.ts';
import type { LimitTables } from './tables/limits.ts';
import type { MailDomainTables } from './tables/mail-domains.ts';
import type { MailSimulatorTables } from './tables/mail-simulator.ts';
import type { MessageTables } from './tables/messages.ts';
import type { NumberTables } from './tables/numbers.ts';
import type { OperatorTables } from './tables/operators.ts';
import type { PeopleTables } from './tables/people.ts';
import type { QueueTables } from './tables/queue.ts';
import type { StopTables } from './tables/stops.ts';
import type { SuppressionTables } from './tables/suppressions.ts';
import type { VoicemailTables } from './tables/voicemails.ts';
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
