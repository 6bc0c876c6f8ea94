/** `parley limit …`: how much accounts may send, how fast, and the exceptions that people make. */
import type { LimitPlace } from '#accounts/limits/limit-store.ts';
import { type LimitException, PolicyCache } from '#accounts/limits/policy.ts';
import {
  type Limit,
  limitActions,
  type RuleName,
  ruleNames,
  rules,
} from '#accounts/limits/rules.ts';
import { formatExact, type Millionths, parseMoney, toNumber } from '#core/money.ts';
import { oneOf } from '#core/value-kind.ts';
import { readPolicy } from './account-policy.ts';
import { noAccount } from './account-view.ts';
import { authorNow } from './author.ts';
import { command, done, failed, misused } from './command.ts';
import type { Installation } from './installation.ts';
import { maybe, needed } from './option.ts';
import { systemIdKind } from './smpp-user-options.ts';
import { table } from './text-table.ts';
import { id } from './written-values.ts';

const account = needed(id, 'ACCOUNT', 'The account.');
const rule = needed(oneOf(...ruleNames), 'RULE', 'One that "parley limit list" names.');
const key = maybe(id, 'KEY', 'Of this key alone. Default: of the whole account.');
const smppUser = maybe(systemIdKind, 'SYSTEM_ID', 'Of this SMPP user alone, by HTTP too.');

const limitList = command({
  name: 'limit list',
  sentence: 'Lists the limits of an account and of its keys.',
  takes: { account },
  options: {},
  async run({ account: accountId }, { open }) {
    await using installation = await open();
    const { accounts, limits } = installation.storage;
    if ((await accounts.findAccount(accountId)) === undefined) return noAccount(accountId);
    const exceptions = (await limits.listExceptions()).filter(
      (exception) => exception.accountId === accountId,
    );
    const rows = rowsOf(await policyOf(accountId, exceptions, installation), exceptions);
    const users = await smppUsers(installation);
    const userOf = (keyId: number) => users.find((user) => user.id === -keyId)?.systemId ?? null;
    const text = table(
      ['rule', 'key', 'max', 'action', 'from', 'meaning'],
      rows.map(({ rule: name, keyId, limit, exceptional }) => [
        name,
        keyId === 0 ? 'all' : (userOf(keyId) ?? String(keyId)),
        limit.action === 'ignore' ? '-' : maxText(name, limit),
        limit.action,
        exceptional ? 'exception' : 'default',
        rules[name].sentence,
      ]),
    );
    return done(text, {
      account: accountId,
      limits: rows.map(({ rule: name, keyId, limit, exceptional }) => ({
        rule: name,
        key: keyId > 0 ? keyId : null,
        ...(keyId < 0 && { smppUser: userOf(keyId) }),
        ...limitJson(name, limit),
        exceptional,
      })),
    });
  },
});

const limitSet = command({
  name: 'limit set',
  sentence: 'Makes an exception from a limit, for an account or one of its keys.',
  takes: { account, rule },
  options: {
    key,
    smppUser,
    max: maybe(
      { form: 'a whole number, or an amount where the rule is about money', read: readMax },
      'NUMBER',
      'How many, or how much money. Default: as it was.',
    ),
    action: maybe(
      oneOf(...limitActions),
      'ACTION',
      'block, hold, alert or ignore. Default: block.',
    ),
  },
  async run({ account: accountId, rule: name, max, action, ...one }, { clock, open }) {
    const { actions, ofKeys, unit } = rules[name];
    const isOfOne = one.key !== undefined || one.smppUser !== undefined;
    if (isOfOne && !ofKeys) return misused(`${name} is of whole accounts: leave out --key`);
    const wanted = action ?? 'block';
    if (!actions.includes(wanted)) return misused(`${name} can ${actions.join(', ')}`);
    if (max === undefined && wanted !== 'ignore') return misused('Say --max');
    if (max !== undefined && unit !== 'money' && !Number.isInteger(max.number)) {
      return misused(`--max must be a whole number of ${unit}`);
    }
    await using installation = await open();
    const whom = await findWhom(accountId, one, installation);
    if (!whom.ok) return failed(whom.missing);
    const { keyId } = whom;
    const limit: Limit = {
      max: (unit === 'money' ? max?.amount : max?.number) ?? 0,
      action: wanted,
    };
    await installation.storage.limits.setException(
      { accountId, keyId, rule: name, limit },
      authorNow(clock),
    );
    const whose = `${whom.name}account ${accountId}`;
    return done(`The limit ${name} of ${whose} is now ${limitText(name, limit)}.\n`, {
      account: accountId,
      key: one.key ?? null,
      ...(one.smppUser !== undefined && { smppUser: one.smppUser }),
      rule: name,
      ...limitJson(name, limit),
    });
  },
});

