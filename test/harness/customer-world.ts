/** The whole program with an SMPP port, and an account whose software may bind there. */
import type { Account } from '#accounts/account.ts';
import { hashPassword } from '#accounts/password.ts';
import { must } from '#core/assert.ts';
import {
  type NewSmppUser,
  type SmppUser,
  type SmppUserSettings,
  smppUserDefaults,
} from '#sms/customers/smpp-user.ts';
import { openSqliteStorage } from '#storage/sqlite/sqlite-storage.ts';
import { type OpenedApp, openApp } from './open-app.ts';
import { money } from './records.ts';
import { type CustomerOptions, openCustomer } from './smpp-customer.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const systemId = 'ACME';
export const password = 'secret08';

export const testBalance = 1_000_000_000;

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
  await using storage = await openSqliteStorage(folder);
  const account = await storage.accounts.createAccount(
    {
      name: 'Acme',
      email: '',
      currency: 'EUR',
      homeCountry: 'FR',
      balance: money(0),
      testBalance: money(options.balance ?? testBalance),
      createdAtMs: 0,
    },
    'test',
  );
  const user = await storage.customers.createSmppUser(await aSmppUser(account, options.user));
  return { account, user: must(user, 'SMPP user just made') };
}

export async function aSmppUser(
  account: Account,
  settings: Partial<SmppUserSettings> = {},
): Promise<NewSmppUser> {
  return {
    accountId: account.id,
    systemId,
    passwordHash: await hashPassword(password),
    mode: 'test',
    settings: { ...smppUserDefaults, ...settings },
    createdAtMs: 0,
  };
}
