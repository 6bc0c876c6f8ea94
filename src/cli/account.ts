/** `parley account …`: who may send, and what they have left. */
import { type AccountChange, keyPlaces, transliterations, xmlForms } from '#accounts/account.ts';
import { viewKeys } from '#accounts/keys/key-view.ts';
import { findPolicy } from '#accounts/limits/policy.ts';
import type { Purse } from '#accounts/movement.ts';
import { formatBalance } from '#core/money.ts';
import { countryCode, line, namedTimeZone, oneOf, orNone, wholeNumber } from '#core/value-kind.ts';
import { accountCreate } from './account-create.ts';
import { changePolicy, policyFields, policyJson, policyOptions } from './account-policy.ts';
import { setShortNumber, shortNumberOptions } from './account-short-number.ts';
import {
  accountJson,
  accountsText,
  accountText,
  ledgerJson,
  ledgerText,
  noAccount,
  readEndpoints,
} from './account-view.ts';
import { actor, authorNow } from './author.ts';
import { command, done, failed, misused } from './command.ts';
import { keysText } from './operations/key-text.ts';
import { maybe, needed, otherwise, toggle } from './option.ts';
import { fields } from './text-table.ts';
import { limitWebhooks, readUrls, saveUrls, secretLines, webhooksAtOnce } from './webhook-urls.ts';
import { amount, amountNotNegative, email, id, url } from './written-values.ts';

/** Accounts shown at a time. */
const pageMax = 1_000;

const accountId = needed(id, 'ID', 'The account.');

const accountList = command({
  name: 'account list',
  sentence: `Lists accounts, ${pageMax} at most at a time.`,
  takes: {},
  options: {
    after: maybe(id, 'ID', 'Begins behind this account.'),
    limit: otherwise(pageMax, wholeNumber(1, pageMax), 'COUNT', 'How many.'),
    parent: maybe(id, 'ID', 'Only the sub-accounts of this account.'),
  },
  async run({ after = 0, limit, parent }, { open }) {
    await using installation = await open();
    const { accounts, subAccounts } = installation.storage;
    if (parent !== undefined) {
      if (after > 0) return misused('--after does not go with --parent');
      if ((await accounts.findAccount(parent)) === undefined) return noAccount(parent);
      const page = await subAccounts.listSubAccounts(parent, 1, limit);
      const text = `${accountsText(page.accounts)}${page.total} in all.\n`;
      return done(text, { accounts: page.accounts.map(accountJson), all: page.total });
    }
    // One more than is shown tells whether there are more.
    const found = await accounts.listAccounts(after, limit + 1);
    const shown = found.slice(0, limit);
    const next = found.length > limit ? (shown.at(-1)?.id ?? null) : null;
    const more = next === null ? '' : `There are more: --after ${next}\n`;
    return done(`${accountsText(shown)}${more}`, { accounts: shown.map(accountJson), next });
  },
});

const accountShow = command({
  name: 'account show',
  sentence: 'Shows an account, its keys, its webhooks, and whether its money adds up.',
  takes: { account: accountId },
  options: {},
  async run({ account: wanted }, { open }) {
    await using installation = await open();
    const { accounts } = installation.storage;
    const account = await accounts.findAccount(wanted);
    if (account === undefined) return noAccount(wanted);
    const keys = await viewKeys(wanted, installation.storage);
    const endpoints = await readEndpoints(wanted, installation.storage);
    const live = await accounts.ledgerSums(wanted, 'live');
    const test = await accounts.ledgerSums(wanted, 'test');
    const ledger = fields([
      ['ledger', ledgerText(live)],
      ['test ledger', ledgerText(test)],
    ]);
    const policy = await findPolicy(wanted, installation.storage.limits);
    const facts = `${accountText(account, endpoints)}${fields(policyFields(policy))}`;
    return done(`${facts}\n${ledger}\n${keysText(keys)}`, {
      account: accountJson(account),
      policy: policyJson(policy),
      keys,
      endpoints,
      ledger: { live: ledgerJson(live), test: ledgerJson(test) },
    });
  },
});

