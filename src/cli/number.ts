/** `parley number …`: the numbers that people write to and that messages are sent from. */

import type { Author } from '#core/author.ts';
import { nameKind } from '#core/common-inputs.ts';
import { Refusal } from '#core/operation.ts';
import { oneOf, onOrOff } from '#core/value-kind.ts';
import { isShortNumber, numberDigits } from '#model/short-number.ts';
import type { Terms } from '#numbers/virtual-number-store.ts';
import type { NumberChange } from '#sms/numbers/number-store.ts';
import type { OwnNumber } from '#sms/numbers/own-number.ts';
import { findOperator } from '#sms/operators/operator-view.ts';
import { noAccount } from './account-view.ts';
import { authorNow } from './author.ts';
import { command, done, failed, misused, type Outcome } from './command.ts';
import type { Installation } from './installation.ts';
import { forwardCommands } from './number-forward.ts';
import { numberGreeting } from './number-greeting.ts';
import { refused } from './operations/operation-command.ts';
import { maybe, needed, toggle } from './option.ts';
import { fields, formatTime, table } from './text-table.ts';
import { amountNotNegative, id, ownNumber } from './written-values.ts';

const number = needed(ownNumber, 'NUMBER', 'Digits, +E.164 for a long one.');

const termOptions = {
  forward: maybe(onOrOff, 'SWITCH', 'on or off: whether calls to it may be forwarded or recorded.'),
  monthly: maybe(amountNotNegative, 'AMOUNT', 'What renting it costs a month.'),
  minute: maybe(amountNotNegative, 'AMOUNT', 'What a minute of a call costs that ends here.'),
};

const options = {
  account: maybe(id, 'ID', 'Whose alone it is. A short one may be shared instead.'),
  operator: maybe(nameKind, 'NAME', 'Which operator serves it. Default: any.'),
  sms: maybe(onOrOff, 'SWITCH', 'on or off: whether it takes SMS and they are sent from it.'),
  calls: maybe(onOrOff, 'SWITCH', 'on or off: whether it takes calls.'),
  ...termOptions,
};

const numberAdd = command({
  name: 'number add',
  sentence: 'Adds a number, so that what people send to it is told.',
  takes: { number },
  options: { ...options, short: toggle('It is a short one, whatever its length.') },
  async run({ number: digits, short, forward, monthly, minute, ...wish }, { clock, open }) {
    await using installation = await open();
    const named = await readOwners(wish, installation);
    if (!named.ok) return named.outcome;
    const isShort = short || isShortNumber(digits);
    const made = await installation.storage.numbers.createNumber(
      {
        digits,
        kind: isShort ? 'short' : 'long',
        accountId: wish.account ?? null,
        operatorId: named.operatorId ?? null,
        takesSms: wish.sms ?? true,
        takesCalls: wish.calls ?? false,
        createdAtMs: clock.nowMs(),
      },
      authorNow(clock),
    );
    if (made === undefined) return failed(`There is a number ${digits} already`);
    const terms = { canForward: forward, monthlyPrice: monthly, minutePrice: minute };
    await saveTerms(made.id, terms, installation, authorNow(clock));
    return await show(made, installation);
  },
});

const numberList = command({
  name: 'number list',
  sentence: 'Lists the numbers, and which accounts send from the short ones.',
  takes: {},
  options: { account: maybe(id, 'ID', 'Only what this account sends from.') },
  async run({ account }, { open }) {
    await using installation = await open();
    const views = await readViews(installation);
    const shown = views.filter(
      ({ accounts }) => account === undefined || accounts.includes(account),
    );
    const text = table(
      ['number', 'kind', 'state', 'sms', 'calls', 'operator', 'accounts'],
      shown.map((view) => [
        view.number,
        view.kind,
        view.state,
        view.sms ? 'yes' : 'no',
        view.calls ? 'yes' : 'no',
        view.operator ?? 'any',
        view.accounts.join(', ') || '-',
      ]),
    );
    return done(text, { numbers: shown });
  },
});

const numberSet = command({
  name: 'number set',
  sentence: 'Changes a number.',
  takes: { number },
  options: {
    ...options,
    state: maybe(
      oneOf('active', 'deactivated'),
      'STATE',
      'active or deactivated: a deactivated number takes nothing and sends nothing.',
    ),
  },
  async run({ number: digits, forward, monthly, minute, ...wish }, { clock, open }) {
    const terms = { canForward: forward, monthlyPrice: monthly, minutePrice: minute };
    if (Object.values({ ...wish, ...terms }).every((value) => value === undefined)) {
      return misused('Say what is to change');
    }
    await using installation = await open();
    const named = await readOwners(wish, installation);
    if (!named.ok) return named.outcome;
    const { operatorId } = named;
    const { account: accountId, state, sms: takesSms, calls: takesCalls } = wish;
    const found = await findNumber(digits, installation);
    if (found === undefined) return noNumber(digits);
    if (accountId !== undefined && found.accountId !== null && found.accountId !== accountId) {
      return failed(`Account ${found.accountId} has the number ${digits}: release it first`);
    }
    await saveTerms(found.id, terms, installation, authorNow(clock));
    return await change(
      found,
      { accountId, operatorId, state, takesSms, takesCalls },
      { installation, author: authorNow(clock) },
    );
  },
});

