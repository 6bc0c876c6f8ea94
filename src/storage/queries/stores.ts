/** Every store that is written once, with what they run on: a backend adds its hot ones. */

import { accountStore } from './accounts.ts';
import { addressBookStore } from './address-book.ts';
import { addressChangeStore } from './address-changes.ts';
import { apiKeyStore } from './api-keys.ts';
import { requestStore } from './api-requests.ts';
import { auditStore } from './audit.ts';
import { callStore } from './calls.ts';
import { campaignStore } from './campaigns.ts';
import { caughtMailStore } from './caught-mails.ts';
import { customerStore } from './customers.ts';
import type { Database } from './database.ts';
import { emailStore } from './emails.ts';
import { endpointStore } from './endpoint-store.ts';
import { sharedWebhooks } from './endpoints.ts';
import { erasureStore } from './erasures.ts';
import { eventStore } from './events.ts';
import { historyStore } from './history.ts';
import { idStore } from './ids.ts';
import { sharedInbound } from './inbound.ts';
import { lagStore } from './lag.ts';
import { lanePauseStore, laneTaskStore } from './lanes.ts';
import { leaseStore } from './leases.ts';
import { spendingStore } from './ledger.ts';
import { limitStore } from './limits.ts';
import { mailAccountStore } from './mail-accounts.ts';
import { deliveryStore } from './mail-delivery.ts';
import { domainStore } from './mail-domains.ts';
import { memberStore } from './members.ts';
import { messageRecordStore } from './message-records.ts';
import { numberStore } from './numbers.ts';
import { operatorStore } from './operators.ts';
import { passkeyStore } from './passkeys.ts';
import { accountViewStore, peopleStore } from './people.ts';
import { routeStore } from './routes.ts';
import { factorStore } from './second-factors.ts';
import { sharedMessages } from './sent-messages.ts';
import { sessionStore } from './sessions.ts';
import { sealedValues, settingStore } from './settings.ts';
import {
  inspectedRequestStore,
  keptDeliveryStore,
  phoneCallStore,
  simulatorOrderStore,
} from './simulator.ts';
import { stopStore } from './stops.ts';
import { subAccountStore } from './sub-accounts.ts';
import { suppressionStore } from './suppressions.ts';
import { testTimeStore } from './test-time.ts';
import { tryStore } from './tries.ts';
import { trunkStore } from './trunks.ts';
import { virtualNumberStore } from './virtual-numbers.ts';
import { voicemailStore } from './voicemails.ts';
import { waitingPartStore } from './waiting-parts.ts';

/** The halves `messages`, `inbound`, `webhooks` and `jobs` lack what every message passes: each backend has that by hand. */
export function sharedStores(database: Database) {
  return {
    accounts: {
      ...accountStore(database),
      ...apiKeyStore(database),
      ...subAccountStore(database),
      ...spendingStore(database),
      ...limitStore(database),
      ...requestStore(database),
    },
    addressBook: addressBookStore(database),
    campaigns: campaignStore(database),
    customers: customerStore(database),
    messages: { ...sharedMessages(database), ...messageRecordStore(database) },
    inbound: sharedInbound(database),
    webhooks: { ...sharedWebhooks(database), ...endpointStore(database), ...eventStore(database) },
    domains: domainStore(database),
    numbers: numberStore(database),
    virtualNumbers: virtualNumberStore(database),
    trunks: trunkStore(database),
    calls: callStore(database),
    voicemails: voicemailStore(database),
    operators: { ...operatorStore(database), ...routeStore(database) },
    people: {
      ...peopleStore(database),
      ...accountViewStore(database),
      ...addressChangeStore(database),
      ...memberStore(database),
      ...sessionStore(database),
      ...factorStore(database),
      ...passkeyStore(database),
      ...tryStore(database),
    },
    audit: auditStore(database),
    settings: { ...settingStore(database), ...sealedValues(database) },
    simulator: {
      ...caughtMailStore(database),
      ...simulatorOrderStore(database),
      ...keptDeliveryStore(database),
      ...phoneCallStore(database),
      ...inspectedRequestStore(database),
    },
    emails: { ...emailStore(database), ...mailAccountStore(database), ...deliveryStore(database) },
    stops: stopStore(database),
    suppressions: suppressionStore(database),
    ids: idStore(database),
    history: historyStore(database),
    erasures: erasureStore(database),
    database,
    leases: leaseStore(database),
    jobs: {
      ...lagStore(database),
      ...lanePauseStore(database),
      ...waitingPartStore(database),
      ...laneTaskStore(database),
      ...testTimeStore(database),
    },
  };
}
