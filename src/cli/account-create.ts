/** `parley account create`: an account with all it needs to send, its keys shown once. */
import { viewKey } from '#accounts/keys/key-view.ts';
import { createKey, type KeyWish, type ShownKey } from '#accounts/keys/new-key.ts';
import { must } from '#core/assert.ts';
import { type Millionths, parseMoney, zero } from '#core/money.ts';
import { countryCode, currencyCode, line } from '#core/value-kind.ts';
import { accountJson, accountText, readEndpoints } from './account-view.ts';
import { actor } from './author.ts';
import { command, done, failed } from './command.ts';
import { maybe, needed } from './option.ts';
import { fields } from './text-table.ts';
import {
  limitWebhooks,
  type NewSecrets,
  readUrls,
  saveUrls,
  secretLines,
  webhooksAtOnce,
} from './webhook-urls.ts';
import { amountNotNegative, email, url } from './written-values.ts';

/** Test money costs nothing: enough for some thousand messages. */
const testBalance: Millionths = must(parseMoney('100'), 'test balance');

export const accountCreate = command({
  name: 'account create',
  sentence: 'Makes an account and its API keys, which are shown this once.',
  takes: {},
  options: {
    name: needed(line(100), 'NAME', 'Who it is for.'),
    email: needed(email, 'ADDRESS', 'Where to reach them.'),
    currency: maybe(currencyCode, 'CODE', 'What it pays in. Default: PARLEY_CURRENCY.'),
    country: maybe(
      countryCode,
      'CODE',
      'Whose numbers may be written in national form. Default: PARLEY_HOME_COUNTRY.',
    ),
    balance: maybe(amountNotNegative, 'AMOUNT', 'Money to begin with. Default: 0.'),
    replyUrl: maybe(url, 'URL', 'Where replies go, and reports unless --dlr-url is given.'),
    dlrUrl: maybe(url, 'URL', 'Where delivery reports go.'),
    eventUrl: maybe(url, 'URL', 'Where events of emails go.'),
    webhooksAtOnce,
  },
  async run(values, { config, clock, open }) {
    await using installation = await open();
    const { storage } = installation;
    const urls = readUrls(values, installation);
    if (!urls.ok) return failed(urls.problem);
    const nowMs = clock.nowMs();
    const { name, email: address, currency, country, balance } = values;
    const account = await storage.accounts.createAccount(
      {
        name,
        email: address,
        currency: currency ?? config.currency,
        homeCountry: country ?? config.homeCountry,
        balance: balance ?? zero,
        testBalance,
        createdAtMs: nowMs,
      },
      actor,
    );
    const keys: ShownKey[] = [];
    for (const wish of firstKeys(account.id))
      keys.push(await createKey(wish, storage, { actor, atMs: nowMs }));
    const place = { accountId: account.id, installation, nowMs };
    const secrets = await saveUrls(urls.changes, place);
    await limitWebhooks(values.webhooksAtOnce, place);
    const endpoints = await readEndpoints(account.id, storage);
    return done(createdText(accountText(account, endpoints), keys, secrets), {
      account: accountJson(account),
      keys: keys.map(({ key, clear }) => ({ ...viewKey(key), key: clear })),
      endpoints,
      secrets,
    });
  },
});

/** Each base address has its own live key, as in the dashboards of the two products. */
function firstKeys(accountId: number): readonly KeyWish[] {
  return [
    { accountId, mode: 'live', bases: ['sms'], label: 'SMS' },
    { accountId, mode: 'live', bases: ['email'], label: 'Email' },
    { accountId, mode: 'test', bases: ['sms', 'email'], label: 'Test' },
  ];
}

function createdText(account: string, keys: readonly ShownKey[], secrets: NewSecrets): string {
  const shown = [
    ...keys.map(({ key, clear }): [string, string] => [`${key.label} key`, clear]),
    ...secretLines(secrets),
  ];
  return `${account}
Keep these now: they are shown this once.
${fields(shown)}`;
}