const accountTopUp = command({
  name: 'account topup',
  sentence: 'Adds money to an account. A negative amount, which corrects, stands behind "--".',
  takes: { account: accountId, amount: needed(amount, 'AMOUNT', 'How much, such as 100.00.') },
  options: { test: toggle('Adds to what test keys spend.') },
  async run({ account: wanted, amount: added, test }, { clock, open }) {
    if (added === 0) return misused('AMOUNT must not be 0');
    await using installation = await open();
    const purse: Purse = test ? 'test' : 'live';
    const account = await installation.storage.accounts.move({
      accountId: wanted,
      purse,
      amount: added,
      kind: added > 0 ? 'top-up' : 'correction',
      actor,
      atMs: clock.nowMs(),
    });
    if (account === undefined) return noAccount(wanted);
    const balance = formatBalance(test ? account.testBalance : account.balance);
    return done(
      `The ${purse} balance of ${account.name} is now ${balance} ${account.currency}.\n`,
      { account: accountJson(account) },
    );
  },
});

const accountSet = command({
  name: 'account set',
  sentence: 'Changes an account.',
  takes: { account: accountId },
  options: {
    name: maybe(line(100), 'NAME', 'Who it is for.'),
    email: maybe(email, 'ADDRESS', 'Where to reach them.'),
    state: maybe(oneOf('active', 'disabled', 'blocked'), 'STATE', 'active, disabled or blocked.'),
    country: maybe(countryCode, 'CODE', 'Whose numbers may be written in national form.'),
    transliterate: maybe(
      oneOf(...transliterations),
      'HOW',
      'off, punctuation or letters: writes what GSM lacks in characters that look alike.',
    ),
    keysIn: maybe(
      oneOf(...keyPlaces),
      'WHERE',
      'any, body or header: where requests may carry their key; body is body or header.',
    ),
    timeZone: maybe(namedTimeZone, 'NAME', 'Whose wall clock notices of calls tell.'),
    xml: maybe(oneOf(...xmlForms), 'FORM', 'named or positional: how XML replies are written.'),
    alertLevel: maybe(
      orNone(amountNotNegative),
      'AMOUNT',
      'Below which balance its address is mailed, once until it is back; none: never.',
    ),
    replyUrl: maybe(url, 'URL', 'Where replies go; "" removes it.'),
    dlrUrl: maybe(url, 'URL', 'Where delivery reports go; "" removes it.'),
    eventUrl: maybe(url, 'URL', 'Where events of emails go; "" removes it.'),
    webhooksAtOnce,
    ...shortNumberOptions,
    ...policyOptions,
  },
  async run({ account: wanted, ...values }, { clock, open }) {
    if (Object.values(values).every((value) => value === undefined)) {
      return misused('Say what is to change');
    }
    await using installation = await open();
    const { accounts } = installation.storage;
    const urls = readUrls(values, installation);
    if (!urls.ok) return failed(urls.problem);
    const { name, email: address, state, country, transliterate } = values;
    const change: AccountChange = {
      name,
      email: address,
      state,
      homeCountry: country,
      transliterate,
      keyPlaces: values.keysIn,
      xmlForm: values.xml,
      alertLevel: values.alertLevel,
      timeZone: values.timeZone,
    };
    if ((await accounts.findAccount(wanted)) === undefined) return noAccount(wanted);
    const author = authorNow(clock);
    const changing = { installation, author };
    const problem = await setShortNumber(wanted, values, changing);
    if (problem !== undefined) return problem;
    const account = await accounts.changeAccount(wanted, change, author);
    if (account === undefined) return noAccount(wanted);
    const policy = await changePolicy(wanted, values, changing);
    const place = { accountId: wanted, installation, nowMs: clock.nowMs() };
    const secrets = await saveUrls(urls.changes, place);
    await limitWebhooks(values.webhooksAtOnce, place);
    const endpoints = await readEndpoints(wanted, installation.storage);
    const shown = secretLines(secrets);
    const once =
      shown.length === 0 ? '' : `\nKeep this now: it is shown this once.\n${fields(shown)}`;
    return done(`${accountText(account, endpoints)}${fields(policyFields(policy))}${once}`, {
      account: accountJson(account),
      policy: policyJson(policy),
      endpoints,
      secrets,
    });
  },
});

export const accountCommands = [accountCreate, accountList, accountShow, accountTopUp, accountSet];
