/** `parley subaccount …`: accounts under another one, and the credit that moves between them. */
import type { Account } from '#accounts/account.ts';
import { unbounded } from '#accounts/api-key.ts';
import { mintKey } from '#accounts/key-minting.ts';
import { unreachable } from '#core/assert.ts';
import { formatBalance, formatExact, zero } from '#core/money.ts';
import { line, wholeNumber } from '#core/value-kind.ts';
import { accountJson, accountsText, noAccount } from './account-view.ts';
import { actor, authorNow } from './author.ts';
import { command, done, failed, misused } from './command.ts';
import type { Installation } from './installation.ts';
import { maybe, needed, otherwise, toggle } from './option.ts';
import { fields } from './text-table.ts';
import { amountNotNegative, email, id } from './written-values.ts';

const pageMax = 1_000;

const parentOption = needed(id, 'ID', 'The account above it.');
const subAccount = needed(id, 'ID', 'The sub-account.');
const testMoney = toggle('Moves what test keys spend.');

const subAccountCreate = command({
  name: 'subaccount create',
  sentence: 'Makes an account under another one, with an API key that is shown this once.',
  takes: {},
  options: {
    parent: parentOption,
    name: needed(line(100), 'NAME', 'Who it is for.'),
    email: maybe(email, 'ADDRESS', 'Where to reach them.'),
    credit: maybe(amountNotNegative, 'AMOUNT', 'What its parent gives it. Default: 0.'),
    test: toggle('Its key is a test key, and the credit test money.'),
  },
  async run({ parent: parentId, name, email: address, credit, test }, { clock, open }) {
    await using installation = await open();
    const { accounts, subAccounts } = installation.storage;
    const parent = await accounts.findAccount(parentId);
    if (parent === undefined || parent.removedAtMs !== null) return noAccount(parentId);
    if (parent.parentId !== null) return failed(`Account ${parentId} is a sub-account itself`);
    const mode = test ? 'test' : 'live';
    const { clear, key } = mintKey({ ...unbounded, bases: ['sms', 'email'], mode, label: 'First' });
    const account = await subAccounts.createSubAccount({
      parent,
      name,
      email: address ?? '',
      firstname: '',
      lastname: '',
      credit: credit ?? zero,
      purse: mode,
      key,
      createdAtMs: clock.nowMs(),
      actor,
    });
    if (account === undefined) return failed(`Account ${parentId} has less than that`);
    const text = fields([
      ['id', String(account.id)],
      ['name', account.name],
      ['key', clear],
    ]);
    return done(`${text}Keep the key now: it is shown this once.\n`, {
      account: accountJson(account),
      key: clear,
    });
  },
});

const subAccountList = command({
  name: 'subaccount list',
  sentence: 'Lists the sub-accounts of an account.',
  takes: {},
  options: {
    parent: parentOption,
    page: otherwise(1, wholeNumber(1, 1_000_000), 'PAGE', `Of ${pageMax} each.`),
  },
  async run({ parent, page }, { open }) {
    await using installation = await open();
    const { accounts, subAccounts } = installation.storage;
    if ((await accounts.findAccount(parent)) === undefined) return noAccount(parent);
    const found = await subAccounts.listSubAccounts(parent, page, pageMax);
    return done(`${accountsText(found.accounts)}${found.total} in all.\n`, {
      accounts: found.accounts.map(accountJson),
      all: found.total,
    });
  },
});

const subAccountCredit = command({
  name: 'subaccount credit',
  sentence: 'Gives a sub-account money of its parent, or takes it back.',
  takes: {
    account: subAccount,
    amount: needed(amountNotNegative, 'AMOUNT', 'How much, such as 100.00.'),
  },
  options: { back: toggle('From the sub-account to its parent.'), test: testMoney },
  async run({ account: accountId, amount, back, test }, { clock, open }) {
    if (amount === 0) return misused('AMOUNT must not be 0');
    await using installation = await open();
    const parentId = await parentOf(accountId, installation);
    if (parentId === undefined) return noSubAccount(accountId);
    const purse = test ? 'test' : 'live';
    const direction = back ? 'to parent' : 'to sub-account';
    const moved = await installation.storage.subAccounts.moveCredit({
      parentId,
      accountId,
      amount,
      direction,
      purse,
      ...authorNow(clock),
    });
    switch (moved.kind) {
      case 'sub-account is unknown':
        return noSubAccount(accountId);
      case 'credit is not enough':
        return failed(`There is ${formatExact(moved.balance)} left`);
      case 'moved':
        return done(movedText([moved.parent, moved.account], test), {
          parent: accountJson(moved.parent),
          account: accountJson(moved.account),
        });
      default:
        return unreachable(moved);
    }
  },
});

const subAccountRemove = command({
  name: 'subaccount remove',
  sentence: 'Ends the keys of a sub-account and gives what it has back to its parent.',
  takes: { account: subAccount },
  options: {},
  async run({ account: accountId }, { clock, open }) {
    await using installation = await open();
    const parentId = await parentOf(accountId, installation);
    const removed =
      parentId !== undefined &&
      (await installation.storage.subAccounts.removeSubAccount(
        parentId,
        accountId,
        authorNow(clock),
      ));
    return removed
      ? done(`Sub-account ${accountId} is removed.\n`, { removed: accountId })
      : noSubAccount(accountId);
  },
});

async function parentOf(accountId: number, { storage }: Installation): Promise<number | undefined> {
  return (await storage.accounts.findAccount(accountId))?.parentId ?? undefined;
}

function noSubAccount(accountId: number) {
  return failed(`There is no sub-account ${accountId}`);
}

function movedText(both: readonly Account[], test: boolean): string {
  return both
    .map(({ id: number, name, balance, testBalance, currency }) => {
      const left = formatBalance(test ? testBalance : balance);
      return `Account ${number} (${name}) has ${left} ${currency}.\n`;
    })
    .join('');
}

export const subAccountCommands = [
  subAccountCreate,
  subAccountList,
  subAccountCredit,
  subAccountRemove,
];