const limitRemove = command({
  name: 'limit remove',
  sentence: 'Takes an exception back: the default limit counts again.',
  takes: { account, rule },
  options: { key, smppUser },
  async run({ account: accountId, rule: name, ...one }, { clock, open }) {
    await using installation = await open();
    const whom = await findWhom(accountId, one, installation);
    if (!whom.ok) return failed(whom.missing);
    const { keyId } = whom;
    const place: LimitPlace = { accountId, keyId, rule: name };
    return (await installation.storage.limits.removeException(place, authorNow(clock)))
      ? done(`The exception from ${name} is removed.\n`, { removed: name })
      : failed(`Account ${accountId} has no such exception from ${name}`);
  },
});

const limitReset = command({
  name: 'limit reset',
  sentence: 'Lets an account count from zero again, once.',
  takes: { account },
  options: {},
  async run({ account: accountId }, { clock, open }) {
    await using installation = await open();
    const { accounts, limits } = installation.storage;
    if ((await accounts.findAccount(accountId)) === undefined) return noAccount(accountId);
    await limits.resetWindows(accountId, authorNow(clock));
    return done(`Account ${accountId} counts from zero again.\n`, { reset: accountId });
  },
});

type Max = { readonly number: number; readonly amount: Millionths };

function readMax(text: string): Max | undefined {
  const amount = parseMoney(text);
  return amount === undefined || amount < 0 ? undefined : { number: Number(text), amount };
}

type Row = {
  readonly rule: RuleName;
  readonly keyId: number;
  readonly limit: Limit;
  readonly exceptional: boolean;
};

function rowsOf(
  limits: Readonly<Record<RuleName, Limit>>,
  exceptions: readonly LimitException[],
): readonly Row[] {
  const own = new Set(exceptions.filter(({ keyId }) => keyId === 0).map((each) => each.rule));
  const ofAccount = ruleNames.map(
    (name): Row => ({ rule: name, keyId: 0, limit: limits[name], exceptional: own.has(name) }),
  );
  const ofKeys = exceptions
    .filter(({ keyId }) => keyId !== 0)
    .map(({ rule: name, keyId, limit }): Row => ({ rule: name, keyId, limit, exceptional: true }));
  return [...ofAccount, ...ofKeys];
}

async function policyOf(
  accountId: number,
  exceptions: readonly LimitException[],
  installation: Installation,
): Promise<Readonly<Record<RuleName, Limit>>> {
  const policy = await readPolicy(accountId, installation);
  return new PolicyCache([policy], exceptions).of(accountId).limits;
}

type One = { readonly key?: number | undefined; readonly smppUser?: string | undefined };

type Whom =
  | { readonly ok: true; readonly keyId: number; readonly name: string }
  | { readonly ok: false; readonly missing: string };

async function smppUsers({ storage }: Pick<Installation, 'storage'>) {
  return (await storage.customers.listCustomers()).map(({ user }) => user);
}

/** Keys have positive ids, SMPP users the negative ones of theirs; 0 is the whole account. */
async function findWhom(accountId: number, one: One, { storage }: Installation): Promise<Whom> {
  const { accounts } = storage;
  const { key: keyId, smppUser: systemId } = one;
  if ((await accounts.findAccount(accountId)) === undefined)
    return { ok: false, missing: `There is no account ${accountId}` };
  if (keyId !== undefined && systemId !== undefined)
    return { ok: false, missing: 'Say --key or --smpp-user' };
  if (systemId !== undefined) {
    const user = (await smppUsers({ storage })).find(
      (each) => each.accountId === accountId && each.systemId === systemId,
    );
    return user === undefined
      ? { ok: false, missing: `Account ${accountId} has no SMPP user ${systemId}` }
      : { ok: true, keyId: -user.id, name: `SMPP user ${systemId} of ` };
  }
  if (keyId === undefined) return { ok: true, keyId: 0, name: '' };
  return (await accounts.listKeys(accountId)).some((each) => each.id === keyId)
    ? { ok: true, keyId, name: `key ${keyId} of ` }
    : { ok: false, missing: `Account ${accountId} has no key ${keyId}` };
}

function limitText(name: RuleName, limit: Limit): string {
  return limit.action === 'ignore' ? 'off' : `${maxText(name, limit)} (${limit.action})`;
}

function maxText(name: RuleName, { max }: Limit): string {
  return rules[name].unit === 'money' ? formatExact(max as Millionths) : String(max);
}

function limitJson(name: RuleName, { max, action }: Limit): object {
  return { max: rules[name].unit === 'money' ? toNumber(max as Millionths) : max, action };
}

export const limitCommands = [limitList, limitSet, limitRemove, limitReset];
