/** `GET /v1/me`: who the account is, and what its balance buys. */
import type { Account } from '#accounts/account.ts';
import type { AccountStore } from '#accounts/account-store.ts';
import type { ApiBase } from '#accounts/api-key.ts';
import { reachOf } from '#accounts/authenticator.ts';
import { type Answer, type Fields, succeed } from '#api/reply.ts';
import { must } from '#core/assert.ts';
import { formatBalance, type Millionths } from '#core/money.ts';
import type { KeyReach } from '#model/key-mode.ts';
import type { Call, Run } from './command.ts';

export type AccountPorts = {
  readonly accounts: Pick<AccountStore, 'findAccount'>;
  /** Of one SMS in the account's home country, or of one email; undefined where it has no price. */
  readonly homePrice: (account: Account, base: ApiBase) => Millionths | undefined;
  /** SMS of the key's mode that are accepted and still wait here, scheduled ones included. */
  readonly countToSend: (reach: KeyReach) => Promise<number>;
};

export function describeAccount(ports: AccountPorts): Run {
  return async (call) => {
    const { id } = call.caller.account;
    // The caller comes from a cache; money is read again.
    const account = must(await ports.accounts.findAccount(id), 'account of a key in force');
    const credits =
      call.base === 'sms'
        ? await toSmsCreditsJson(account, call, ports)
        : toMailCreditsJson(account, call, ports);
    return tell(account, credits);
  };
}

function tell(account: Account, credits: Fields): Answer {
  const user = {
    id: account.id,
    username: account.email,
    firstname: account.firstname,
    lastname: account.lastname,
  };
  return succeed({ user, credits });
}

async function toSmsCreditsJson(account: Account, call: Call, ports: AccountPorts) {
  const balance = balanceOf(account, call);
  const count = countBought(balance, ports.homePrice(account, 'sms'));
  return {
    creditSms: count,
    // There is one quality of route, so each class of the interface costs the same.
    creditSmsECO: count,
    creditSmsLowCost: count,
    // Look-ups of the network are not sold.
    creditHlr: 0,
    toSend: await ports.countToSend(reachOf(call.caller)),
    solde: formatBalance(balance),
    balance: formatBalance(balance),
    currency: account.currency,
  };
}

function toMailCreditsJson(account: Account, call: Call, ports: AccountPorts): Fields {
  const balance = balanceOf(account, call);
  return {
    creditMail: countBought(balance, ports.homePrice(account, 'email')),
    balance: formatBalance(balance),
    solde: formatBalance(balance),
    currency: account.currency,
  };
}

/** A test key sees the money that it spends. */
function balanceOf(account: Account, call: Call): Millionths {
  return call.caller.key.mode === 'test' ? account.testBalance : account.balance;
}

function countBought(balance: Millionths, price: Millionths | undefined): number {
  if (price === undefined || price <= 0) return 0;
  return Math.max(0, Math.floor(balance / price));
}
