/** Accounts and endpoints as commands show them. No secret. */
import type { Account } from '#accounts/account.ts';
import type { LedgerSums } from '#accounts/account-store.ts';
import { formatBalance, formatExact, type Millionths, toNumber } from '#core/money.ts';
import { failed, type Outcome } from './command.ts';
import type { Installation, WebhookPurpose } from './installation.ts';
import { fields, formatTime, table } from './text-table.ts';

export function accountJson(account: Account): object {
  const { id, name, email, currency, homeCountry, state, transliterate } = account;
  const { keyPlaces, xmlForm, timeZone } = account;
  return {
    id,
    name,
    email,
    state,
    homeCountry,
    transliterate,
    keyPlaces,
    xmlForm,
    timeZone,
    currency,
    balance: toNumber(account.balance),
    alertLevel: account.alertLevel === null ? null : toNumber(account.alertLevel),
    testBalance: toNumber(account.testBalance),
    parentId: account.parentId,
    removedAt: account.removedAtMs === null ? null : formatTime(account.removedAtMs),
    createdAt: formatTime(account.createdAtMs),
  };
}

export function accountText(account: Account, endpoints: Endpoints): string {
  return fields([
    ['account', String(account.id)],
    ['name', account.name],
    ['e-mail', account.email],
    ['state', account.state],
    ['country', account.homeCountry],
    ['transliterate', account.transliterate],
    ['keys in', account.keyPlaces],
    ['XML', account.xmlForm],
    ['time zone', account.timeZone],
    ['balance', `${formatBalance(account.balance)} ${account.currency}`],
    ['test balance', `${formatBalance(account.testBalance)} ${account.currency}`],
    ['created', formatTime(account.createdAtMs)],
    ...standing(account),
    ['reply URL', endpointText(endpoints.reply)],
    ['report URL', reportUrlText(endpoints)],
    ['event URL', endpointText(endpoints.email)],
  ]);
}

/** What there is to say of a sub-account, and nothing of others. */
function standing({ parentId, removedAtMs }: Account): [string, string][] {
  return [
    ...(parentId === null ? [] : [['under account', String(parentId)] satisfies [string, string]]),
    ...(removedAtMs === null
      ? []
      : [['removed', formatTime(removedAtMs)] satisfies [string, string]]),
  ];
}

export function accountsText(accounts: readonly Account[]): string {
  return table(
    ['id', 'under', 'name', 'e-mail', 'state', 'country', 'balance'],
    accounts.map((account) => [
      String(account.id),
      account.parentId === null ? '-' : String(account.parentId),
      account.name,
      account.email,
      account.state,
      account.homeCountry,
      `${formatBalance(account.balance)} ${account.currency}`,
    ]),
  );
}

export type Endpoints = Readonly<Record<WebhookPurpose, EndpointView | null>>;

type EndpointView = {
  readonly url: string;
  readonly state: string;
  /** Why it is disabled; empty otherwise. */
  readonly reason: string;
};

export async function readEndpoints(
  accountId: number,
  { webhooks }: Installation['storage'],
): Promise<Endpoints> {
  const read = async (purpose: WebhookPurpose): Promise<EndpointView | null> => {
    const endpoint = await webhooks.findAccountEndpoint(accountId, purpose);
    if (endpoint === undefined) return null;
    return { url: endpoint.url, state: endpoint.state, reason: endpoint.reason };
  };
  return {
    reply: await read('reply'),
    report: await read('report'),
    email: await read('email'),
  };
}

function reportUrlText({ reply, report }: Endpoints): string {
  return report === null && reply !== null ? 'the reply URL' : endpointText(report);
}

function endpointText(endpoint: EndpointView | null): string {
  if (endpoint === null) return 'none';
  const { url, state, reason } = endpoint;
  if (state === 'active') return url;
  return `${url} (${state}${reason === '' ? '' : `: ${reason}`})`;
}

/** What must be true of money: what came in, without what was spent, is what is there. */
export function ledgerJson(sums: LedgerSums): object {
  return {
    adds: adds(sums),
    balance: toNumber(sums.balance),
    movements: toNumber(sums.movements),
    costs: toNumber(sums.costs),
  };
}

export function ledgerText(sums: LedgerSums): string {
  const [balance, movements, costs] = [sums.balance, sums.movements, sums.costs].map(formatExact);
  const off = formatExact((sums.balance - sums.movements + sums.costs) as Millionths);
  return adds(sums)
    ? `adds up: ${balance} = ${movements} moved - ${costs} spent`
    : `does not add up: ${balance} is off by ${off} from ${movements} moved - ${costs} spent`;
}

function adds({ balance, movements, costs }: LedgerSums): boolean {
  return balance === movements - costs;
}

export function noAccount(wanted: number): Outcome {
  return failed(`There is no account ${wanted}`);
}
