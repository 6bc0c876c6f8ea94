/** Every store that is written once, with what they run on: a backend adds its hot ones. */
import type { Storage } from '../storage.ts';
import { accountStore } from './accounts.ts';
import type { Database } from './database.ts';
import { idStore } from './ids.ts';
import { operatorStore } from './operators.ts';
import { settingStore } from './settings.ts';

type SharedStores = Omit<Storage, 'messages' | 'jobs' | 'webhooks' | typeof Symbol.asyncDispose>;

export function sharedStores(database: Database): SharedStores {
  return {
    accounts: accountStore(database),
    operators: operatorStore(database),
    settings: settingStore(database),
    ids: idStore(database),
    database,
  };
}
