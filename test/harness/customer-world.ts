/** The whole program with an SMPP port, and an account whose software may bind there. */
import type { Account } from '#accounts/account.ts';
import { hashPassword } from '#accounts/password.ts';
import { must } from '#core/assert.ts';
import {
  type SmppUser,
  type SmppUserSettings,
  smppUserDefaults,
} from '#sms/customers/smpp-user.ts';
import type { Storage } from '#storage/storage.ts';
import { anAuthor } from '#test/harness/routes.ts';
import { type OpenedApp, openApp } from './open-app.ts';
import { money } from './records.ts';
import { type CustomerOptions, openCustomer } from './smpp-customer.ts';
import { openStorageBeside } from './storage-beside.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const systemId = 'ACME';
export const password = 'secret08';

/** Of either purse. */
export const startBalance = 1_000_000_000;

export type CustomerWorld = AsyncDisposable & {
  readonly app: OpenedApp;
  readonly account: Account;
  readonly user: SmppUser;
  readonly folder: string;
  readonly port: number;
  customer(over?: Partial<CustomerOptions>): ReturnType<typeof openCustomer>;
};

export type CustomerWorldOptions = {
  readonly user?: Partial<SmppUserSettings>;
  readonly settings?: Readonly<Record<string, string>>;
  readonly balance?: number;
  readonly mode?: SmppUser['mode'];
};

export async function openCustomerWorld(
  options: CustomerWorldOptions = {},
): Promise<CustomerWorld> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(temporaryFolder()).path;
  const made = await makeCustomer(folder, options);
  const app = stack.use(await openApp({ PARLEY_SMPP_PORT: '0', ...options.settings }, folder));
  const opened = stack.move();
  const port = app.app.smpp.plain ?? 0;
  return {
    app,
    ...made,
    folder,
    port,
    customer: (over = {}) => openCustomer({ port, systemId, password, ...over }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** An account with test money, and its SMPP user, in a folder that no server has open. */
export async function makeCustomer(folder: string, options: CustomerWorldOptions = {}) {
  await using storage = await openStorageBeside(folder);
  return await createCustomer(storage, options);
}

/** The same in a storage that is open. */
export async function createCustomer(
  storage: Pick<Storage, 'accounts' | 'customers'>,
  options: CustomerWorldOptions = {},
) {
  const account = await storage.accounts.createAccount(
    {
      name: 'Acme',
      email: '',
      currency: 'EUR',
      homeCountry: 'FR',
      balance: money(options.balance ?? startBalance),
      testBalance: money(options.balance ?? startBalance),
      createdAtMs: 0,
    },
    'test',
  );
  const { mode = 'test', user: settings = {} } = options;
  const user = await storage.customers.createSmppUser(
    {
      accountId: account.id,
      systemId,
      passwordHash: await hashPassword(password),
      mode,
      settings: { ...smppUserDefaults, ...settings },
      createdAtMs: 0,
    },
    anAuthor,
  );
  return { account, user: must(user, 'SMPP user just made') };
}
