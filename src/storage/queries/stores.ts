/** Every store that is written once, with what they run on: a backend adds its hot ones. */
import type { Storage } from '../storage.ts';
import { accountStore } from './accounts.ts';
import { addressBookStore } from './address-book.ts';

import { auditStore } from './audit.ts';

import { customerStore } from './customers.ts';

import type { Database } from './database.ts';
import { healthStore } from './health.ts';
import { historyStore } from './history.ts';
import { idStore } from './ids.ts';
import { lagStore } from './lag.ts';
import { leaseStore } from './leases.ts';
import { limitStore } from './limits.ts';
import { numberStore } from './numbers.ts';
import { operatorStore } from './operators.ts';
import { replyAddressStore } from './reply-addresses.ts';
import { routeStore } from './routes.ts';
import { sentMessageStore } from './sent-messages.ts';
import { settingStore } from './settings.ts';
import { simulatorOrderStore } from './simulator-orders.ts';
import { spendingStore } from './spending.ts';
import { stopStore } from './stops.ts';
import { subAccountStore } from './sub-accounts.ts';

type SharedStores = Omit<
  Storage,
  'messages' | 'inbound' | 'jobs' | 'webhooks' | 'hints' | typeof Symbol.asyncDispose
>;

export function sharedStores(database: Database): SharedStores {
  return {
    accounts: accountStore(database),
    addressBook: addressBookStore(database),
    subAccounts: subAccountStore(database),
    customers: customerStore(database),
    sentMessages: sentMessageStore(database),
    numbers: numberStore(database),
    operators: operatorStore(database),
    routes: routeStore(database),
    limits: limitStore(database),
    audit: auditStore(database),
    health: healthStore(database),
    replyAddresses: replyAddressStore(database),
    settings: settingStore(database),
    simulatorOrders: simulatorOrderStore(database),
    spending: spendingStore(database),
    stops: stopStore(database),
    ids: idStore(database),
    history: historyStore(database),
    database,
    leases: leaseStore(database),
    lag: lagStore(database),
  };
}
