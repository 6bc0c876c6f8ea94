/** `parley call …`: the calls there were, and where accounts may have them led. */

import type { PhoneNumber } from '#core/phone-number.ts';
import { countryCode, type ValueKind, wholeNumber } from '#core/value-kind.ts';
import { authorNow } from './author.ts';
import { callJson, callsText, callText, stepsOf } from './call-view.ts';
import { command, done, failed } from './command.ts';
import { noAccount } from './no-account.ts';
import { maybe, needed, otherwise } from './option.ts';
import { formatTime } from './text-table.ts';
import { id, ownNumber } from './written-values.ts';

const countries: ValueKind<readonly string[]> = {
  form: 'country codes with commas between them, such as FR,BE, or none',
  read(text) {
    if (text === 'none') return [];
    const codes = text.split(',').map((code) => countryCode.read(code.trim()));
    return codes.every((code) => code !== undefined) ? [...new Set(codes)] : undefined;
  },
};

const callCountries = command({
  name: 'call countries',
  sentence: 'Tells or says where an account may have calls led, besides its own country.',
  takes: { account: needed(id, 'ACCOUNT', 'Its id, as `parley account list` shows it.') },
  options: { open: maybe(countries, 'CODES', 'All that are open from now on: FR,BE, or none.') },
  async run({ account: accountId, open: wanted }, { clock, open }) {
    await using installation = await open();
    const { accounts, calls: store } = installation.storage;
    const account = await accounts.findAccount(accountId);
    if (account === undefined) return noAccount(accountId);
    if (wanted !== undefined) await store.setCallCountries(accountId, wanted, authorNow(clock));
    const standing = [account.homeCountry, ...(await store.listCallCountries(accountId))];
    return done(`Calls of ${account.name} may go to ${standing.join(', ')}.\n`, {
      account: accountId,
      countries: standing,
    });
  },
});

const callList = command({
  name: 'call list',
  sentence: 'Lists calls, newest first: who called whom, what became of it, what it cost.',
  takes: {},
  options: {
    account: maybe(id, 'ID', 'Only those to numbers of this account.'),
    number: maybe(ownNumber, 'NUMBER', 'Only those to this number.'),
    before: maybe(id, 'ID', 'Only those before this one.'),
    limit: otherwise(50, wholeNumber(1, 1_000), 'COUNT', 'How many.'),
  },
  async run({ account: accountId, number, before, limit }, { open }) {
    await using installation = await open();
    const calls = await installation.storage.calls.listCalls({
      accountId,
      number: number as PhoneNumber | undefined,
      beforeId: before ?? Number.MAX_SAFE_INTEGER,
      limit,
    });
    return done(callsText(calls), { calls: calls.map(callJson) });
  },
});

const callShow = command({
  name: 'call show',
  sentence: 'Shows a call: its trunks, its price, and what happened when.',
  takes: { call: needed(id, 'CALL', 'Its id, as `parley call list` shows it.') },
  options: {},
  async run({ call: wanted }, { open }) {
    await using installation = await open();
    const call = await installation.storage.calls.findCall(wanted);
    if (call === undefined)
      return failed(`There is no call ${wanted}. \`parley call list\` shows them.`);
    const steps = stepsOf(call).map(({ atMs, what }) => ({ at: formatTime(atMs), what }));
    return done(callText(call), { call: callJson(call), steps });
  },
});

export const callCommands = [callList, callShow, callCountries];