const numberRelease = command({
  name: 'number release',
  sentence:
    'Takes a number from its account, with all that it was told to do; with --remove from the installation.',
  takes: { number },
  options: { remove: toggle('Removes it altogether.') },
  async run({ number: digits, remove }, { clock, open }) {
    await using installation = await open();
    const found = await findNumber(digits, installation);
    if (found === undefined) return noNumber(digits);
    if (!remove) return await release(found, installation, authorNow(clock));
    await installation.storage.numbers.removeNumber(found.id, authorNow(clock));
    return done(`The number ${digits} is removed.\n`, { removed: digits });
  },
});

type Owners = { readonly account: number | undefined; readonly operator: string | undefined };

type OwnersReading =
  | { readonly ok: true; readonly operatorId: number | undefined }
  | { readonly ok: false; readonly outcome: Outcome };

async function readOwners(
  { account, operator: name }: Owners,
  { storage }: Installation,
): Promise<OwnersReading> {
  if (account !== undefined && (await storage.accounts.findAccount(account)) === undefined) {
    return { ok: false, outcome: noAccount(account) };
  }
  if (name === undefined) return { ok: true, operatorId: undefined };
  const operator = await findOperator(name, storage);
  return operator instanceof Refusal
    ? { ok: false, outcome: refused(operator, 'operator') }
    : { ok: true, operatorId: operator.id };
}

async function change(
  { id: numberId, digits }: OwnNumber,
  changes: NumberChange,
  { installation, author }: { readonly installation: Installation; readonly author: Author },
): Promise<Outcome> {
  const changed = await installation.storage.numbers.changeNumber(numberId, changes, author);
  return changed === undefined ? noNumber(digits) : show(changed, installation);
}

async function saveTerms(
  numberId: number,
  terms: Terms,
  { storage }: Installation,
  author: Author,
): Promise<void> {
  if (Object.values(terms).every((value) => value === undefined)) return;
  await storage.virtualNumbers.setTerms(numberId, terms, author);
}

/** An administrator knows whether it may still ring: it is free at once. */
async function release(
  standing: OwnNumber,
  installation: Installation,
  author: Author,
): Promise<Outcome> {
  const { id: numberId, accountId } = standing;
  if (accountId === null) return change(standing, { accountId: null }, { installation, author });
  const giving = { numberId, accountId, freeAfterMs: author.atMs };
  await installation.storage.virtualNumbers.giveBack(giving, author);
  return show(standing, installation);
}

/** By its digits, however they are written. */
async function findNumber(
  written: string,
  { storage }: Installation,
): Promise<OwnNumber | undefined> {
  const digits = numberDigits(written);
  return (await storage.numbers.listNumbers()).find((each) => each.digits === digits);
}

function noNumber(digits: string): Outcome {
  return failed(`There is no number ${digits}`);
}

async function show({ digits }: OwnNumber, installation: Installation): Promise<Outcome> {
  const view = (await readViews(installation)).find((each) => each.number === digits);
  if (view === undefined) return noNumber(digits);
  const text = fields([
    ['number', view.number],
    ['kind', view.kind],
    ['state', view.state],
    ['takes SMS', view.sms ? 'yes' : 'no'],
    ['takes calls', view.calls ? 'yes' : 'no'],
    ['operator', view.operator ?? 'any'],
    ['accounts', view.accounts.join(', ') || 'none'],
    ['added', view.createdAt],
  ]);
  return done(text, { number: view });
}

type NumberView = {
  readonly number: string;
  readonly kind: OwnNumber['kind'];
  readonly state: OwnNumber['state'];
  readonly sms: boolean;
  readonly calls: boolean;
  readonly operator: string | null;
  readonly accounts: readonly number[];
  readonly createdAt: string;
};

async function readViews({ storage }: Installation): Promise<readonly NumberView[]> {
  const uses = Map.groupBy(await storage.numbers.listShortNumberUses(), (use) => use.numberId);
  const operators = new Map(
    (await storage.operators.listOperators()).map((operator) => [operator.id, operator.name]),
  );
  return (await storage.numbers.listNumbers()).map((each) => ({
    number: each.digits,
    kind: each.kind,
    state: each.state,
    sms: each.takesSms,
    calls: each.takesCalls,
    operator: each.operatorId === null ? null : (operators.get(each.operatorId) ?? null),
    accounts:
      each.accountId === null
        ? (uses.get(each.id) ?? []).map(({ accountId }) => accountId)
        : [each.accountId],
    createdAt: formatTime(each.createdAtMs),
  }));
}

export const numberCommands = [
  numberAdd,
  numberList,
  numberSet,
  numberRelease,
  ...forwardCommands,
  numberGreeting,
];
