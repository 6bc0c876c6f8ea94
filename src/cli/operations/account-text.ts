/** Accounts as commands show them to people. */
import type { PolicyView } from '#accounts/account-input.ts';
import type { SecretsView, UrlsView } from '#accounts/account-urls.ts';
import type { AccountView } from '#accounts/account-view.ts';
import { columns, fields } from '#cli/text-table.ts';
import { keysText } from './key-text.ts';
import { type AnswerOf, storyTable, type Texts } from './shown-value.ts';

export const accountTexts = {
  'account search': ({ found }) => (found.length === 0 ? 'Nothing is found.\n' : storyTable(found)),
  'account list': ({ accounts, next, all }) => {
    const more = next === null ? '' : `There are more: --after ${next}\n`;
    return `${accountsText(accounts)}${all === null ? more : `${all} in all.\n`}`;
  },
  'account show': ({ account, policy, keys, endpoints, ledger }) => {
    const sums = fields([
      ['ledger', ledgerText(ledger.live)],
      ['test ledger', ledgerText(ledger.test)],
    ]);
    return `${accountText(account, endpoints)}${policyText(policy)}\n${sums}\n${keysText(keys)}`;
  },
  'account create': ({ account, keys, endpoints, secrets }) => {
    const shown = keys.map(({ label, key }): Line => [`${label} key`, key]);
    return `${accountText(account, endpoints)}${onceText([...shown, ...secretLines(secrets)])}`;
  },
  'account set': ({ account, policy, endpoints, secrets }) =>
    `${accountText(account, endpoints)}${policyText(policy)}${onceText(secretLines(secrets))}`,
  'account settings show': (settings) => settingsText(settings),
  'account settings set': ({ secrets, ...settings }) => {
    const { replySignature: signing } = secrets;
    const own: readonly Line[] = signing === undefined ? [] : [['reply signature secret', signing]];
    return `${settingsText(settings)}${onceText([...secretLines(secrets), ...own])}`;
  },
  'account topup': ({ account, test }) => {
    const { name, balance, testBalance, currency } = account;
    return test
      ? `The test balance of ${name} is now ${testBalance} ${currency}.\n`
      : `The live balance of ${name} is now ${balance} ${currency}.\n`;
  },
  'subaccount create': ({ account: { id, name }, key }) =>
    `${fields([
      ['id', id],
      ['name', name],
      ['key', key],
    ])}Keep the key now: it is shown this once.\n`,
  'subaccount list': ({ accounts, all }) => `${accountsText(accounts)}${all} in all.\n`,
  'subaccount credit': ({ parent, account }) => [parent, account].map(leftText).join(''),
  'subaccount remove': ({ removed }) => `Sub-account ${removed} is removed.\n`,
} satisfies Texts;

function leftText({ id, name, balance, testBalance, currency }: AccountView): string {
  return `Account ${id} (${name}) has ${balance} ${currency}, and ${testBalance} of test money.\n`;
}

function accountsText(accounts: readonly AccountView[]): string {
  return columns(
    accounts,
    'id',
    ['under', 'parentId'],
    'name',
    ['e-mail', 'email'],
    'state',
    ['country', 'homeCountry'],
    ['balance', ({ balance, currency }) => `${balance} ${currency}`],
  );
}

type Line = [name: string, value: string];

function onceText(lines: readonly Line[]): string {
  return lines.length === 0 ? '' : `\nKeep these now: they are shown this once.\n${fields(lines)}`;
}

function secretLines({ reply, report, email }: SecretsView): readonly Line[] {
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['reply URL secret', reply],
    ['report URL secret', report],
    ['event URL secret', email],
  ];
  return lines.flatMap(([name, secret]) => (secret === undefined ? [] : [[name, secret]]));
}

function settingsText({ endpoints, ...settings }: AnswerOf<'account settings show'>): string {
  return fields([
    ['transliterate', settings.transliterate],
    ['keys in', settings.keyPlaces],
    ['XML', settings.xmlForm],
    ['time zone', settings.timeZone],
    ['reply signature', settings.replySignature],
    ...urlLines(endpoints),
  ]);
}

function accountText(account: AccountView, endpoints: UrlsView): string {
  const { parentId, removedAt, currency } = account;
  return fields([
    ['account', account.id],
    ['name', account.name],
    ['e-mail', account.email],
    ['state', account.state],
    ['country', account.homeCountry],
    ['transliterate', account.transliterate],
    ['keys in', account.keyPlaces],
    ['XML', account.xmlForm],
    ['time zone', account.timeZone],
    ['balance', `${account.balance} ${currency}`],
    ['test balance', `${account.testBalance} ${currency}`],
    ['created', account.createdAt],
    ...(parentId === null ? [] : [['under account', String(parentId)] satisfies Line]),
    ...(removedAt === null ? [] : [['removed', removedAt] satisfies Line]),
    ...urlLines(endpoints),
  ]);
}

function urlLines({ reply, report, email }: UrlsView): Line[] {
  return [
    ['reply URL', urlText(reply)],
    ['report URL', report === null && reply !== null ? 'the reply URL' : urlText(report)],
    ['event URL', urlText(email)],
  ];
}

function urlText(endpoint: UrlsView['reply']): string {
  if (endpoint === null) return 'none';
  const { url, state, reason } = endpoint;
  return state === 'active' ? url : `${url} (${state}${reason === '' ? '' : `: ${reason}`})`;
}

function policyText({ countries, ...policy }: PolicyView): string {
  const { trust, costlyNumbers, quietHours, marketing, refundUndelivered } = policy;
  return fields([
    ['trust', trust],
    ['sends to', typeof countries === 'string' ? countries : countries.join(', ')],
    ['costly numbers', costlyNumbers ? 'open' : 'closed'],
    ['quiet hours', quietHours === 'country' ? 'as its country has them' : quietHours],
    ['marketing', marketing ? 'all that it sends' : 'what says so'],
    ['not delivered', refundUndelivered ? 'is paid back' : 'is paid all the same'],
  ]);
}

function ledgerText({ adds, balance, movements, costs }: LedgerView): string {
  return adds
    ? `adds up: ${balance} = ${movements} moved - ${costs} spent`
    : `does not add up: ${balance} is not ${movements} moved - ${costs} spent`;
}

type LedgerView = AnswerOf<'account show'>['ledger']['live'];
